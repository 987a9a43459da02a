import { beforeAll, describe, expect, test } from 'vitest'
import { getPointBalance, listPointHistory, redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { addTransaction, assignSale, previewCancellation, unassignSale } from '../contract.ts'

// Points redeemed against an invoice are refunded when its goods are returned.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards', 'Cancel Redeem Rewards', 'Customer Transaction'] })

beforeAll(() => addEarningRules(app.db))

let invoices = 0
async function buy(MembershipNo: string | null, Details: object[], more: object = {}) {
  const sale = {
    TransactionType: 'N',
    InvoiceNo: `PAID${++invoices}`,
    MembershipNo,
    OutletCode: 'KLCC',
    Details,
    ...more,
  }
  const { status, body } = await app.call(addTransaction, sale as never, hq)
  expect(status).toBe(201)
  return body.InvoiceNo
}
const pay = async (MembershipNo: string, Points: number, InvoiceNo: string) => {
  const redeemed = { MembershipNo, Points, ObjectType: 'Invoice', ObjectValue: InvoiceNo }
  const { status, body } = await app.call(redeemPoints, redeemed as never, counter)
  expect(status).toBe(201)
  return body.History.HistoryId
}
const returnSale = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq)
const previewOf = async (OriginalInvoiceNo: string, Details?: object[]) =>
  (await app.call(previewCancellation, { OriginalInvoiceNo, Details } as never, hq)).body
const available = async (MembershipNo: string) => (await app.call(getPointBalance, { MembershipNo }, hq)).body.Available

const memberWith = async (points: number) => {
  const { MembershipNo } = await member(app.db)
  await buy(MembershipNo, [line(`${points * 10}`)])
  return MembershipNo
}

describe('sale paid with points', () => {
  test('sale paid with points: points can be redeemed for a sale before the till sends its lines', async () => {
    const MembershipNo = await memberWith(100)
    const sale = await buy(null, [], { TotalAmount: '100.00' })
    await pay(MembershipNo, 50, sale)
    expect(await available(MembershipNo)).toBe(50)
  })

  test('sale paid with points: a partial return refunds its share of the points, and the last return refunds the rest', async () => {
    const MembershipNo = await memberWith(100)
    const sale = await buy(null, [line('100', { Quantity: 3 }), line('0.01')])
    await pay(MembershipNo, 50, sale)

    const steps: [Details: object[] | undefined, refunded: number][] = [
      [[{ OldSequenceNo: 1, Quantity: '1' }], 16],
      [[{ OldSequenceNo: 1, Quantity: '1' }], 17],
      [[{ OldSequenceNo: 1, Quantity: '1' }], 16],
      [undefined, 1],
    ]
    for (const [Details, refunded] of steps) {
      expect((await previewOf(sale, Details)).PointsRefunded).toBe(refunded)
      expect((await returnSale(sale, Details)).body.RefundedPoints).toBe(refunded)
    }
    expect(await available(MembershipNo)).toBe(100)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  })

  test('sale paid with points: once all points are refunded, points can be redeemed for the sale again', async () => {
    const MembershipNo = await memberWith(100)
    const sale = await buy(MembershipNo, [line('400')])
    const redeemed = { MembershipNo, Points: 60, ObjectType: 'Invoice', ObjectValue: sale } as never
    for (let time = 0; time < 3; time++) {
      const HistoryId = await pay(MembershipNo, 50 + time, sale)
      expect(await app.call(redeemPoints, redeemed, counter)).toMatchObject({
        status: 409,
        refusal: { code: 'points.used_twice' },
      })
      expect((await app.call(refundRedemption, { HistoryId, Remark: 'Keyed in wrong' }, counter)).status).toBe(201)
    }
    const attempts = await Promise.all([1, 2, 3].map(() => app.call(redeemPoints, redeemed, counter)))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await returnSale(sale)).body.RefundedPoints).toBe(60)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 100 })
  })

  test('sale paid with points: the cancellation preview shows the refund and the member’s balance after it', async () => {
    const MembershipNo = await memberWith(100)
    const sale = await buy(MembershipNo, [line('400', { Quantity: 2 })])
    await pay(MembershipNo, 150, sale)
    const before = await previewOf(sale, [{ OldSequenceNo: 1, Quantity: '1' }])
    expect(before).toMatchObject({
      PointsBack: 40,
      PointsRefunded: 75,
      AvailableBefore: 30,
      AvailableAfter: 65,
      ArrearsAfter: 0,
    })
    const { body } = await returnSale(sale, [{ OldSequenceNo: 1, Quantity: '1' }])
    expect(body).toMatchObject({ ReversedPoints: 40, RefundedPoints: 75, PointsAvailable: 65, PointsOwed: 0 })
  })

  test('sale paid with points: the points redeemed last are refunded first, with their expiry dates', async () => {
    const { MembershipNo } = await member(app.db)
    await buy(MembershipNo, [line('400')], { PerformedAt: '2025-03-10T12:00:00' })
    await buy(MembershipNo, [line('600')], { PerformedAt: '2026-11-05T12:00:00' })
    const sale = await buy(null, [line('100', { Quantity: 2 })])
    await pay(MembershipNo, 60, sale)

    expect((await returnSale(sale, [{ OldSequenceNo: 1, Quantity: '1' }])).body.RefundedPoints).toBe(30)
    expect((await returnSale(sale)).body.RefundedPoints).toBe(30)
    const refunds = await app.sql<{ points: number; expiry_date: string }>(
      `select points, expiry_date from point_history where membership_no = $1 and transaction_type = 'Redeem Refund' order by history_id`,
      MembershipNo,
    )
    expect(refunds).toEqual([
      { points: 10, expiry_date: '2027-03-31' },
      { points: 20, expiry_date: '2028-11-30' },
      { points: 30, expiry_date: '2027-03-31' },
    ])
  })

  test('sale paid with points: refunded points first pay the arrears that the return of the same sale caused', async () => {
    const { MembershipNo } = await member(app.db)
    const sale = await buy(MembershipNo, [line('1000')])
    await pay(MembershipNo, 90, sale)
    expect(await previewOf(sale)).toMatchObject({
      PointsBack: 100,
      PointsRefunded: 90,
      AvailableAfter: 0,
      ArrearsAfter: 0,
    })
    expect((await returnSale(sale)).body).toMatchObject({ RefundedPoints: 90, PointsAvailable: 0, PointsOwed: 0 })
  })

  test.each(['Recover later', 'Take from other lots'])(
    'sale paid with points: refunded points pay arrears before other lots, whichever expires first (%s)',
    async (policy) => {
      await app.sql(
        `insert into setting (name, value) values ('points.arrearsPolicy', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value`,
        policy,
      )
      const { MembershipNo } = await member(app.db)
      await buy(MembershipNo, [line('500')], { PerformedAt: '2025-06-10T12:00:00' })
      const sale = await buy(MembershipNo, [line('1000')], { PerformedAt: '2026-10-05T12:00:00' })
      await pay(MembershipNo, 130, sale)
      await buy(MembershipNo, [line('300')], { PerformedAt: '2025-01-10T12:00:00' })
      await buy(MembershipNo, [line('400')], { PerformedAt: '2026-11-20T12:00:00' })
      expect((await returnSale(sale)).body).toMatchObject({ ReversedPoints: 100, RefundedPoints: 130, PointsOwed: 0 })
      await app.sql(`delete from setting where name = 'points.arrearsPolicy'`)
      // Of the 130 refunded points, the 80 that expire first pay the arrears of the sale; other lots stay unchanged.
      const remaining = await app.sql(
        `select expiry_date, point_amount - point_reversed - point_utilized - point_expired as left from point_history
       where membership_no = $1 and point_amount > point_reversed + point_utilized + point_expired order by 1`,
        MembershipNo,
      )
      expect(remaining).toEqual([
        { expiry_date: '2027-01-31', left: 30 },
        { expiry_date: '2028-10-31', left: 50 },
        { expiry_date: '2028-11-30', left: 40 },
      ])
      expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 120 })
    },
  )

  test('sale paid with points: the refund goes to the member who paid with points, even if another member bought', async () => {
    const payer = await memberWith(80)
    const buyer = await memberWith(10)
    const sale = await buy(buyer, [line('500')])
    await pay(payer, 80, sale)
    expect((await returnSale(sale)).body).toMatchObject({ RefundedPoints: 80, PointsAvailable: 10 })
    expect(await available(payer)).toBe(80)
  })

  test('sale paid with points: a return does not refund points that were already refunded manually', async () => {
    const MembershipNo = await memberWith(40)
    const sale = await buy(null, [line('100', { Quantity: 2 })])
    const HistoryId = await pay(MembershipNo, 40, sale)
    await returnSale(sale, [{ OldSequenceNo: 1, Quantity: '1' }])
    const byHand = await app.call(refundRedemption, { HistoryId, Remark: 'All of it' }, counter)
    expect(byHand.body.Refunded).toBe(20)
    expect((await returnSale(sale)).body.RefundedPoints).toBe(0)
    expect(await app.call(refundRedemption, { HistoryId, Remark: 'Again' }, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'points.refunded_already' },
    })
    expect(await available(MembershipNo)).toBe(40)
  })

  test('sale paid with points: a return does not refund points that were redeemed for something else', async () => {
    const MembershipNo = await memberWith(60)
    const sale = await buy(null, [line('100')])
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 60, ObjectType: 'Reward', ObjectValue: sale } as never,
      counter,
    )
    expect((await previewOf(sale)).PointsRefunded).toBe(0)
    expect((await returnSale(sale)).body.RefundedPoints).toBe(0)
  })

  test('sale paid with points: the redemption does not change when the sale is assigned to another member', async () => {
    const MembershipNo = await memberWith(60)
    const sale = await buy(null, [line('100')])
    await pay(MembershipNo, 60, sale)
    await app.call(assignSale, { InvoiceNo: sale, MembershipNo }, hq)
    await app.call(unassignSale, { InvoiceNo: sale, Remark: 'Another customer' }, hq)
    expect(await available(MembershipNo)).toBe(0)
  })

  test('sale paid with points: two concurrent partial returns each refund their own share', async () => {
    const MembershipNo = await memberWith(90)
    const sale = await buy(MembershipNo, [line('100'), line('100'), line('100')])
    await pay(MembershipNo, 90, sale)
    const parts = await Promise.all([1, 2, 3].map((OldSequenceNo) => returnSale(sale, [{ OldSequenceNo }])))
    expect(parts.map(({ body }) => body.RefundedPoints)).toEqual([30, 30, 30])
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  })

  test('sale paid with points: points can be redeemed for a sale until the sale is completely returned', async () => {
    const MembershipNo = await memberWith(90)
    const sale = await buy(null, [line('100', { Quantity: 2 })])
    await returnSale(sale, [{ OldSequenceNo: 1, Quantity: '1' }])
    await pay(MembershipNo, 20, sale)
    await returnSale(sale)
    expect(await available(MembershipNo)).toBe(90)
    const otherMember = await memberWith(10)
    const lateRedemption = { MembershipNo: otherMember, Points: 5, ObjectType: 'Invoice', ObjectValue: sale }
    expect(await app.call(redeemPoints, lateRedemption as never, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'points.sale_cancelled', message: `Invoice ${sale} was cancelled` },
    })
    expect(await available(otherMember)).toBe(10)
  })

  test('sale paid with points: after a redemption concurrent with a full return, no points are redeemed for the sale', async () => {
    const MembershipNo = await memberWith(50)
    for (let time = 0; time < 10; time++) {
      const sale = await buy(null, [line('20')])
      const redemption = { MembershipNo, Points: 5, ObjectType: 'Invoice', ObjectValue: sale }
      await Promise.all([returnSale(sale), app.call(redeemPoints, redemption as never, counter)])
      expect(await available(MembershipNo)).toBe(50)
    }
  })

  test('sale paid with points: concurrent returns of two sales, each paid by the other’s buyer, do not deadlock', async () => {
    const [one, other] = [await memberWith(50), await memberWith(50)] as [string, string]
    for (let time = 0; time < 10; time++) {
      const [firstInvoice, secondInvoice] = [await buy(one, [line('20')]), await buy(other, [line('20')])]
      await pay(other, 5, firstInvoice)
      await pay(one, 5, secondInvoice)
      const returnReplies = await Promise.all([returnSale(firstInvoice), returnSale(secondInvoice)])
      expect(returnReplies.map(({ status }) => status)).toEqual([201, 201])
    }
    expect([await available(one), await available(other)]).toEqual([50, 50])
  })
})

test('points history: the entry of a refund names the invoice number of the return', async () => {
  const MembershipNo = await memberWith(30)
  const sale = await buy(null, [line('100')])
  await pay(MembershipNo, 30, sale)
  const { body } = await returnSale(sale)
  const history = await app.call(listPointHistory, { Search: { MembershipNo } } as never, hq)
  expect(history.body.rows.find(({ TransactionType }) => TransactionType === 'Redeem Refund')).toMatchObject({
    InvoiceNo: body.InvoiceNo,
    Points: 30,
  })
})
