import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoSignInPath } from '#app/web/paths.ts'
import { signInRefusedPath } from '#areas/access/paths.ts'
import type { SignInProvider } from '#areas/access/server/index.ts'

export type DemoSso = {
  /** As which the sign-in knows it. */
  settings: SignInProvider
  mount: (app: FastifyInstance) => Promise<void>
}

type Options = { basePath: string; publicUrl: string | undefined; accounts: readonly string[] }

// A name that no machine has: the program asks it within itself, and browsers find it at the demo's own address.
const HOST = 'sso.carat.invalid'
const PLACE = '/demo-sso'

/** Single sign-on for the demo, so that its button works at once. Outside of the demo it is not even loaded. */
export function demoSso({ basePath, publicUrl, accounts }: Options): DemoSso {
  const issuer = `https://${HOST}${basePath}${PLACE}`
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
      return askWithin(mounted, new URL(String(address)), options ?? {})
    },
  }

  async function mount(app: FastifyInstance) {
    const { demoProvider } = await import('./provider.ts')
    const provider = demoProvider({ issuer, clientId: settings.clientId, clientSecret, accounts, basePath })
    const answer = provider.callback()
    const external = publicUrl === undefined ? undefined : new URL(publicUrl)

    /** The provider's own routes lie below its place; it reads the body itself. */
    const forward = (request: FastifyRequest, reply: FastifyReply) => {
      const { raw } = request
      const within = request.host === HOST
      raw.headers['x-forwarded-host'] = within ? HOST : (external?.host ?? request.host)
      raw.headers['x-forwarded-proto'] = within ? 'https' : (external?.protocol.slice(0, -1) ?? request.protocol)
      // It remembers nobody: anyone who tries the demo chooses an account each time.
      raw.headers.cookie = raw.headers.cookie?.replace(/\bdemo_sso_session[^;]*;? ?/g, '')
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
      return { raw, response: reply.raw }
    }

    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      scope.all(`${basePath}${PLACE}/*`, (request, reply) => {
        const { raw, response } = forward(request, reply)
        Object.assign(raw, { originalUrl: raw.url })
        raw.url = raw.url!.slice(`${basePath}${PLACE}`.length)
        void answer(raw, response)
      })
    })
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      // The page is one of the web app's; only its answer is taken here.
      scope.post(basePath + demoSignInPath.pattern, async (request, reply) => {
        const { account } = (request.body ?? {}) as { account?: string }
        const { raw, response } = forward(request, reply)
        const outcome = account
          ? { login: { accountId: account, remember: false } }
          : { error: 'access_denied', error_description: 'Cancelled' }
        await provider.interactionFinished(raw, response, outcome, { mergeWithLastSubmission: false }).catch(() => {
          // The page was left open for too long, or was opened by itself.
          response.writeHead(303, { location: basePath + signInRefusedPath() }).end()
        })
      })
    })
    mounted = app
  }

  return { settings, mount }
}

async function askWithin(app: FastifyInstance, url: URL, { method = 'GET', headers, body }: RequestInit) {
  const given = Object.fromEntries(new Headers(headers))
  const reply = await app.inject({
    method: method as 'GET' | 'POST',
    url: url.pathname + url.search,
    headers: { ...given, host: url.host },
    ...(body != null && { payload: String(body) }),
  })
  return new Response(reply.payload, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
  })
}
