import { expect, test } from 'vitest'
import { getLiability } from '#areas/expiry/contract/liability.ts'
import { addTransaction, previewCancel } from '#areas/sales/contract.ts'
import { listSettings, resetSetting, type SettingName, updateSetting } from '#areas/setup/contract/settings.ts'
import { checkLedger, earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { addAdjustment, getBalance, redeemPoints, refundRedemption } from '../contract.ts'

// A setting that changes nothing does not belong into the settings: each is turned on and off again here.

const app = useApp({ at: '2026-11-21T04:00:00Z', prepare: ({ db }) => earningRules(db) })
const manager = staffWith({ roles: ['Point Adjustment'], privileges: ['Adjust Points'] })

const give = async (points: number, caller: Caller = hq) => {
  const { MembershipNo } = await member(app.db)
  const input = { MembershipNo, TransactionType: 'Adjust In', PointAmount: points, ReasonCode: 'Goodwill', Remark: 'x' }
  return (await app.call(addAdjustment, input as never, caller)).body.Status
}
const versionOf = async (Name: SettingName) =>
  (await app.call(listSettings, { Search: { Name } })).body.rows.find((row) => row.Name === Name)!.Version
const set = async (Name: SettingName, Value: string | number) =>
  expect((await app.call(updateSetting, { Name, Version: await versionOf(Name), Value })).status).toBe(200)
const reset = async (Name: SettingName) => app.call(resetSetting, { Name, Version: await versionOf(Name) })

test.each([
  ['adjustment.limitHQ', hq],
  ['adjustment.limitManager', manager],
] as const)('%s says from how many points on a second person is asked', async (name, caller) => {
  await set(name, 10)
  expect([await give(10, caller), await give(11, caller)]).toEqual(['Active', 'Pending approval'])
  await reset(name)
  expect(await give(11, caller)).toBe('Active')
})

test('points.costPerPoint says what the points that are outstanding cost', async () => {
  const value = async () => {
    const { Outstanding, Value } = (await app.call(getLiability, {}, hq)).body
    return Number(Value) / Outstanding
  }
  await give(1_000)
  await set('points.costPerPoint', '0.2000')
  expect(await value()).toBeCloseTo(0.2)
  await reset('points.costPerPoint')
  expect(await value()).toBeCloseTo(0.05)
})

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
/** Two sales of 100 points each, of which the first one's points are spent. */
const spentSale = async () => {
  const { MembershipNo } = await member(app.db)
  const InvoiceNo = await buy(MembershipNo, '1000', { PerformedAt: '2026-01-05T10:00:00' })
  await buy(MembershipNo, '1000')
  await spend(MembershipNo, 100)
  return { MembershipNo, InvoiceNo }
}
const balanceOf = async (MembershipNo: string) => {
  expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  return (await app.call(getBalance, { MembershipNo }, hq)).body
}

test('points.refundGraceDays says how long points that are given back may be used at least', async () => {
  const refunded = async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, '1000', { PerformedAt: '2024-11-25T10:00:00' })
    const { HistoryId } = await spend(MembershipNo, 50)
    await app.call(refundRedemption, { HistoryId, Remark: 'Back' }, hq)
    const rows = await app.sql<{ day: string }>(
      `select expiry_date::text as day from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      MembershipNo,
    )
    return rows[0]!.day
  }
  expect(await refunded()).toBe('2026-12-21')
  await set('points.refundGraceDays', 60)
  expect(await refunded()).toBe('2027-01-20')
  await set('points.refundGraceDays', 0)
  // Its own date.
  expect(await refunded()).toBe('2026-11-30')
  await reset('points.refundGraceDays')
})

test('points.arrearsPolicy says what becomes of points that were spent when their sale is taken back: owed until more is earned', async () => {
  const { MembershipNo, InvoiceNo } = await spentSale()
  expect((await cancelSale(InvoiceNo, outletStaff)).status).toBe(201)
  expect(await balanceOf(MembershipNo)).toMatchObject({ Arrears: 100, PointBalance: 0 })
})

test('points.arrearsPolicy: or paid at once from other lots', async () => {
  const { MembershipNo, InvoiceNo } = await spentSale()
  await set('points.arrearsPolicy', 'Take from other lots')
  expect((await cancelSale(InvoiceNo, outletStaff)).status).toBe(201)
  expect(await balanceOf(MembershipNo)).toMatchObject({ Arrears: 0, PointBalance: 0 })
  await reset('points.arrearsPolicy')
})

test('points.arrearsPolicy: or left to head office, while tills go on', async () => {
  const [first, second] = [await spentSale(), await spentSale()]
  await set('points.arrearsPolicy', 'Ask head office')
  const refused = { status: 409, refusal: { code: 'sales.arrears_need_head_office', params: { Points: 100 } } }
  expect(await cancelSale(first.InvoiceNo, outletStaff)).toMatchObject(refused)
  expect(await app.call(previewCancel, { OriginalInvoiceNo: first.InvoiceNo }, outletStaff)).toMatchObject(refused)
  expect((await cancelSale(first.InvoiceNo, hq)).status).toBe(201)
  expect((await cancelSale(second.InvoiceNo, systemWith('sales:write'))).status).toBe(201)
  // Where nothing was spent, nothing has to be asked.
  const { MembershipNo } = await member(app.db)
  expect((await cancelSale(await buy(MembershipNo, '500'), outletStaff)).status).toBe(201)
  await reset('points.arrearsPolicy')
})
