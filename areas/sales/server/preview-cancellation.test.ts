import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { redeemPoints } from '#areas/points/contract.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { addTransaction, getSale, listTransactions, previewCancellation } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })

beforeAll(() => addEarningRules(app.db))

let invoices = 0
async function buy(MembershipNo: string | null, Details: object[], more: object = {}) {
  const sale = {
    TransactionType: 'N',
    InvoiceNo: `SEEN${++invoices}`,
    MembershipNo,
    OutletCode: 'KLCC',
    Details,
    ...more,
  }
  return (await app.call(addTransaction, sale as never, hq)).body
}
const previewOf = (OriginalInvoiceNo: string, Details?: object[], as = hq) =>
  app.call(previewCancellation, { OriginalInvoiceNo, Details } as never, as)
const cancel = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq)
const spend = (MembershipNo: string, Points: number) =>
  app.call(
    redeemPoints,
    { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `S${++invoices}` } as never,
    outletStaff,
  )

describe('preview of a cancellation', () => {
  test('cancellation preview: shows each line and the member’s points before and after, and writes nothing', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await buy(MembershipNo, [line('250', { Quantity: 4, Tax: '20' }), line('300')])
    await spend(MembershipNo, 120)
    expect(await previewOf(InvoiceNo, [{ OldSequenceNo: 1, Quantity: '3' }])).toMatchObject({
      status: 200,
      body: {
        MembershipNo,
        Lines: [
          {
            SequenceNo: 1,
            QuantityBefore: '4.000',
            QuantityAfter: '1.000',
            AmountBefore: '1020.00',
            AmountAfter: '255.00',
            PointsBefore: 100,
            PointsAfter: 25,
          },
          { SequenceNo: 2, AmountBefore: '300.00', AmountAfter: '300.00', PointsBefore: 30, PointsAfter: 30 },
        ],
        PointsBack: 75,
        AvailableBefore: 10,
        AvailableAfter: 0,
        ArrearsBefore: 0,
        ArrearsAfter: 65,
      },
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 10 })
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.CancelState).toBe('None')
  })

  test('cancellation preview: equals the cancellation in amount and points, for any partial returns', async () => {
    const part = fc.record({ line: fc.integer({ min: 1, max: 3 }), share: fc.integer({ min: 1, max: 4 }) })
    const history = fc.record({
      cents: fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 3, maxLength: 3 }),
      pieces: fc.integer({ min: 1, max: 7 }),
      // Points are spent from lots before and after the lot of the sale.
      before: fc.integer({ min: 0, max: 3_000 }),
      after: fc.integer({ min: 0, max: 9_000 }),
      spent: fc.integer({ min: 0, max: 900 }),
      steps: fc.array(fc.array(part, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(history, async ({ cents, pieces, before, after, spent, steps }) => {
        const { MembershipNo } = await member(app.db)
        if (before > 0) await buy(MembershipNo, [line(String(before))])
        const { InvoiceNo } = await buy(
          MembershipNo,
          cents.map((one) => line((one / 100).toFixed(2), { Quantity: pieces, Tax: '0.07' })),
        )
        if (after > 0) await buy(MembershipNo, [line(String(after))])
        if (spent > 0) await spend(MembershipNo, spent)
        for (const step of steps) {
          const Details = [...new Map(step.map(({ line: OldSequenceNo, share }) => [OldSequenceNo, share]))].map(
            ([OldSequenceNo, share]) => ({ OldSequenceNo, Quantity: String(Math.min(share, pieces)) }),
          )
          const reported = await previewOf(InvoiceNo, Details)
          const cancelReply = await cancel(InvoiceNo, Details)
          expect(reported.refusal.code).toBe(cancelReply.refusal.code)
          if (cancelReply.status !== 201) continue
          const { Details: lines } = (await app.call(getSale, { InvoiceNo }, hq)).body
          expect({
            back: reported.body.PointsBack,
            left: reported.body.AvailableAfter,
            owed: reported.body.ArrearsAfter,
          }).toEqual({
            back: cancelReply.body.ReversedPoints,
            left: cancelReply.body.PointsAvailable,
            owed: cancelReply.body.PointsOwed,
          })
          expect(reported.body.Lines.map(({ PointsAfter }) => PointsAfter)).toEqual(
            lines.map(({ PointsEarned, PointsReversed }) => PointsEarned - PointsReversed),
          )
          const money = (text: string | null) => BigInt(text!.replace('.', ''))
          const told2 = reported.body.Lines.reduce(
            (sum, one) => sum + money(one.AmountBefore) - money(one.AmountAfter),
            0n,
          )
          expect(told2).toBe(money(cancelReply.body.TotalAmount))
        }
        expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
      }),
      { numRuns: runSize({ quick: 8, full: 20 }) },
    )
  })

  test('cancellation preview: for a walk-in sale only the lines are shown', async () => {
    const { InvoiceNo } = await buy(null, [line('10')])
    expect((await previewOf(InvoiceNo)).body).toMatchObject({ MembershipNo: null, PointsBack: 0, AvailableAfter: 0 })
  })

  test.each([
    ['an invoice that does not exist', 'NOWHERE', undefined, 404, 'sales.not_found'],
    ['a line that does not exist', 'LOOK', [{ OldSequenceNo: 9 }], 404, 'sales.line_not_found'],
    ['more than was sold', 'LOOK', [{ OldSequenceNo: 1, Quantity: 2 }], 409, 'sales.more_than_sold'],
    ['the same line twice', 'LOOK', [{ OldSequenceNo: 1 }, { OldSequenceNo: 1 }], 400, 'sales.same_line_twice'],
  ])(
    'cancellation preview: %s returns the same error as the cancellation',
    async (_, InvoiceNo, Details, status, code) => {
      await buy(null, [line('10')], { InvoiceNo: 'LOOK' })
      expect(await previewOf(InvoiceNo, Details)).toMatchObject({ status, refusal: { code } })
    },
  )

  test('cancellation preview: a user of another outlet gets 404', async () => {
    const { InvoiceNo } = await buy(null, [line('10')], { OutletCode: 'PAV' })
    expect(await previewOf(InvoiceNo, undefined, outletStaff)).toMatchObject({ status: 404 })
  })
})

describe('amounts of a sale', () => {
  const AMOUNT = '4321.09'

  test('amounts of a sale: users who can open the sale see them in lists, sale, preview and cancellation', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await buy(MembershipNo, [line(AMOUNT), line('17.77', { Discount: '0.77', Tax: '1.23' })])
    for (const answer of [
      await app.call(listTransactions, { Search: { InvoiceNo } }, outletStaff),
      await app.call(getSale, { InvoiceNo }, outletStaff),
      await previewOf(InvoiceNo, undefined, outletStaff),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).toMatch(/4321\.09|4339\.32/)
    }
    const back = await app.call(
      addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo, Details: [{ OldSequenceNo: 1 }] } as never,
      outletStaff,
    )
    expect(back).toMatchObject({ status: 201, body: { TotalAmount: AMOUNT, ReversedPoints: 432 } })
  })

  test('amounts of a sale: all users can sort and filter the list of sales by amounts, within their own outlet', async () => {
    await buy(null, [line('33')], { OutletCode: 'PAV' })
    const ownReply = await app.call(
      listTransactions,
      { Search: { AmountFrom: '10' }, SortOption: 'TotalAmount' },
      outletStaff,
    )
    expect(ownReply.status).toBe(200)
    expect(new Set(ownReply.body.rows.map(({ OutletCode }) => OutletCode))).toEqual(new Set(['KLCC']))
  })

  test('list of sales: can be filtered by amount, product group, cancellation and salesperson', async () => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type) values ('FILTER', 'FILTER', 'Ring')`,
    )
    const invoice = await buy(null, [line('88'), line('5')], { SalesPersonCode: 'S77' })
    const two = await buy(null, [line('44', { ProductGroup: 'FILTER' })], { SalesPersonCode: 'S77' })
    await cancel(invoice.InvoiceNo, [{ OldSequenceNo: 2 }])
    const search = async (Search: object) =>
      (
        await app.call(
          listTransactions,
          { Search: { SalesPersonCode: 's77', TransactionType: 'N', ...Search }, SortOption: 'InvoiceNo' } as never,
          hq,
        )
      ).body.rows.map(({ InvoiceNo }) => InvoiceNo)
    expect((await search({})).sort()).toEqual([invoice.InvoiceNo, two.InvoiceNo].sort())
    expect(await search({ AmountFrom: '50' })).toEqual([invoice.InvoiceNo])
    expect(await search({ AmountTo: '50' })).toEqual([two.InvoiceNo])
    expect(await search({ ProductGroup: 'filter' })).toEqual([two.InvoiceNo])
    expect(await search({ CancelledYN: 'Y' })).toEqual([invoice.InvoiceNo])
    expect(await search({ CancelledYN: 'N' })).toEqual([two.InvoiceNo])
  })
})
