import { beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { fillPlaceholders, pageRequests, prepareTillDay, tillAccount } from './factories/till-day.ts'
import { useApp } from './harness.ts'

// Executes the requests of docs/integration.md in their order, so that vendors can copy them.

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
  async (_, { status, key, method, path, body }) => {
    const answer = await app.inject({
      method,
      url: `${API_BASE}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { payload: fillPlaceholders(body, values) }),
    })
    expect({ status: answer.status, ...(answer.status !== status && { body: answer.body }) }).toEqual({ status })
    const {
      History,
      Allowance,
      Results = [],
    } = answer.body as {
      History?: { HistoryId: number }
      Allowance?: string
      Results?: { Status: number }[]
    }
    if (History) values.HistoryId = `${History.HistoryId}`
    if (Allowance) values.Allowance = Allowance
    expect(Results.filter(({ Status }) => Status !== 201)).toEqual([])
  },
)
