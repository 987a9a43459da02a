import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { toRefusal } from '#kit/server/errors.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import { oauthMetadata, oauthToken, oauthRefusals as refusals } from '../contract/oauth.ts'
import { accessRefusals } from '../contract.ts'
import { systemAccountScopes } from '../roles.ts'
import { passwordHashingLimit } from './passwords.ts'
import { openSystemSession, verifyClientCredentials } from './system-sign-in.ts'

const BODY_BYTES = 10_000

async function issueToken(ctx: Ctx, input: Input<typeof oauthToken>) {
  if (input.grant_type !== 'client_credentials') throw refusals.unknownGrant()
  if (!input.client_id || !input.client_secret) throw accessRefusals.wrongCredentials()
  const account = await verifyClientCredentials(ctx, input.client_id, input.client_secret)
  const requested = input.scope?.split(' ').filter((scope) => scope !== '') ?? []
  const unknown = requested.find((scope) => !account.Scopes.includes(scope))
  if (unknown !== undefined) throw refusals.unknownScope({ Scope: unknown })
  const session = await openSystemSession(ctx, account, 'Signed in', requested.length > 0 ? requested : account.Scopes)
  return {
    access_token: session.access_token,
    token_type: 'Bearer' as const,
    expires_in: session.expires_in,
    scope: session.scopes.join(' '),
  }
}

const describeServer = ({ services: { webUrl } }: Ctx) => ({
  issuer: webUrl,
  token_endpoint: `${webUrl}${oauthToken.path}`,
  grant_types_supported: ['client_credentials' as const],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_basic' as const, 'client_secret_post' as const],
  scopes_supported: [...systemAccountScopes],
})

/** Adds the route of the token endpoint, which accepts a form, and the route of its metadata. */
export async function mountOauth(app: FastifyInstance, serving: ServingContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    const token = serve(oauthToken, issueToken, 'call', passwordHashingLimit)
    const metadata = serve(oauthMetadata, describeServer)
    for (const { endpoint, answer } of [
      {
        endpoint: oauthToken,
        answer: async (request: FastifyRequest, reply: FastifyReply) => {
          const body = { ...(request.body as object), ...basicCredentials(request) }
          request.body = body
          const { body: issued } = await answerCall(token, request, reply, serving)
          return issued
        },
      },
      {
        endpoint: oauthMetadata,
        answer: async (request: FastifyRequest, reply: FastifyReply) =>
          (await answerCall(metadata, request, reply, serving)).body,
      },
    ])
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store')
          request.actor = await authorizeCaller(request, endpoint, serving)
        },
        errorHandler: (error, request, reply) => sendOauthError(error, request, reply),
        handler: answer,
      })
  })
}

/** Returns the client id and secret from HTTP Basic authentication, which RFC 6749 requires to be form-encoded. */
function basicCredentials({ headers }: FastifyRequest) {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return {}
  const [client_id, client_secret] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s).map(decodeForm)
  return { client_id, client_secret }
}

const decodeForm = (text: string) => new URLSearchParams(`value=${text}`).get('value')

const errorNames: Record<string, string> = {
  'access.wrong_credentials': 'invalid_client',
  'access.unsupported_grant_type': 'unsupported_grant_type',
  'access.invalid_scope': 'invalid_scope',
  'access.other_network': 'unauthorized_client',
  'access.account_ended': 'unauthorized_client',
  'kit.wrong_type': 'invalid_request',
  'kit.too_large': 'invalid_request',
}

/** Texts for developers of programs, where the text of the refusal is written for staff. */
const descriptions: Record<string, string> = {
  'access.wrong_credentials': 'The client id or the client secret is not correct',
  'kit.wrong_type': 'The content must be application/x-www-form-urlencoded',
}

/** Sends the errors that RFC 6749 defines in the form of RFC 6749, and other errors like every call. */
function sendOauthError(error: Error, _: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const name = refusal && (errorNames[refusal.code] ?? (refusal.statusCode === 400 ? 'invalid_request' : undefined))
  if (!refusal || !name) throw error
  if (refusal.statusCode === 401) reply.header('www-authenticate', 'Basic realm="carat"')
  return reply
    .status(refusal.statusCode === 401 ? 401 : 400)
    .send({ error: name, error_description: descriptions[refusal.code] ?? refusal.message })
}
