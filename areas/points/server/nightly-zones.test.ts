import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { jobContext, outletStaff, useApp } from '#tests/harness.ts'
import { expireLotsStep } from './nightly.ts'

// Tests the last second of a month and the first of the next in the business time zone, on servers in other time zones.

const moments = [
  { PerformedAt: '2025-01-31T23:59:59+08:00', date: '2025-01-31', ends: '2027-01-31' },
  { PerformedAt: '2025-01-31T16:00:00Z', date: '2025-02-01', ends: '2027-02-28' },
  { PerformedAt: '2024-12-31T23:59:59', date: '2024-12-31', ends: '2026-12-31' },
  { PerformedAt: '2025-01-01T00:00:00', date: '2025-01-01', ends: '2027-01-31' },
]
const processZone = process.env.TZ

describe.each(['UTC', 'Asia/Kuala_Lumpur', 'America/New_York'])('nightly batch on a server in %s', (zone) => {
  const app = useApp({
    at: '2026-11-21T04:00:00Z',
    prepare: async ({ sql }) => {
      const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name')
      await sql(`alter database "${name}" set timezone to '${zone}'`)
    },
  })
  beforeAll(async () => {
    process.env.TZ = zone
    await addEarningRules(app.db)
  })
  afterAll(() => {
    process.env.TZ = processZone
  })

  test('time zone of server and database: has no effect on business dates and expiry of sales around midnight', async () => {
    expect((await app.database.pool.query('show timezone')).rows).toEqual([{ TimeZone: zone }])
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const { MembershipNo } = await member(app.db)
    for (const [index, { PerformedAt }] of moments.entries()) {
      const sale = { TransactionType: 'N', InvoiceNo: `Z${index}`, MembershipNo, PerformedAt, Details: [line('1000')] }
      expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
    }
    const lots = await app.sql<{ date: string; ends: string }>(
      `select business_date::text as date, expiry_date::text as ends from point_history where membership_no = $1 order by history_id`,
      MembershipNo,
    )
    expect(lots).toEqual(moments.map(({ date, ends }) => ({ date, ends })))

    const remaining = []
    for (const moment of [
      '2026-12-31T23:59:59+08:00',
      '2027-01-01T00:00:00+08:00',
      '2027-01-31T15:59:59Z',
      '2027-01-31T16:00:00Z',
      '2027-02-28T23:59:59+08:00',
      '2027-03-01T00:00:00+08:00',
    ]) {
      const clock = () => new Date(moment)
      await runNightlyBatch(jobContext(app, { clock }), [expireLotsStep])
      remaining.push((await checkLedger(app.db, MembershipNo)).points)
    }
    expect(remaining).toEqual([400, 300, 300, 100, 100, 0])
  })
})
