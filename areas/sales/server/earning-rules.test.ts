import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPointRateDetail, expirePointRateDetail } from '#areas/points/contract.ts'
import { addEarningRules, createPointRate, line, member } from '#tests/factories/sales.ts'
import { hq, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// The structure and rate by which a sale earns points after the rules have changed.

const app = useApp({ at: '2026-11-21T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const till = systemWith('sales:write', 'sales:cancel')

let number = 0
const sell = async (MembershipNo: string | null, net: string | null, more: object = {}) => {
  const sale = { TransactionType: 'N', InvoiceNo: `KS${++number}`, MembershipNo, OutletCode: 'KLCC', ...more }
  return (await app.call(contract.addTransaction, { ...sale, ...(net && { Details: [line(net)] }) } as never, till))
    .body
}
const structure = async (code: string, { category = null as string | null, named = 'N', multiplier = '1' } = {}) => {
  const [namedStructure] = await app.sql<{ structure_id: number }>(
    `with added as (
       insert into point_structure (code, name, validity_months, card_category_code, named_only_yn) values ($1, $1, null, $2, $3) returning structure_id)
     insert into point_structure_detail (structure_id, effective_from, multiplier) select structure_id, '2020-01-01', $4 from added returning structure_id`,
    code,
    category,
    named,
    multiplier,
  )
  return namedStructure!.structure_id
}
const lines = (InvoiceNo: string) =>
  app.sql<{ code: string; points_earned: number }>(
    `select code, points_earned from transaction_detail join transaction_summary using (transaction_id)
       join point_structure_detail using (structure_detail_id) join point_structure s on s.structure_id = point_structure_detail.structure_id
     where invoice_no = $1 order by sequence_no`,
    InvoiceNo,
  )

test('late line: earns by the point structure of the sale’s earlier lines, even if another structure applies by then', async () => {
  const { MembershipNo } = await member(app.db, { category: 'KEEPER' })
  const { InvoiceNo } = await sell(MembershipNo, null, { TotalAmount: '150.00' })
  await app.call(contract.addTransactionDetail, { InvoiceNo, ...line('100') } as never, till)
  await structure('NARROW', { category: 'KEEPER', multiplier: '3' })
  await app.call(contract.addTransactionDetail, { InvoiceNo, ...line('50') } as never, till)

  expect(await lines(InvoiceNo)).toEqual([
    { code: 'STANDARD', points_earned: 10 },
    { code: 'STANDARD', points_earned: 5 },
  ])
  expect(await lines((await sell(MembershipNo, '100')).InvoiceNo)).toEqual([{ code: 'NARROW', points_earned: 30 }])
})

test('named structure: applies only to the sale that names it, even if the sale is assigned to a member later', async () => {
  const id = await structure('HISTORY', { named: 'Y', multiplier: '2' })
  const { MembershipNo } = await member(app.db)
  const named = await sell(null, '100')
  await app.sql('update transaction_summary set structure_id = $1 where invoice_no = $2', id, named.InvoiceNo)
  const assigned = await app.call(contract.assignSale, { InvoiceNo: named.InvoiceNo, MembershipNo }, hq)

  expect(assigned).toMatchObject({ status: 200, body: { EarnedPoints: 20, ExpiryDate: null } })
  expect(await lines((await sell(MembershipNo, '100')).InvoiceNo)).toEqual([{ code: 'STANDARD', points_earned: 10 }])
})

test('named structure: each line of a sale can name a structure, even outside the structure’s period', async () => {
  const id = await structure('PAST', { named: 'Y', multiplier: '4' })
  await app.sql(
    `update point_structure_detail set effective_from = '2020-03-01', effective_to = '2020-12-31' where structure_id = $1`,
    id,
  )
  const { MembershipNo } = await member(app.db)
  const { rows } = await sql<{ Points: number }>`
    select points from points_earning((
      select array_agg(line_to_earn(place, 1, ${MembershipNo}, day, 'Carat', 100, structure_id => named))
      from (values (1, date '2026-01-01', null), (2, '2020-06-01', ${id}), (3, '2021-06-01', ${id}), (4, '2020-01-15', ${id}::bigint)) line (place, day, named)
    )) order by document`.execute(app.db)
  expect(rows.map(({ Points }) => Points)).toEqual([10, 40, 40, 40])
})

test('rate ended during the day: applies to sales before its end and their late lines, and not to later sales', async () => {
  await createPointRate(app.db, 'Ends', '1')
  const [{ id, rate } = { id: 0, rate: 0 }] = await app.sql<{ id: number; rate: number }>(
    `select rate_detail_id::int as id, rate_id::int as rate from point_rate_detail join point_rate using (rate_id) where brand = 'Ends'`,
  )
  const { MembershipNo } = await member(app.db)
  const at = (PerformedAt: string, UnitPrice = '100') =>
    sell(MembershipNo, null, { PerformedAt, Details: [line(UnitPrice, { Brand: 'Ends' })] })
  const before = await at('2026-11-21T03:00:00Z')
  expect(before.EarnedPoints).toBe(10)

  expect(await app.call(expirePointRateDetail, { RateDetailId: id }, hq)).toMatchObject({ status: 200 })
  app.clock.advance(60)
  // The sale earns by the template, and later by a period that begins on the same day.
  await app.sql(
    `update point_rate_detail set point_rate = 3 from point_rate where brand = 'All' and point_rate.rate_id = point_rate_detail.rate_id`,
  )
  expect((await at('2026-11-21T04:00:30Z')).EarnedPoints).toBe(30)
  const next = { RateId: rate, Amount: '10', PointRate: '5', EffectiveFrom: '2026-11-21' }
  expect(await app.call(addPointRateDetail, next, hq)).toMatchObject({ status: 201 })
  expect((await at('2026-11-21T04:00:50Z')).EarnedPoints).toBe(50)
  // A sale that was made before the end of the rate but entered after it.
  expect((await at('2026-11-21T03:30:00Z')).EarnedPoints).toBe(10)
  expect((await at('2026-11-20T12:00:00Z')).EarnedPoints).toBe(10)
  await app.call(
    contract.addTransactionDetail,
    { InvoiceNo: before.InvoiceNo, ...line('50', { Brand: 'Ends' }) } as never,
    till,
  )
  expect((await lines(before.InvoiceNo)).map((of) => of.points_earned)).toEqual([10, 5])
  app.clock.advance(-60)
})

test('points_earning: one query finds the structure and the rate of many sales', async () => {
  const { rows } = await sql<Record<string, string>>`
    explain select * from membership m
      cross join lateral structure_for(m.card_group_id, m.card_category_code, m.member_type, m.join_date, null)
      cross join lateral rate_for('Carat', jsonb_build_object('CardCategory', m.card_category_code), m.join_date, '-infinity')`.execute(
    app.db,
  )
  expect(JSON.stringify(rows)).not.toContain('Function Scan')
})
