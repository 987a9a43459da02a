import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoSignInPath } from '#app/web/paths.ts'
import { signInRefusedPath } from '#areas/access/paths.ts'
import type { SignInProvider } from '#areas/access/server/index.ts'

export type DemoSso = {
  /** The settings with which the sign-in uses the demo's single sign-on provider. */
  settings: SignInProvider
  mount: (app: FastifyInstance) => Promise<void>
}

type Options = { basePath: string; publicUrl: string | undefined; accounts: readonly string[] }

// The host name is reserved: the server calls the provider within the process, and browsers use the demo's own URL.
const HOST = 'sso.carat.invalid'
const PREFIX = '/demo-sso'

/** Creates the single sign-on provider of the demo. Other servers do not load this module. */
export function createDemoSso({ basePath, publicUrl, accounts }: Options): DemoSso {
  const issuer = `https://${HOST}${basePath}${PREFIX}`
  const clientSecret = randomBytes(32).toString('base64url')
  let mounted: FastifyInstance | undefined
  const settings: SignInProvider = {
    name: 'sso',
    issuer,
    clientId: 'carat',
    clientSecret,
    inside: true,
    async fetch(address, options) {
      if (!mounted) throw new TypeError('fetch failed')
      return requestWithin(mounted, new URL(String(address)), options ?? {})
    },
  }

  async function mount(app: FastifyInstance) {
    const { createDemoProvider: demoProvider } = await import('./provider.ts')
    const provider = demoProvider({ issuer, clientId: settings.clientId, clientSecret, accounts, basePath })
    const answer = provider.callback()
    const external = publicUrl === undefined ? undefined : new URL(publicUrl)

    /** Forwards a request to the provider, which has its own routes and parses the body itself. */
    const forward = (request: FastifyRequest, reply: FastifyReply) => {
      const { raw } = request
      const within = request.host === HOST
      raw.headers['x-forwarded-host'] = within ? HOST : (external?.host ?? request.host)
      raw.headers['x-forwarded-proto'] = within ? 'https' : (external?.protocol.slice(0, -1) ?? request.protocol)
      // Drops the provider's session, so that users choose an account at each sign-in.
      raw.headers.cookie = raw.headers.cookie?.replace(/\bdemo_sso_session[^;]*;? ?/g, '')
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
      return { raw, response: reply.raw }
    }

    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      scope.all(`${basePath}${PREFIX}/*`, (request, reply) => {
        const { raw, response } = forward(request, reply)
        Object.assign(raw, { originalUrl: raw.url })
        raw.url = raw.url!.slice(`${basePath}${PREFIX}`.length)
        void answer(raw, response)
      })
    })
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      // The web app renders the page on which users choose an account; this route only handles its form.
      scope.post(basePath + demoSignInPath.pattern, async (request, reply) => {
        const { account } = (request.body ?? {}) as { account?: string }
        const { raw, response } = forward(request, reply)
        const outcome = account
          ? { login: { accountId: account, remember: false } }
          : { error: 'access_denied', error_description: 'Cancelled' }
        await provider.interactionFinished(raw, response, outcome, { mergeWithLastSubmission: false }).catch(() => {
          // The sign-in at the provider has expired, or the browser opened the page directly.
          response.writeHead(303, { location: basePath + signInRefusedPath() }).end()
        })
      })
    })
    mounted = app
  }

  return { settings, mount }
}

async function requestWithin(app: FastifyInstance, url: URL, { method = 'GET', headers, body }: RequestInit) {
  const requestHeaders = Object.fromEntries(new Headers(headers))
  const reply = await app.inject({
    method: method as 'GET' | 'POST',
    url: url.pathname + url.search,
    headers: { ...requestHeaders, host: url.host },
    ...(body != null && { payload: String(body) }),
  })
  return new Response(reply.payload, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
  })
}
