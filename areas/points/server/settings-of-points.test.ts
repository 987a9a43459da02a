import { expect, test } from 'vitest'
import { getLiability } from '#areas/expiry/contract/liability.ts'
import { addTransaction, previewCancellation } from '#areas/sales/contract.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, staffWith, systemAt, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addAdjustment, getPointBalance, redeemPoints, refundRedemption } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const manager = staffWith({ roles: ['Point Adjustment'], privileges: ['Adjust Points'] })

const adjustIn = async (points: number, caller: Caller = hq) => {
  const { MembershipNo } = await member(app.db)
  const input = { MembershipNo, TransactionType: 'Adjust In', PointAmount: points, ReasonCode: 'Goodwill', Remark: 'x' }
  return (await app.call(addAdjustment, input as never, caller)).body.Status
}

testSetting(
  app,
  'adjustment.limitHQ',
  [
    [10, ['Active', 'Pending approval']],
    [11, ['Active', 'Active']],
  ],
  async () => [await adjustIn(10), await adjustIn(11)],
)

testSetting(
  app,
  'adjustment.limitManager',
  [
    [10, ['Active', 'Pending approval']],
    [11, ['Active', 'Active']],
  ],
  async () => [await adjustIn(10, manager), await adjustIn(11, manager)],
)

testSetting(
  app,
  'points.costPerPoint',
  [
    ['0.2000', 0.2],
    ['0.0500', 0.05],
  ],
  async () => {
    await adjustIn(1_000)
    const { Outstanding, Value } = (await app.call(getLiability, {}, hq)).body
    return Number((Number(Value) / Outstanding).toFixed(4))
  },
)

let number = 0
const buy = async (MembershipNo: string, amount: string, more: object = {}) => {
  const InvoiceNo = `SET${++number}`
  await app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo, MembershipNo, OutletCode: 'KLCC', Details: [line(amount)], ...more } as never,
    hq,
  )
  return InvoiceNo
}
const spend = async (MembershipNo: string, Points: number) =>
  (await app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `S${++number}` }, hq)).body
    .History
const cancelSale = (OriginalInvoiceNo: string, caller: Caller) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, caller)
/** Two sales of 100 points each; the points of the first are spent. */
const spentSale = async () => {
  const { MembershipNo } = await member(app.db)
  const InvoiceNo = await buy(MembershipNo, '1000', { PerformedAt: '2026-01-05T10:00:00' })
  await buy(MembershipNo, '1000')
  await spend(MembershipNo, 100)
  return { MembershipNo, InvoiceNo }
}
const balanceOf = async (MembershipNo: string) => {
  expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  return (await app.call(getPointBalance, { MembershipNo }, hq)).body
}

testSetting(
  app,
  'points.refundGraceDays',
  [
    [30, '2026-12-21'],
    [60, '2027-01-20'],
    // The former expiry date of the lot.
    [0, '2026-11-30'],
  ],
  async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2024-11-25T10:00:00' })
    const { HistoryId } = await spend(MembershipNo, 50)
    await app.call(refundRedemption, { HistoryId, Remark: 'Back' }, hq)
    const rows = await app.sql<{ day: string }>(
      `select expiry_date::text as day from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      MembershipNo,
    )
    return rows[0]!.day
  },
)

// Recover later: points spent before their sale is returned become arrears, which the next earning pays.
// Take from other lots: other lots pay the arrears immediately.
// Ask head office: outlets cannot post the return, but tills can.
// The policy has no effect if no points were spent.
testSetting(
  app,
  'points.arrearsPolicy',
  [
    ['Recover later', { outlet: 201, till: 201, tillOfOutlet: 201, unspent: 201, Arrears: 100 }],
    ['Take from other lots', { outlet: 201, till: 201, tillOfOutlet: 201, unspent: 201, Arrears: 0 }],
    ['Ask head office', { outlet: 409, till: 201, tillOfOutlet: 201, unspent: 201, Arrears: 100 }],
  ],
  async () => {
    const [first, second, third] = [await spentSale(), await spentSale(), await spentSale()]
    const { MembershipNo } = await member(app.db)
    return {
      outlet: (await cancelSale(first.InvoiceNo, outletStaff)).status,
      till: (await cancelSale(second.InvoiceNo, systemWith('sales:write', 'sales:cancel'))).status,
      tillOfOutlet: (await cancelSale(third.InvoiceNo, systemAt(['KLCC'], 'sales:write', 'sales:cancel'))).status,
      unspent: (await cancelSale(await buy(MembershipNo, '500'), outletStaff)).status,
      Arrears: (await balanceOf(second.MembershipNo)).Arrears,
    }
  },
)

test('arrears policy “Ask head office”: an outlet’s return is refused and writes nothing, and head office can post it', async () => {
  const { InvoiceNo } = await spentSale()
  await app.sql(`insert into setting (name, value) values ('points.arrearsPolicy', '"Ask head office"')`)
  const refused = { status: 409, refusal: { code: 'sales.arrears_need_head_office', params: { Points: 100 } } }
  expect(await app.call(previewCancellation, { OriginalInvoiceNo: InvoiceNo }, outletStaff)).toMatchObject(refused)
  expect(await cancelSale(InvoiceNo, outletStaff)).toMatchObject(refused)
  expect((await cancelSale(InvoiceNo, hq)).status).toBe(201)
  await app.sql(`delete from setting`)
})
