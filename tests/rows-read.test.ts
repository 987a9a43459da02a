import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { growLargeCompany } from '#app/demo/grow-large.ts'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { getPointStatement, redeemPoints } from '#areas/points/contract.ts'
import { addTransaction, previewCancellation } from '#areas/sales/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { campaign } from './factories/campaigns.ts'
import { line, member } from './factories/sales.ts'
import {
  fillPlaceholders,
  noteIdentifiers,
  type PageRequest,
  pageRequests,
  prepareTillDay,
} from './factories/till-day.ts'
import { systemAt, useApp } from './harness.ts'

// The calls of a till and of staff at the counter cost the same in a small and in a large company.
// A statement without an index would read a whole table, which PostgreSQL counts.

const MEMBERS = 3_000
const SALES_PER_MEMBER = 3

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const till = systemAt(['KLCC'], ...systemAccountScopes)
let values: Record<string, string> = {}

beforeAll(async () => {
  values = await prepareTillDay(app)
  await campaign(app, { AwardPointYN: 'Y', Multiplier: '2', StartDate: '2020-01-01' })
  const client = new Client({ connectionString: app.url })
  await client.connect()
  await growLargeCompany(client, { members: MEMBERS, salesPerMember: SALES_PER_MEMBER }, () => {})
  await client.end()
})

/** Returns the rows that calls have read of each table with at least half as many rows as members. */
async function rowsRead() {
  // A connection reports its reads at the latest when it ends.
  await app.sql(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'`,
  )
  const tables = await app.sql<{ table: string; rows: number; read: number }>(
    `select relname as table, n_live_tup::int as rows, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_user_tables where n_live_tup >= $1`,
    MEMBERS / 2,
  )
  return new Map(tables.map(({ table, ...counts }) => [table, counts]))
}

type Work = { name: string; run: () => Promise<unknown> }

/** Runs one call after the other. Returns the tables of which a call read more than a tenth of the rows. */
async function scansOf(calls: readonly Work[]) {
  const scans: string[] = []
  let before = await rowsRead()
  for (const { name, run } of calls) {
    await run()
    const after = await rowsRead()
    for (const [table, { rows, read }] of after) {
      const count = read - (before.get(table)?.read ?? 0)
      if (count > rows / 10) scans.push(`${name}: ${count} of ${rows} rows of ${table}`)
    }
    before = after
  }
  return scans
}

const sendRequest = async ({ method, path, body, status, key }: PageRequest) => {
  const { token } = await app.token(till)
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
  expect({ path, status: answer.status }).toEqual({ path, status })
  noteIdentifiers(answer.body, values)
}

test('large company: no call of a till’s day scans a large table', async () => {
  const calls = pageRequests().map((request) => ({ name: request.path, run: () => sendRequest(request) }))
  expect(await scansOf(calls)).toEqual([])
})

const done = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) })
}

test('large company: no call of staff at the counter scans a large table', async () => {
  const { MembershipNo } = await member(app.db)
  const sale = { TransactionType: 'N', InvoiceNo: 'LARGE-1', OutletCode: 'KLCC', MembershipNo, Details: [line('900')] }
  const back = { TransactionType: 'C', OriginalInvoiceNo: 'LARGE-1', OutletCode: 'KLCC' }
  const points = { MembershipNo, Points: 20, ObjectType: 'Voucher', ObjectValue: 'LARGE-1' }
  const calls: Record<string, () => Promise<{ status: number; body: unknown }>> = {
    'sale with a bonus': () => app.call(addTransaction, sale as never),
    redemption: () => app.call(redeemPoints, points),
    'look-up by phone': () => app.call(lookupMember, { Typed: '+60100000001' }),
    'look-up by name': () => app.call(lookupMember, { Typed: 'TAN MEI LING' }),
    statement: () => app.call(getPointStatement, { MembershipNo }),
    'preview of a return': () => app.call(previewCancellation, { OriginalInvoiceNo: 'LARGE-1' } as never),
    'return of a sale whose points were spent': () => app.call(addTransaction, back as never),
    'statement with arrears': () => app.call(getPointStatement, { MembershipNo }),
  }
  expect(await scansOf(Object.entries(calls).map(([name, run]) => ({ name, run: () => done(run()) })))).toEqual([])
})
