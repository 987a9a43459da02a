import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ExplainedLot, explainPoints, redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { addEarningRules, createPointRate, line, member } from '#tests/factories/sales.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addTransaction, addTransactionDetail } from '../contract.ts'

// Customers must be able to verify every figure: lines add up to their sale, and sales to the balance.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const clerk = staffWith({ roles: ['Redeem Rewards', 'Cancel Redeem Rewards', 'Customer Transaction', 'Customer'] })

beforeAll(async () => {
  await addEarningRules(app.db)
  await createPointRate(app.db, 'Celeste', '1.5')
})

let MembershipNo: string
beforeEach(async () => {
  MembershipNo = (await member(app.db)).MembershipNo
})

let number = 0
async function sell(Details: object[], more: object = {}) {
  const sale = { TransactionType: 'N', InvoiceNo: `EXPLAIN${++number}`, MembershipNo, Details, ...more }
  const { status, body } = await app.call(addTransaction, sale as never, outletStaff)
  expect(status).toBe(201)
  return body.InvoiceNo
}
const threePieces = () =>
  sell([
    line('3500.00', { Description: 'Bangle 916' }),
    line('1299.90', { Description: 'Bridal ring', Brand: 'Celeste' }),
    line('268.50', { Description: 'Box chain' }),
  ])
const redeem = (Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `E${++number}` }, clerk)

async function explain(more: object = {}) {
  const { status, body } = await app.call(explainPoints, { MembershipNo, UsedYN: 'Y', ...more }, clerk)
  expect(status).toBe(200)
  const sum = (points: readonly number[]) => points.reduce((all, one) => all + one, 0)
  for (const lot of body.rows) {
    expect(lot.PointAmount - sum(lot.Uses.map(({ Points }) => Points))).toBe(lot.Remaining)
    const parts = lot.Whole ? [...lot.Lines, lot.Whole] : lot.Lines
    for (const { Exact, Limit, Rounding, PointsEarned } of parts)
      expect(sixths(Exact) + sixths(Limit) + sixths(Rounding)).toBe(PointsEarned * 1_000_000)
    expect(sum(lot.Lines.map(({ PointsEarned }) => PointsEarned))).toBe(lot.Whole?.PointsEarned ?? 0)
  }
  const { Balance } = body
  expect(sum(body.rows.map(({ Remaining }) => Remaining)) - Balance.Arrears).toBe(Balance.PointBalance)
  const { TotalPointsEarned: earned, TotalPointsAdjusted: adjusted } = Balance
  const deducted = Balance.TotalPointsReversed + Balance.TotalPointsRedeemed + Balance.TotalPointsExpired
  expect(earned + adjusted + Balance.TotalPointsMerged - deducted).toBe(Balance.PointBalance)
  return body
}

/** Converts '194.985000' to 194985000n; the server returns at most six decimals. */
const sixths = (text: string | null) => {
  const [whole = '', decimals = ''] = (text ?? '').replace('-', '').split('.')
  return Number(`${text?.startsWith('-') ? '-' : ''}${whole}${decimals.padEnd(6, '0')}`)
}
const figures = (lot: ExplainedLot | undefined) =>
  lot!.Lines.map(({ Exact, Limit, Rounding, PointsEarned }) => [
    sixths(Exact) / 1e6,
    sixths(Limit) / 1e6,
    sixths(Rounding) / 1e6,
    PointsEarned,
  ])

describe('explanation of a sale’s points', () => {
  test('explain points: shows exact points, rounding and awarded points of each line and of the sale', async () => {
    await threePieces()
    const [lot] = (await explain()).rows
    expect(figures(lot)).toEqual([
      [350, 0, 0, 350],
      [194.985, 0, 0.015, 195],
      [26.85, 0, -0.85, 26],
    ])
    expect(lot).toMatchObject({ PointAmount: 571, Whole: { NetAmount: '5068.40', PointsEarned: 571 } })
    expect(sixths(lot!.Whole!.Exact)).toBe(571_835_000)
  })

  test('explain points: users who can open the sale see amounts', async () => {
    await threePieces()
    const { body } = await app.call(explainPoints, { MembershipNo }, outletStaff)
    expect(body.rows[0]!.Lines.map(({ NetAmount }) => NetAmount)).toEqual(['3500.00', '1299.90', '268.50'])
  })

  test('explain points: shows a return and a redemption separately, with the returned goods', async () => {
    const OriginalInvoiceNo = await threePieces()
    const back = await app.call(
      addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo, Details: [{ OldSequenceNo: 2 }] } as never,
      outletStaff,
    )
    expect(back.status).toBe(201)
    expect((await redeem(76)).status).toBe(201)
    const { rows, Balance } = await explain()
    expect(rows[0]!.Uses).toMatchObject([
      { TransactionType: 'Reversal', Points: 195, InvoiceNo: `${OriginalInvoiceNo}-C1`, Returned: 'Bridal ring' },
      { TransactionType: 'Redeem', Points: 76, Returned: null },
    ])
    expect(rows[0]!.Remaining).toBe(300)
    expect(Balance).toMatchObject({ PointBalance: 300, TotalPointsEarned: 571, TotalPointsReversed: 195 })
  })

  test('explain points: shows how many points the cap per invoice removed from each line', async () => {
    await app.sql('update point_structure set max_points_per_invoice = 100')
    await sell([line('3500.00'), line('1500.00')])
    await app.sql('update point_structure set max_points_per_invoice = null')
    const [lot] = (await explain()).rows
    expect(figures(lot)).toEqual([
      [350, -280, 0, 70],
      [150, -120, 0, 30],
    ])
  })

  test('explain points: shows the part of a line that was paid by voucher and earns nothing', async () => {
    await sell([line('600.00'), line('400.00')], { VoucherAmount: '250.00' })
    const [lot] = (await explain()).rows
    expect(
      lot!.Lines.map(({ NetAmount, EarningAmount, PointsEarned }) => [NetAmount, EarningAmount, PointsEarned]),
    ).toEqual([
      ['600.00', '450.00', 45],
      ['400.00', '300.00', 30],
    ])
  })

  test('explain points: the lots of a sale with a late line add up to the points of the sale', async () => {
    const InvoiceNo = await sell([line('100.00')], { TotalAmount: '300.00', Details: [] })
    for (const price of ['105.00', '195.00'])
      expect((await app.call(addTransactionDetail, { InvoiceNo, ...line(price) } as never, outletStaff)).status).toBe(
        201,
      )
    const { rows } = await explain({ InvoiceNo })
    expect(rows.map(({ PointAmount }) => PointAmount).toSorted((one, other) => one - other)).toEqual([10, 20])
    // The lines that earned its points explain each lot, and all lots together add up to the sale.
    for (const { Whole, PointAmount } of rows) expect(Whole!.PointsEarned).toBe(PointAmount)
    const parts = rows.flatMap(({ Lines }) => Lines)
    expect(parts.reduce((sum, { NetAmount }) => sum + Number(NetAmount), 0)).toBe(300)
    const points = (line: number) =>
      parts.filter(({ SequenceNo }) => SequenceNo === line).reduce((sum, { PointsEarned }) => sum + PointsEarned, 0)
    const earned = await app.sql<{ points: number }>(
      `select points_earned::int as points from transaction_detail d join transaction_summary t using (transaction_id) where t.invoice_no = $1 order by sequence_no`,
      InvoiceNo,
    )
    expect([points(1), points(2)]).toEqual(earned.map((line) => line.points))
  })

  test('explain points: shows the multiplier of the card level, or in the birthday month the birthday multiplier', async () => {
    MembershipNo = (await member(app.db, { birthDate: '1990-11-02', category: 'EXPLAINED' })).MembershipNo
    await app.sql(`insert into card_level (card_category_id, first_sales_amount, point_multiplier, birthday_multiplier, effective_from)
      select card_category_id, 0, 1.5, 2, '2020-01-01' from card_category where code = 'EXPLAINED'`)
    await sell([line('100.00')])
    expect((await explain()).rows[0]).toMatchObject({ LevelMultiplier: '2.00', BirthdayYN: 'Y', PointAmount: 20 })
  })

  test('explain points: the explanation stays the same after the points were spent, returned and refunded', async () => {
    const first = await threePieces()
    const redeemed = await redeem(500)
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: first } as never, outletStaff)
    await explain()
    await app.call(
      refundRedemption,
      { HistoryId: redeemed.body.History.HistoryId, Remark: 'The customer changed her mind' },
      clerk,
    )
    await threePieces()
    expect((await explain()).Balance.PointBalance).toBe(571)
  })
})
