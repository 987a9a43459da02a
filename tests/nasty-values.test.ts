import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import type { JsonSchema } from '#kit/contract/schema.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { bodyFor, plausibleWords, seeded, shapeOf } from './factories/generated-bodies.ts'
import { nastyValues } from './factories/nasty-values.ts'
import { hq, useApp } from './harness.ts'
import { runSize } from './run-size.ts'

// Sends in every field of every call a value that often breaks programs; the values vary by field, so all are used.
// `npm run faults -- --only=F2` sends each value in each field.

const app = useApp()
const PER_FIELD = 1
const inside = /node_modules|\bat \w+ \(|syntax error at|violates|\.ts:\d+|select .+ from /i

/** Values that most parsers accept, but that PostgreSQL refuses or that exceed the range of a column. */
const extremes = {
  moment: [
    '2026-01-31T14:30:00+23:59',
    '2026-01-31T14:30:00-23:59',
    '2026-01-31T14:30:00+15:59',
    '2026-01-31T14:30:00+16:00',
    '2199-12-31T23:59:59-15:59',
    '1900-01-01T00:00:00+15:59',
    '2026-02-28T24:00:00Z',
    '2016-12-31T23:59:60Z',
  ],
  date: [
    '1800-01-01',
    '2199-12-31',
    '1900-02-29',
    '2100-02-29',
    '0001-01-01',
    '99999-01-01',
    'infinity',
    'now',
    'epoch',
  ],
  number: [
    '999999999999.99',
    '-999999999999.9999',
    '1e12',
    'NaN',
    'Infinity',
    9_007_199_254_740_991,
    -9_007_199_254_740_991,
    2_147_483_648,
    32_768,
    1e-12,
  ],
}

/** Returns the paths of dates, times and numbers in a body, found by field name or by contract. */
function placesIn(
  shape: JsonSchema,
  root: JsonSchema,
  at: string[] = [],
): { path: string[]; kind: keyof typeof extremes }[] {
  const target = shape.$ref ? root.$defs?.[shape.$ref.split('/').at(-1)!] : shape
  if (!target || at.length > 4) return []
  const name = at.findLast((part) => part !== '0') ?? ''
  const options = target.anyOf ?? target.oneOf ?? target.allOf
  const placesHere: { path: string[]; kind: keyof typeof extremes }[] = []
  const type = [target.type].flat()
  if (type.includes('integer') || type.includes('number')) placesHere.push({ path: at, kind: 'number' })
  if (type.includes('string') && !target.enum) {
    if (/At$|Time$|From$|To$/.test(name) || target.format === 'date-time') placesHere.push({ path: at, kind: 'moment' })
    if (/Date|Day|From$|To$|Until|Birth|Month/.test(name) || target.format === 'date')
      placesHere.push({ path: at, kind: 'date' })
    if (/Amount|Price|Cost|Rate|Multiplier|Quantity|Discount|Tax|Value|Points|Spend/.test(name))
      placesHere.push({ path: at, kind: 'number' })
  }
  return [
    ...placesHere,
    ...(options ?? []).flatMap((one) => placesIn(one, root, at)),
    ...Object.entries(target.properties ?? {}).flatMap(([key, one]) => placesIn(one, root, [...at, key])),
    ...(target.items ? placesIn(target.items, root, [...at, '0']) : []),
  ]
}

/** Returns the body with one value set, and creates missing parents on the path. */
function put(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '0') return [put(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const before = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return { ...before, [name]: put(before[name], rest, value) }
}

test('extreme dates, times and numbers never cause an error 500', async () => {
  const { token } = await app.token(hq)
  const wrong: string[] = []
  let attemptCount = 0
  const endpoints = jsonRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ path, method }) => method === 'POST' && !/sign-out|sessions\/|password|authenticator/.test(path))
  for (const endpoint of endpoints) {
    const shape = shapeOf(endpoint)
    const places = new Map(placesIn(shape, shape).map((place) => [`${place.path.join('.')} ${place.kind}`, place]))
    for (const { path, kind } of places.values())
      for (const value of runSize({
        quick: [extremes[kind][attemptCount % extremes[kind].length]!],
        full: extremes[kind],
      })) {
        const body = put(bodyFor(endpoint, seeded(++attemptCount), plausibleWords), path, value)
        const { status, text } = await app.inject({
          method: endpoint.method,
          url: `${API_BASE}${endpoint.path}`,
          headers: { authorization: `Bearer ${token}` },
          payload: body as object,
        })
        if (status >= 500 || (status >= 400 && inside.test(text)))
          wrong.push(`${endpoint.path} ${path.join('.')}=${value}: ${status} ${text.slice(0, 120)}`)
      }
  }
  expect(attemptCount).toBeGreaterThan(runSize({ quick: 250, full: 1_000 }))
  expect(wrong).toEqual([])
})

test('malicious values never cause an error 500 or reveal internals of the program', async () => {
  const { token } = await app.token(hq)
  const endpoints = jsonRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => !/sign-out|sessions\/|password|authenticator/.test(path))
  const wrong: string[] = []
  let round = 0
  for (const endpoint of endpoints)
    for (const field of Object.keys(shapeOf(endpoint).properties ?? {}))
      for (let time = 0; time < PER_FIELD; time++) {
        const value = nastyValues[round++ % nastyValues.length]
        const body = { ...(bodyFor(endpoint, seeded(round), plausibleWords) as object), [field]: value }
        const path = endpoint.path.replace(/:(\w+)/g, '1')
        const query = new URLSearchParams({ [field]: String(value).toWellFormed().slice(0, 2_000) })
        const { status, text } = await app.inject({
          method: endpoint.method,
          url: `${API_BASE}${path}${endpoint.method === 'GET' ? `?${query}` : ''}`,
          headers: { authorization: `Bearer ${token}` },
          ...(endpoint.method !== 'GET' && { payload: body }),
        })
        if (status >= 500 || (status >= 400 && inside.test(text)))
          wrong.push(
            `${endpoint.path} ${field}=${JSON.stringify(value)?.slice(0, 60)}: ${status} ${text.slice(0, 120)}`,
          )
      }
  expect(round).toBeGreaterThan(nastyValues.length)
  expect(wrong).toEqual([])
})
