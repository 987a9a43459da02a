import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { expireLotsStep } from './nightly.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const redeemer = staffWith({ roles: ['Redeem Rewards', 'Customer'] })

beforeAll(() => addEarningRules(app.db))

const nightly = (date?: string, steps = nightlyBatchSteps) => runNightlyBatch(jobContext(app), steps, date)

let number = 0
const buy = (MembershipNo: string, amount: string, PerformedAt: string) =>
  app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo: `N${++number}`, MembershipNo, PerformedAt, Details: [line(amount)] } as never,
    outletStaff,
  )
const statement = async (MembershipNo: string) =>
  (await app.call(contract.getPointStatement, { MembershipNo }, redeemer)).body

describe('expiry of points in the nightly batch', () => {
  test('nightly batch: the points left in a lot expire after its last day, with one entry for each lot', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2025-01-05T10:00:00')
    await buy(MembershipNo, '500', '2025-01-20T10:00:00')
    await buy(MembershipNo, '200', '2025-02-01T10:00:00')
    await app.call(
      contract.redeemPoints,
      { MembershipNo, Points: 60, ObjectType: 'Reward', ObjectValue: 'night' },
      redeemer,
    )

    await nightly('2027-01-31')
    expect((await statement(MembershipNo)).Closing).toBe(110)
    await nightly('2027-02-01')

    const { rows, Closing } = await statement(MembershipNo)
    expect(rows.filter((row) => row.TransactionType === 'Expire').map((row) => row.Points)).toEqual([-40, -50])
    expect(rows.at(-1)).toMatchObject({ BusinessDate: '2027-02-01', Balance: 20, SequenceNo: 6 })
    expect(Closing).toBe(20)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 20 })
  })

  test('nightly batch: if an earlier, partly spent lot expires, the points of a later lot stay', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2025-03-05T10:00:00')
    await app.call(
      contract.redeemPoints,
      { MembershipNo, Points: 60, ObjectType: 'Reward', ObjectValue: 'collapse' },
      redeemer,
    )
    await buy(MembershipNo, '500', '2026-03-05T10:00:00')
    await nightly('2027-04-01')
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 50 })
  })

  test('nightly batch: five concurrent runs, repeated on three days, expire each lot once', async () => {
    const members = await Promise.all(Array.from({ length: 30 }, () => member(app.db)))
    for (const { MembershipNo } of members) {
      await buy(MembershipNo, '1000', '2025-04-05T10:00:00')
      await buy(MembershipNo, '300', '2025-04-06T10:00:00')
    }
    const runs = await Promise.all(Array.from({ length: 5 }, () => nightly('2027-05-01')))
    for (const day of ['2027-05-02', '2027-05-03', '2027-05-04']) runs.push(await nightly(day))

    const [counts] = await app.sql<{ rows: number; points: number; lots: number }>(
      `select count(*)::int as rows, sum(points)::int as points, count(distinct object_value)::int as lots
       from point_history where transaction_type = 'Expire' and membership_no = any($1)`,
      members.map(({ MembershipNo }) => MembershipNo),
    )
    expect(counts).toEqual({ rows: 60, points: -3900, lots: 60 })
    const [logged] = await app.sql<{ done: number; points: number }>(
      `select sum(done)::int as done, sum(points)::int as points from nightly_step where step = 'expire lots' and nightly_run_id = any($1)`,
      runs,
    )
    expect(logged).toEqual({ done: 60, points: 3900 })
    for (const { MembershipNo } of members)
      expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
  })

  test('nightly batch: lots expire at the month’s end in the business time zone, and once even with concurrent runs', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2025-02-10T10:00:00')
    // 23:30 on 28 February in Kuala Lumpur, which is 28 February in UTC too.
    app.clock.set('2027-02-28T15:30:00Z')
    await nightly()
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 100 })
    // 00:30 on 1 March in Kuala Lumpur, which is still 28 February in UTC.
    app.clock.set('2027-02-28T16:30:00Z')
    await Promise.all([nightly(), nightly()])
    app.clock.set('2026-11-21T04:00:00Z')

    const rows = await app.sql<{ points: number; day: string; key: string }>(
      `select points::int, business_date::text as day, source_key as key from point_history where membership_no = $1 and transaction_type = 'Expire'`,
      MembershipNo,
    )
    expect(rows).toMatchObject([{ points: -100, day: '2027-03-01' }])
    await expect(
      app.sql(
        `insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, object_type, object_value, source_key)
         values ($1, 99, 'Expire', -1, '2027-03-01', 'PointHistory', '1', $2)`,
        MembershipNo,
        rows[0]!.key,
      ),
    ).rejects.toThrow('point_history_source')
  })

  test('nightly batch: a run that fails stores its error, and the next run completes the work', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2025-06-05T10:00:00')
    const broken = { ...expireLotsStep, chunk: () => Promise.reject(new Error('the disk is full')) }
    await expect(nightly('2027-07-01', [broken])).rejects.toThrow('the disk is full')
    await nightly('2027-07-01')

    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
    const runs = await app.sql('select status, failure from nightly_run order by nightly_run_id desc limit 2')
    expect(runs).toEqual([
      { status: 'Done', failure: null },
      { status: 'Failed', failure: 'the disk is full' },
    ])
  })

  test('nightly batch: a run that was killed is reported as aborted, and the next run completes the work', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2025-06-05T10:00:00')
    await app.sql(
      `insert into nightly_run (business_date, started_at, seen_at) values ('2027-07-01', $1, $1)`,
      app.clock.now(),
    )
    app.clock.advance(16 * 60)
    await nightly('2027-07-01')

    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
    const runs = await app.sql<{ status: string }>(
      'select status from nightly_run order by nightly_run_id desc limit 2',
    )
    expect(runs.map(({ status }) => status)).toEqual(['Done', 'Broken off'])
  })

  test('nightly batch: points that have become available pay arrears once', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', '2026-11-01T10:00:00')
    const spent = `N${number}`
    await app.call(
      contract.redeemPoints,
      { MembershipNo, Points: 100, ObjectType: 'Reward', ObjectValue: 'owe' },
      redeemer,
    )
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: spent } as never, outletStaff)
    await app.sql(`update point_structure set pending_days = 10`)
    await buy(MembershipNo, '3000', '2026-11-20T10:00:00')
    await app.sql(`update point_structure set pending_days = 0`)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, arrears: 100, points: 200 })

    await Promise.all([nightly('2026-12-05'), nightly('2026-12-05')])

    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, arrears: 0, points: 200 })
    const recoveries = await app.sql(
      `select 1 from point_history where membership_no = $1 and transaction_type = 'Arrears Recovery'`,
      MembershipNo,
    )
    expect(recoveries).toHaveLength(1)
  })
})
