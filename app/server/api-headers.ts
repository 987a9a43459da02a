import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isOpenToPrograms } from './api-components.ts'
import type { JsonObject } from './api-fields.ts'

// The headers of replies in the API document.

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } })

/** The headers that responses of the API document reference. */
export const apiHeaders = {
  ETag: header('The version of the reply, for If-None-Match'),
  'Idempotent-Replayed': header('true: the reply is the stored reply of an earlier request with the same key'),
  RateLimit: header('"account";r=…;t=…: the calls that are left, and the seconds until the count starts again'),
  'RateLimit-Policy': header('"account";q=…;w=…: the calls that the account may make in so many seconds'),
  'Retry-After': header('Seconds after which the request may be repeated', 'integer'),
  'WWW-Authenticate': header('Bearer challenge of RFC 6750: error invalid_token, or insufficient_scope with the scope'),
} satisfies Record<string, JsonObject>

/** The calls whose reply has an ETag. */
const conditionalPaths = new Set(['/till/reference'])

const headers = (...names: (keyof typeof apiHeaders)[]) =>
  names.length > 0
    ? { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
    : {}

/** The headers of the successful reply of a call. */
export const successHeaders = (endpoint: Endpoint) =>
  headers(
    ...(isOpenToPrograms(endpoint) && endpoint.access !== 'public' ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(endpoint.idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(conditionalPaths.has(endpoint.path) ? (['ETag'] as const) : []),
  )

/** The headers of a refusal with a status and its codes. */
export const refusalHeaders = (status: number | 'default', codes: readonly string[]) =>
  headers(
    ...(status === 429 || status === 503 || status === 'default' ? (['Retry-After'] as const) : []),
    ...(codes.some((code) => code === 'access.required' || code === 'access.scope_missing')
      ? (['WWW-Authenticate'] as const)
      : []),
  )

/** The response of a request whose If-None-Match is the present ETag. */
export const notModifiedOf = ({ path }: Endpoint) =>
  conditionalPaths.has(path)
    ? {
        304: {
          description: 'Nothing has changed since the reply with this ETag. The reply has no body',
          ...headers('ETag'),
        },
      }
    : {}

/** The parameter of a call that can reply with 304. */
export const conditionalParameters = ({ path }: Endpoint) =>
  conditionalPaths.has(path)
    ? [
        {
          name: 'If-None-Match',
          in: 'header' as const,
          required: false,
          description: 'The ETag of the last reply',
          schema: { type: 'string' },
        },
      ]
    : []
