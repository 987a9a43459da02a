import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from '#kit/server/errors.ts'
import { answerCall, authorizeCaller, type Route, type ServingContext, serve } from '#kit/server/serve.ts'
import {
  scimGroups,
  scimResourceTypes,
  scimSchemas,
  scimServiceProviderConfig,
  scimUsers,
} from '../../contract/scim.ts'
import { describeResourceTypes, describeSchemas, describeServiceProvider } from './describe.ts'
import {
  addScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  removeScimGroup,
  replaceScimGroup,
} from './groups.ts'
import { ERROR_SCHEMA } from './resources.ts'
import { getScimUser, listScimUsers } from './users.ts'
import { addScimUser, patchScimUser, removeScimUser, replaceScimUser } from './write-users.ts'

const CONTENT_TYPE = 'application/scim+json; charset=utf-8'
const BODY_BYTES = 1_000_000

const routes: readonly Route[] = [
  serve(scimUsers.list, listScimUsers),
  serve(scimUsers.get, getScimUser),
  serve(scimUsers.add, addScimUser),
  serve(scimUsers.replace, replaceScimUser),
  serve(scimUsers.patch, patchScimUser),
  serve(scimUsers.remove, removeScimUser),
  serve(scimGroups.list, listScimGroups),
  serve(scimGroups.get, getScimGroup),
  serve(scimGroups.add, addScimGroup),
  serve(scimGroups.replace, replaceScimGroup),
  serve(scimGroups.patch, patchScimGroup),
  serve(scimGroups.remove, removeScimGroup),
  serve(scimServiceProviderConfig, describeServiceProvider),
  serve(scimResourceTypes, describeResourceTypes),
  serve(scimSchemas, describeSchemas),
]

/**
 * Adds the routes of SCIM, whose bodies and errors have the form of RFC 7644.
 * The API document omits them, because SCIM describes itself at /Schemas.
 */
export async function mountScim(app: FastifyInstance, serving: ServingContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      async (_: FastifyRequest, body: string) => parseBody(body),
    )
    for (const route of routes) {
      const { endpoint } = route
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store').type(CONTENT_TYPE)
          request.actor = await authorizeCaller(request, endpoint, serving)
        },
        errorHandler: (error, request, reply) => sendScimError(error, request, reply),
        handler: async (request, reply) => {
          const { status, body } = await answerCall(route, request, reply, serving)
          if (endpoint.method === 'DELETE') return reply.status(204).send()
          const location = (body as { meta?: { location?: string } }).meta?.location
          if (status === 201 && location) reply.header('location', location)
          return reply.status(status).type(CONTENT_TYPE).send(JSON.stringify(body))
        },
      })
    }
  })
}

class MalformedJsonError extends Error {}

function parseBody(body: string): unknown {
  try {
    const parsed: unknown = body === '' ? {} : JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {}
  throw new MalformedJsonError()
}

/** The error types of RFC 7644, table 9, by the code of a refusal. */
const scimTypes: Record<string, string> = {
  'provisioning.invalid_filter': 'invalidFilter',
  'provisioning.invalid_path': 'invalidPath',
  'provisioning.invalid_value': 'invalidValue',
  'provisioning.no_outlet': 'invalidValue',
  'provisioning.group_taken': 'uniqueness',
  'provisioning.external_id_taken': 'uniqueness',
  'access.username_taken': 'uniqueness',
  'staff.email_taken': 'uniqueness',
  'staff.phone_taken': 'uniqueness',
  'staff.no_such_place': 'invalidValue',
}

/** Identity providers treat 409 as "exists already", so another violated rule is 400. */
function sendScimError(error: Error, _: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const malformed = error instanceof MalformedJsonError
  if (!refusal && !malformed) throw error
  const scimType = malformed ? 'invalidSyntax' : scimTypes[refusal!.code]
  const status = malformed || (refusal!.statusCode === 409 && scimType !== 'uniqueness') ? 400 : refusal!.statusCode
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="carat"')
  if (refusal?.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  const detail = malformed ? 'The body is not a JSON object' : refusal!.message
  return reply
    .status(status)
    .type(CONTENT_TYPE)
    .send(JSON.stringify({ schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail }))
}
