import type { Endpoint } from '#kit/contract/endpoint.ts'
import { API_BASE } from '#kit/server/serve.ts'
import type { Rows } from './foreign-rows.ts'
import { bodyFor, plausibleWords, seeded, type TextGenerator } from './generated-bodies.ts'

// Generates requests for any call, with the keys of one person's rows in every field that refers to a row.

export type NamedRows = { rows: Rows; words?: TextGenerator }

/** Returns a person's values for search fields. */
export const searchValuesOf =
  (person: { membership: unknown; email: string; phone: string; identity: string }): TextGenerator =>
  (name, random) => {
    if (/MembershipNo|mbsno/.test(name)) return person.membership
    if (/Email|^To$|Identifier/.test(name)) return person.email
    if (/IdNo/.test(name)) return person.identity
    if (/Contact|Phone/.test(name)) return person.phone
    return plausibleWords(name, random)
  }

type Body = Record<string, unknown>

function put(body: Body, field: string, value: unknown) {
  const [first, ...rest] = field.split('.') as [string, ...string[]]
  if (rest.length > 0) {
    const inner = body[first]
    if (Array.isArray(inner)) for (const one of inner) put(one as Body, rest.join('.'), value)
    else {
      body[first] = typeof inner === 'object' && inner !== null ? { ...inner } : {}
      put(body[first] as Body, rest.join('.'), value)
    }
  } else body[first] = Array.isArray(body[first]) ? [value] : value
}

export function bodyNaming(endpoint: Endpoint, seed: number, { rows, words = plausibleWords }: NamedRows): Body {
  const body = bodyFor(endpoint, seeded(seed), words) as Body
  if ('CustomerId' in body) body.CustomerId = rows.customer
  if ('AddressId' in body) body.AddressId = rows.address
  for (const { kind, field } of endpoint.scope.rows)
    for (const [type, name] of typeof kind === 'string' ? [[undefined, kind]] : Object.entries(kind.kinds)) {
      if (rows[name!] === undefined) continue
      // Omits some filters, so that the unfiltered list is called, too.
      if (field.startsWith('Search.') && endpoint.scope.otherwise !== null && seed % 2 === 0) continue
      for (const rowKey of [rows[name!], `${rows[name!]}`]) {
        put(body, field, rowKey)
        if (type !== undefined) put(body, (kind as { field: string }).field, type)
        if (endpoint.body.safeParse(body).success) break
      }
    }
  return body
}

/** Returns the request in the form of the argument of `inject`. */
export function requestNaming(endpoint: Endpoint, seed: number, named: NamedRows) {
  const body = bodyNaming(endpoint, seed, named)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => `${body[name] ?? named.rows.customer}`)
  const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, `${value}`]))
  return {
    method: endpoint.method,
    url: `${API_BASE}${path}${endpoint.method === 'GET' ? `?${query}` : ''}`,
    ...(endpoint.method !== 'GET' && { payload: body }),
  }
}
