import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { scopes } from '#areas/access/roles.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { points, reward } from './factories/rewards.ts'
import { addEarningRules, companyBrands, member } from './factories/sales.ts'
import { systemWith, useApp } from './harness.ts'

// Executes the requests of docs/integration.md in their order, so that vendors can copy them.

const page = readFileSync(new URL('../docs/integration.md', import.meta.url), 'utf8')
const requests = [...page.matchAll(/```http (\d{3})(?: (\S+))?\n(GET|POST) (\S+)\n([\s\S]*?)```/g)].map(
  ([, status, key, method, path, body]) => ({ status: Number(status), key, method, path: path!, body: body!.trim() }),
)

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const values: Record<string, string> = { Brand: 'Aurelia', Today: '2026-11-21' }
let token = ''

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 500)
  await reward(app.db)
  values.MembershipNo = MembershipNo
  token = (await app.token(systemWith(...scopes))).token
  await app.sql(`update user_account set till_outlet_code = 'KLCC' where kind = 'System'`)
})

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

test('docs/integration.md has requests for the whole day of a till', () => {
  expect(requests.length).toBeGreaterThan(12)
})

test.each(requests.map((request, index) => [`${index + 1}. ${request.method} ${request.path}`, request] as const))(
  '%s gets the status that docs/integration.md states',
  async (_, { status, key, method, path, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `${API_BASE}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { payload: filled(body) }),
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
