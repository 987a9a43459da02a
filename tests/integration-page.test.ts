import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { REPEATED_REPLIES } from '#app/server/api-texts.ts'
import { keyedPaths } from '../packages/client/src/calls.ts'
import { CaratError } from '../packages/client/src/errors.ts'
import { pageRequests, prepareTillDay, sendPageRequest, tillAccount } from './factories/till-day.ts'
import { useApp } from './harness.ts'

// Executes the requests of docs/integration.md in their order, so that vendors can copy them.

const page = readFileSync('docs/integration.md', 'utf8')
const requests = pageRequests()
const app = useApp({ at: '2026-11-21T02:05:00Z' })
let values: Record<string, string> = {}
let token = ''

beforeAll(async () => {
  values = await prepareTillDay(app)
  const { clientId, clientSecret } = tillAccount
  const { body } = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
    },
    payload: 'grant_type=client_credentials',
  })
  token = (body as { access_token: string }).access_token
})

test('docs/integration.md contains requests for the whole day of a till', () => {
  expect(requests.length).toBeGreaterThan(12)
})

test.each(requests.map((request, index) => [`${index + 1}. ${request.method} ${request.path}`, request] as const))(
  '%s gets the status that docs/integration.md states',
  async (_, request) => {
    const { status, body } = await sendPageRequest(app, request, { token, values })
    expect({ status, ...(status !== request.status && { body }) }).toEqual({ status: request.status })
    const { Results = [] } = body as { Results?: { Status: number }[] }
    expect(Results.filter(({ Status }) => Status !== 201)).toEqual([])
  },
)

test('docs/integration.md: lists exactly the calls that accept an Idempotency-Key', () => {
  const [, table] = /These calls accept a key:\n\n([\s\S]*?)\n\n/.exec(page)!
  const named = [...table!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  const folder = named.find((name) => name.endsWith('/'))
  const paths = named.filter((name) => name !== folder).map((name) => (name.startsWith('/') ? name : folder + name))
  expect(paths.sort()).toEqual([...keyedPaths].sort())
})

test('retries: documents and client repeat the same replies', () => {
  const statuses = (text: string) => (text.match(/\b\d{3}\b/g) ?? []).map(Number)
  const repeated = statuses(REPEATED_REPLIES)
  const temporary = Array.from({ length: 600 }, (_, status) => status).filter(
    (status) => new CaratError('/', { status, code: '', message: '' }).isTemporary,
  )
  // A lost reply has status 0; 401 and 500 are repeated once.
  expect([0, 401, 500, ...repeated].sort((one, other) => one - other)).toEqual(temporary)
  expect(statuses(/^\| no reply,.*?\|/m.exec(page)![0])).toEqual(repeated)
  expect(readFileSync('docs/conformance.md', 'utf8')).toContain(`requests ${REPEATED_REPLIES}: `)
})
