import { once } from 'node:events'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { toRefusal } from './errors.ts'

// Tests PostgreSQL error codes for rejected values. PostgreSQL itself raises the errors.

const app = useApp()
const refused = (text: string, ...values: unknown[]) => app.sql(text, ...values).then(() => undefined, toRefusal)

describe('database error caused by the caller', () => {
  test.each([
    [
      'a time zone offset that is out of range',
      `select $1::timestamptz`,
      '2026-01-31T14:30:00+23:59',
      'kit.out_of_range',
    ],
    ['an instant beyond the calendar', `select $1::timestamptz`, '294277-01-01T00:00:00Z', 'kit.out_of_range'],
    ['a date that does not exist', `select $1::date`, '2026-02-30', 'kit.out_of_range'],
    ['text instead of a date', `select $1::date`, 'tomorrow or so', 'kit.invalid'],
    ['a number too large for its column', `select $1::numeric(14,2)`, '9999999999999', 'kit.out_of_range'],
    ['text instead of a number', `select $1::bigint`, 'many', 'kit.invalid'],
    ['an interval that is too long', `select $1::interval`, '99999999999 years', 'kit.out_of_range'],
    ['invalid JSON', `select $1::jsonb`, '{', 'kit.invalid'],
    ['a character that PostgreSQL cannot store', `select $1::jsonb`, '"\\u0000"', 'kit.invalid'],
    ['an invalid regular expression', `select 'a' ~ $1`, '(', 'kit.invalid'],
    ['a division by zero', `select 1 / $1::int`, '0', 'kit.invalid'],
    ['an invalid array', `select $1::int[]`, '{1', 'kit.invalid'],
  ])('database error: %s leads to 400', async (_, text, value, code) => {
    expect(await refused(text, value)).toMatchObject({ statusCode: 400, code })
  })
})

test('database error: an invalid SQL statement is a server error (500)', async () => {
  expect(await refused('select nothing_like_it from nowhere')).toBeUndefined()
})

test.each([
  ['25P03', `begin; set local idle_in_transaction_session_timeout = '1ms'`],
  ['57P05', `set idle_session_timeout = '1ms'`],
])(
  'database error: a session that PostgreSQL ends while idle (%s) leads to 503 with Retry-After',
  async (code, text) => {
    const client = new pg.Client(app.database.url)
    await client.connect()
    const ended = once(client, 'error')
    // Ignores the error that pg also emits for the closed connection.
    client.on('error', () => {})
    await client.query(text)
    const [error] = await ended
    expect(error).toMatchObject({ code })
    expect(toRefusal(error)).toMatchObject({ statusCode: 503, code: 'kit.away', retryAfter: 2 })
  },
)

test.each([
  'server login has been failing, cached error: server conn crashed?',
  'bouncer config error',
  'query_wait_timeout',
])('database error: PgBouncer that cannot reach its server (%s) leads to 503 with Retry-After', (message) => {
  const error = Object.assign(new Error(message), { code: '08P01' })
  expect(toRefusal(error)).toMatchObject({ statusCode: 503, code: 'kit.away', retryAfter: 2 })
})
