import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { growLargeCompany } from '#app/demo/grow-large.ts'
import { jsonRoutes, nightlyBatchSteps } from '#app/server/areas.ts'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { getPointStatement, redeemPoints } from '#areas/points/contract.ts'
import { addTransaction, previewCancellation } from '#areas/sales/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { campaign } from './factories/campaigns.ts'
import { rowsOf } from './factories/foreign-rows.ts'
import { requestNaming } from './factories/named-bodies.ts'
import { line, member } from './factories/sales.ts'
import { type PageRequest, pageRequests, prepareTillDay, sendPageRequest } from './factories/till-day.ts'
import { hq, jobContext, systemAt, useApp } from './harness.ts'

// The calls of a till and of staff at the counter cost the same in a small and in a large company.
// A statement without an index would read a whole table, which PostgreSQL counts.

const MEMBERS = 3_000
const SALES_PER_MEMBER = 3
/** The share of the rows of a table that a call may read. */
const FEW = 0.1
/** How often the work of a night may read all rows of a table. */
const LIMITED = 10

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

/** Runs one piece of work after the other. Returns the tables of which one read more than `times` their rows. */
async function scansOf(calls: readonly Work[], times: number) {
  const scans: string[] = []
  let before = await rowsRead()
  for (const { name, run } of calls) {
    await run()
    const after = await rowsRead()
    for (const [table, { rows, read }] of after) {
      const count = read - (before.get(table)?.read ?? 0)
      if (count > rows * times) scans.push(`${name}: ${count} of ${rows} rows of ${table}`)
    }
    before = after
  }
  return scans
}

const send = async (request: PageRequest) => {
  const { token } = await app.token(till)
  const { status } = await sendPageRequest(app, request, { token, values })
  expect({ path: request.path, status }).toEqual({ path: request.path, status: request.status })
}

test('large company: no call of a till’s day scans a large table', async () => {
  const calls = pageRequests().map((request) => ({ name: request.path, run: () => send(request) }))
  expect(await scansOf(calls, FEW)).toEqual([])
})

const expectSuccess = async (answer: Promise<{ status: number; body: unknown }>) => {
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
  expect(
    await scansOf(
      Object.entries(calls).map(([name, run]) => ({ name, run: () => expectSuccess(run()) })),
      FEW,
    ),
  ).toEqual([])
})

describe('large company: calls about one record', () => {
  // Calls that end a record come last, because the calls after them would find nothing.
  const isEnd = ({ path }: Endpoint) => /delete|cancel|merge|erase|anonym|reject|revoke|sign-out/.test(path)
  const calls = jsonRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ scope, access }) => access !== 'public' && scope.otherwise === null && scope.rows.length > 0)
    .sort((one, other) => Number(isEnd(one)) - Number(isEnd(other)))

  test('no call that names its record scans a large table', async () => {
    const rows = await rowsOf(app, 'KLCC')
    const { token } = await app.token(hq)
    let successes = 0
    const sendNaming = async (endpoint: Endpoint) => {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await app.inject({ ...requestNaming(endpoint, 1, { rows }), headers })
      if (status < 300) successes++
    }
    const work = calls.map((endpoint) => ({ name: endpoint.path, run: () => sendNaming(endpoint) }))
    expect(await scansOf(work, FEW)).toEqual([])
    expect(successes).toBeGreaterThan(80)
  })
})

/** Adds a bonus point of a campaign to every sale. */
const addBonuses = (client: Client) =>
  client.query(`
    update point_balance set lots_remaining = lots_remaining + earned.sales, total_points_earned = total_points_earned + earned.sales
    from (select membership_no, count(*) as sales from point_history where transaction_type = 'Earn' group by 1) earned
    where earned.membership_no = point_balance.membership_no;
    insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
      invoice_no, transaction_id, object_type, object_value, outlet_code, source_key)
    select membership_no, sequence_no + 1000, 'Bonus', 1, 1, business_date, earned_at, available_from, expiry_date, invoice_no, transaction_id, 'Campaign', 'C',
      outlet_code, 'bonus:' || history_id
    from point_history where transaction_type = 'Earn'`)

test('large company: the reconciliation and the nightly batch read a table a limited number of times', async () => {
  const client = new Client({ connectionString: app.url })
  await client.connect()
  // As in the grown company: triggers would check each bonus of the thousands.
  await client.query('set session_replication_role = replica')
  await addBonuses(client)
  await client.query('analyze')
  await client.end()
  const work = [
    { name: 'reconciliation', run: () => reconcileLedger(jobContext(app)) },
    { name: 'nightly batch', run: () => runNightlyBatch(jobContext(app), nightlyBatchSteps) },
  ]
  expect(await scansOf(work, LIMITED)).toEqual([])
})
