import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { bodyFor, plausibleWords, seeded } from './factories/generated-bodies.ts'

// Invisible characters reverse a name, hide text or break a column, so no text field accepts them (abuse case 58).

const unseen = {
  'turned around': 'a\u202eb',
  isolated: 'a\u2066b\u2069',
  'a NUL': 'a\0b',
  'half of a character': 'a\ud800b',
  'a bell': 'a\u0007b',
  'an escape': 'a\u001b[31mb',
  'a C1 sign': 'a\u0085b',
  'a lost letter': 'a\ufffdb',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
const isUnseen = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd\ud800-\udfff]/

/** Returns the paths of free texts in a body. */
function textsIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...at, key]))
}

function put(body: unknown, [name, ...rest]: (string | number)[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(body)) return body.map((one, index) => (`${index}` === `${name}` ? put(one, rest, value) : one))
  return { ...(body as object), [name]: put((body as Record<string, unknown>)[name], rest, value) }
}

const holds = (value: unknown): boolean =>
  typeof value === 'string'
    ? isUnseen.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''))
    : typeof value === 'object' && value !== null && Object.values(value).some(holds)

/** Excluded fields: secrets, which are only compared, and values that are looked up or parsed by their own rules. */
const notKept = /(Password|ClientSecret|ChallengeId|Code|Passcode|Token|State|Iss|Error|RedirectedUserId)$/
const onPurpose = new Set([
  '/auth/providers/start From',
  '/auth/identities/start From',
  '/settings/update Value',
  '/exports/add KeyField',
  '/exports/add Keys',
  '/exports/add Filters.Field',
  '/exports/add Filters.Text',
  '/exports/schedules/add Filters.Field',
  '/exports/schedules/add Filters.Text',
  '/list-views/update State.Sort',
])

test('no text field of any call accepts invisible characters', () => {
  const acceptingFields = new Set<string>()
  let attemptCount = 0
  for (const { endpoint } of jsonRoutes) {
    if (endpoint.kind !== 'change') continue
    for (let seed = 1; seed <= 40; seed++) {
      const body = bodyFor(endpoint, seeded(seed), plausibleWords)
      if (!endpoint.body.safeParse(body).success) continue
      for (const path of textsIn(body))
        for (const text of Object.values(unseen)) {
          attemptCount++
          const read = endpoint.body.safeParse(put(body, path, text))
          if (read.success && holds(read.data))
            acceptingFields.add(`${endpoint.path} ${path.filter((part) => !/^\d+$/.test(`${part}`)).join('.')}`)
        }
    }
  }
  expect(attemptCount).toBeGreaterThan(5_000)
  const isSecret = (place: string) =>
    /^\/(auth|identities|passcodes|customer\/customers\/email)/.test(place) && notKept.test(place)
  expect([...acceptingFields].filter((place) => !isSecret(place) && !onPurpose.has(place))).toEqual([])
})
