import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { earningRules, member } from './factories/sales.ts'
import { staffWith, systemWith, useApp } from './harness.ts'

// One database, two servers that know nothing of each other. `npm run faults -- --only=two` does it with real processes.

const app = useApp({ prepare: async ({ db }) => earningRules(db) })
let folder: string
let other: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carat-two-'))
  const env = { DATABASE_URL: app.url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DEMO: '0' }
  other = await startServer(loadConfig(env), { dev: false, log: () => {} })
}, 120_000)

afterAll(async () => {
  await other?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const atOther = (path: string, token: string, body?: object, key?: string) =>
  fetch(new URL(`${API_BASE}${path}`, other.address), {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

test('a session that is ended on one server is ended on the other at once', async () => {
  const { token } = await app.token(staffWith({ roles: ['Dashboard'] }))
  // The other one knows it by now.
  expect((await atOther('/auth/profile', token)).status).toBe(200)
  const out = await app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/sign-out`,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(out.status).toBe(200)
  const after = await Promise.all(Array.from({ length: 10 }, () => atOther('/auth/profile', token)))
  expect(after.map(({ status }) => status)).toEqual(Array(10).fill(401))
})

test('a sale that a till sends to both with one key is entered once, and both give the same answer', async () => {
  const { MembershipNo } = await member(app.db)
  const till = systemWith('sales:write')
  const { token } = await app.token(till)
  for (let round = 0; round < 10; round++) {
    const line = { Brand: 'Carat', ProductGroup: 'RING', UnitPrice: '100.00' }
    const head = { TransactionType: 'N', InvoiceNo: `TWO${round}`, MembershipNo, OutletCode: 'KLCC' } as const
    const sale = { ...head, Details: [line] }
    const [here, there] = await Promise.all([
      app.call(addTransaction, sale, { as: till, key: `two-${round}` }),
      atOther('/customer/memberships/transaction-summaries/add', token, sale, `two-${round}`),
    ])
    expect([here.status, there.status]).toEqual([201, 201])
    expect(await there.json()).toEqual(here.body)
  }
  const [ledger] = await app.sql<{ sales: number; points: number }>(
    `select (select count(*)::int from transaction_summary) as sales, (select sum(points)::int from point_history) as points`,
  )
  expect(ledger).toEqual({ sales: 10, points: 100 })
})
