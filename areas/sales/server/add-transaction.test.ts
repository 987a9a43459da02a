import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { explainPoints } from '#areas/points/contract.ts'
import {
  addEarningRules,
  cardCategory,
  checkLedger,
  createPointRate,
  line,
  member,
  recordCategoryChange,
} from '#tests/factories/sales.ts'
import { outletStaff as counter, hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { addTransaction, getSale } = contract
// These callers have View Sales Information; preview-cancel.test.ts covers callers without it.
const outletStaff = staffWith({ ...counter, privileges: ['View Sales Information'] })

let invoices = 0
const sale = (MembershipNo: string | null, Details: object[], more: object = {}) =>
  ({ TransactionType: 'N', InvoiceNo: `INV${++invoices}`, MembershipNo, Details, ...more }) as never
const cancelOf = (OriginalInvoiceNo: string, Details?: object[], more: object = {}) =>
  ({ TransactionType: 'C', OriginalInvoiceNo, Details, ...more }) as never

beforeAll(async () => {
  await addEarningRules(app.db)
  await createPointRate(app.db, 'Celeste', '2')
  await createPointRate(app.db, 'Celeste', '5', ['ProductGroup', 'BRIDAL'])
  await app.sql(
    `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('GIFTCARD', 'GIFT CARD', 'Gift card', 'N'), ('BRIDAL', 'BRIDAL', 'Ring', 'Y')`,
  )
})

describe('sale at the counter', () => {
  test('sale at the counter: points follow the rate, are rounded once, and are the sum of the points of the lines', async () => {
    const { MembershipNo } = await member(app.db)
    const reply = await app.call(
      addTransaction,
      sale(MembershipNo, [line('33.33'), line('33.33'), line('33.33')]),
      outletStaff,
    )

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      NetAmount: '99.99',
      TotalAmount: '99.99',
      EarnedPoints: 9,
      PointsAvailable: 9,
      PointsOwed: 0,
      ExpiryDate: '2028-11-30',
      OutletCode: 'KLCC',
      Source: 'Manual',
    })
    expect(reply.body.Details.map((detail) => detail.PointsEarned)).toEqual([3, 3, 3])
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 9 })
  })

  test.each([
    ['a discount', [line('120', { Discount: '20' })], {}, 10],
    ['tax on top', [line('100', { Tax: '8' })], {}, 10],
    ['a part paid by voucher', [line('100')], { VoucherAmount: '40' }, 6],
    ['a trade-in', [line('60'), line('40')], { TradeIn: '50' }, 5],
    ['a gift card beside a ring', [line('100'), line('500', { ProductGroup: 'giftcard' })], {}, 10],
    ['a line that does not earn', [line('100'), line('100', { EligibleYN: 'N' })], {}, 10],
    ['a brand with a rate of its own', [line('100', { Brand: 'Celeste' })], {}, 20],
    [
      'goods whose product group and brand each have a rate',
      [line('100', { Brand: 'Celeste', ProductGroup: 'BRIDAL' })],
      {},
      50,
    ],
    ['several pieces in one line', [line('25.50', { Quantity: 4 })], {}, 10],
    ['less than one point', [line('9.99')], {}, 0],
  ])('sale at the counter: a sale with %s earns the expected points', async (_, Details, more, points) => {
    const { MembershipNo } = await member(app.db)
    const reply = await app.call(addTransaction, sale(MembershipNo, Details, more), outletStaff)
    expect(reply).toMatchObject({ status: 201, body: { EarnedPoints: points } })
  })

  test('sale at the counter: the multiplier of the card level applies, and in the birthday month the birthday multiplier', async () => {
    await cardCategory(app.db, 'GOLD', { multiplier: '1.5', birthday: '3', validity: 36 })
    const usual = await member(app.db, { category: 'GOLD', birthDate: '1990-05-17' })
    const birthday = await member(app.db, { category: 'GOLD', birthDate: '1990-11-02' })
    expect((await app.call(addTransaction, sale(usual.MembershipNo, [line('100')]))).refusal).toMatchObject({
      code: 'sales.outlet_required',
    })
    const first = await app.call(addTransaction, sale(usual.MembershipNo, [line('100')]), outletStaff)
    const second = await app.call(addTransaction, sale(birthday.MembershipNo, [line('100')]), outletStaff)
    // The validity of the card level overrides that of the point structure.
    expect(first.body).toMatchObject({ EarnedPoints: 15, ExpiryDate: '2029-11-30' })
    expect(second.body.EarnedPoints).toBe(30)
  })

  test('sale at the counter: a sale entered late earns by the member’s category on its business date, which Explain names', async () => {
    await cardCategory(app.db, 'LATE1', { multiplier: '1' })
    await cardCategory(app.db, 'LATE2', { multiplier: '2' })
    await cardCategory(app.db, 'LATE3', { multiplier: '4' })
    const { MembershipNo } = await member(app.db, { category: 'LATE3' })
    await recordCategoryChange(app.db, MembershipNo, null, 'LATE1', '2026-09-01')
    await recordCategoryChange(app.db, MembershipNo, 'LATE1', 'LATE2', '2026-10-01')
    await recordCategoryChange(app.db, MembershipNo, 'LATE2', 'LATE3', '2026-11-01')
    const days = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01']
    const earned: number[] = []
    for (const day of days) {
      const details = sale(MembershipNo, [line('100')], { PerformedAt: `${day}T23:30:00` })
      earned.push((await app.call(addTransaction, details, outletStaff)).body.EarnedPoints)
    }
    expect(earned).toEqual([0, 10, 10, 20, 20, 40])
    const explained = await app.call(explainPoints, { MembershipNo } as never, hq)
    expect(explained.body.rows.map(({ CardCategoryName }) => CardCategoryName).toSorted()).toEqual([
      'LATE1',
      'LATE1',
      'LATE2',
      'LATE2',
      'LATE3',
    ])
  })

  test.each(['Non-Premium Member' as const])(
    'sale at the counter: a sale of a %s is stored and earns nothing',
    async (memberType) => {
      const { MembershipNo } = await member(app.db, { memberType })
      const reply = await app.call(addTransaction, sale(MembershipNo, [line('100')]), outletStaff)
      expect(reply.body).toMatchObject({ EarnedPoints: 0, MembershipNo })
    },
  )

  test('sale at the counter: a sale without a member is stored as a walk-in sale', async () => {
    const reply = await app.call(addTransaction, sale(null, [line('100')]), outletStaff)
    expect(reply.body).toMatchObject({ MembershipNo: null, EarnedPoints: 0, PointsAvailable: null })
  })

  test('sale at the counter: the business date is determined in the business time zone', async () => {
    const { MembershipNo } = await member(app.db)
    const lateLine = await app.call(
      addTransaction,
      sale(MembershipNo, [line('100')], { PerformedAt: '2026-10-31T23:59:59' }),
      outletStaff,
    )
    const early = await app.call(
      addTransaction,
      sale(MembershipNo, [line('100')], { PerformedAt: '2026-11-01T00:00:00' }),
      outletStaff,
    )
    const zoned = await app.call(
      addTransaction,
      sale(MembershipNo, [line('100')], { PerformedAt: '2026-10-31T16:00:00Z' }),
      outletStaff,
    )
    expect([lateLine.body.BusinessDate, early.body.BusinessDate, zoned.body.BusinessDate]).toEqual([
      '2026-10-31',
      '2026-11-01',
      '2026-11-01',
    ])
    expect([lateLine.body.ExpiryDate, early.body.ExpiryDate]).toEqual(['2028-10-31', '2028-11-30'])
  })

  test('sale at the counter: two requests with the same idempotency key post one sale', async () => {
    const { MembershipNo } = await member(app.db)
    const body = sale(MembershipNo, [line('100')])
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.call(addTransaction, body, { as: outletStaff, key: 'till-7-0001' })),
    )

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 10 })
    const secondReply = await app.call(addTransaction, sale(MembershipNo, [line('200')]), {
      as: outletStaff,
      key: 'till-7-0001',
    })
    expect(secondReply).toMatchObject({ status: 409, refusal: { code: 'kit.key_reused' } })
  })

  test('till sale: a sale is booked at the outlet that the till names', async () => {
    const { MembershipNo } = await member(app.db)
    const till = systemWith('sales:write', 'sales:cancel')
    expect(
      await app.call(addTransaction, sale(MembershipNo, [line('100')], { OutletCode: 'PAV' }), till),
    ).toMatchObject({ status: 201, body: { Source: 'POS', OutletCode: 'PAV' } })
    expect(await app.call(addTransaction, sale(MembershipNo, [line('100')]), systemWith('members:read'))).toMatchObject(
      { status: 403 },
    )
  })

  test.each([
    ['an existing invoice number', () => sale(null, [line('1')], { InvoiceNo: 'TWICE' }), 409, 'sales.invoice_exists'],
    ['a member that does not exist', () => sale('JC99999999', [line('1')]), 403, 'customers.foreign'],
    [
      'a total that differs from its lines',
      () => sale(null, [line('1')], { TotalAmount: '2' }),
      409,
      'sales.total_mismatch',
    ],
    ['a discount above the price', () => sale(null, [line('1', { Discount: '2' })]), 409, 'sales.discount_above_line'],
    ['a voucher above the total', () => sale(null, [line('1')], { VoucherAmount: '2' }), 409, 'sales.paid_above_total'],
    [
      'a duplicate line number',
      () => sale(null, [line('1', { SequenceNo: 1 }), line('1', { SequenceNo: 1 })]),
      400,
      'sales.same_line_twice',
    ],
    [
      'a date in the future',
      () => sale(null, [line('1')], { PerformedAt: '2026-11-22T12:00:00' }),
      409,
      'sales.date_out_of_range',
    ],
    [
      'a date three years ago',
      () => sale(null, [line('1')], { PerformedAt: '2023-11-22T12:00:00' }),
      409,
      'sales.date_out_of_range',
    ],
    ['another outlet', () => sale(null, [line('1')], { OutletCode: 'PAV' }), 403, 'sales.other_outlet'],
    ['head office by outlet staff', () => sale(null, [line('1')], { OutletCode: 'HQ' }), 403, 'sales.other_outlet'],
    ['an unknown field', () => sale(null, [line('1')], { EarnedPoints: 1000 }), 400, 'kit.invalid'],
    ['three decimals of money', () => sale(null, [line('1', { Discount: '0.005' })]), 400, 'kit.invalid'],
    ['a price that is not a number', () => sale(null, [line('NaN')]), 400, 'kit.invalid'],
    ['a NUL character', () => sale(null, [line('1', { Description: 'ring\u0000' })]), 400, 'kit.invalid'],
  ])('sale at the counter: a sale with %s is refused and nothing is stored', async (_, input, status, code) => {
    if (code === 'sales.invoice_exists') await app.call(addTransaction, input(), outletStaff)
    const before = await counts()
    const reply = await app.call(addTransaction, input(), outletStaff)
    expect(reply).toMatchObject({ status, refusal: { code } })
    expect(await counts()).toEqual(before)
  })

  test('sale at the counter: the caller needs the role', async () => {
    expect(await app.call(addTransaction, sale(null, [line('1')]), staffWith({ roles: ['Customer'] }))).toMatchObject({
      status: 403,
    })
  })
})

describe('cancellation of a sale', () => {
  test('cancellation: ten sales are returned completely, and each return reverses exactly the points that were earned', async () => {
    const { MembershipNo } = await member(app.db)
    for (let round = 0; round < 10; round++) {
      const saleReply = await app.call(addTransaction, sale(MembershipNo, [line('123.45'), line('67.89')]), outletStaff)
      expect(saleReply.body.EarnedPoints).toBe(19)
      const back = await app.call(addTransaction, cancelOf(saleReply.body.InvoiceNo), outletStaff)
      expect(back).toMatchObject({
        status: 201,
        body: {
          TransactionType: 'C',
          InvoiceNo: `${saleReply.body.InvoiceNo}-C1`,
          NetAmount: '191.34',
          ReversedPoints: 19,
          PointsAvailable: 0,
        },
      })
      expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
    }
  })

  test('cancellation: partial returns by line and piece add up to the whole sale, in amount and points', async () => {
    const { MembershipNo } = await member(app.db)
    const saleReply = await app.call(
      addTransaction,
      sale(MembershipNo, [line('33.34', { Quantity: 3, Discount: '0.01', Tax: '5.00' }), line('33.33')]),
      outletStaff,
    )
    const { InvoiceNo, EarnedPoints, NetAmount, Tax } = saleReply.body
    expect({ EarnedPoints, NetAmount, Tax }).toEqual({ EarnedPoints: 13, NetAmount: '133.34', Tax: '5.00' })
    const parts = []
    for (let piece = 0; piece < 3; piece++)
      parts.push(
        (await app.call(addTransaction, cancelOf(InvoiceNo, [{ OldSequenceNo: 1, Quantity: 1 }]), outletStaff)).body,
      )
    parts.push((await app.call(addTransaction, cancelOf(InvoiceNo), outletStaff)).body)

    expect(parts.map((part) => part.InvoiceNo)).toEqual([1, 2, 3, 4].map((number) => `${InvoiceNo}-C${number}`))
    const cents = (texts: (string | null)[]) => texts.reduce((sum, text) => sum + BigInt(text!.replace('.', '')), 0n)
    expect(cents(parts.map((part) => part.NetAmount))).toBe(13334n)
    expect(cents(parts.map((part) => part.Tax))).toBe(500n)
    expect(parts.reduce((sum, part) => sum + part.ReversedPoints, 0)).toBe(13)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
    expect((await app.call(getSale, { InvoiceNo }, outletStaff)).body).toMatchObject({
      CancelState: 'Whole',
      ReversedPoints: 13,
    })
    expect(await app.call(addTransaction, cancelOf(InvoiceNo), outletStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.nothing_left' },
    })
  })

  test('cancellation: returning one line reverses only the points of that line', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale(MembershipNo, [line('500'), line('300')]), outletStaff)
    const back = await app.call(addTransaction, cancelOf(body.InvoiceNo, [{ OldSequenceNo: 2 }]), outletStaff)
    expect(back.body).toMatchObject({ ReversedPoints: 30, NetAmount: '300.00', PointsAvailable: 50 })
    expect(back.body.Details).toMatchObject([{ SequenceNo: 1, OldSequenceNo: 2, NetAmount: '300.00' }])
    expect(
      (await app.call(getSale, { InvoiceNo: body.InvoiceNo }, outletStaff)).body.Details.map(
        (detail) => detail.PointsReversed,
      ),
    ).toEqual([0, 30])
  })

  test('cancellation: earned points that were already spent become arrears, and the next sale pays them first', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale(MembershipNo, [line('1000')]), outletStaff)
    await app.sql(
      `select debit_points($1, 'Redeem', 80, '2026-11-21', '{"ObjectType":"Test","ObjectValue":"1","SourceKey":"spent"}')`,
      MembershipNo,
    )
    const back = await app.call(addTransaction, cancelOf(body.InvoiceNo), outletStaff)
    expect(back.body).toMatchObject({ ReversedPoints: 100, PointsAvailable: 0, PointsOwed: 80 })
    const next = await app.call(addTransaction, sale(MembershipNo, [line('1000')]), outletStaff)
    expect(next.body).toMatchObject({ EarnedPoints: 100, PointsAvailable: 20, PointsOwed: 0 })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 20, arrears: 0 })
  })

  test('cancellation: if two tills return the same lines at once, each line is returned once', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale(MembershipNo, [line('500'), line('300')]), outletStaff)
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.call(addTransaction, cancelOf(body.InvoiceNo, [{ OldSequenceNo: 1 }]), outletStaff),
      ),
    )
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status !== 201).map(({ refusal }) => refusal.code)).toEqual(
      Array(7).fill('sales.more_than_sold'),
    )
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 30 })
  })

  test.each([
    ['an invoice that does not exist', () => cancelOf('NOWHERE'), 404, 'sales.not_found'],
    ['a line that does not exist', () => cancelOf('BASE', [{ OldSequenceNo: 9 }]), 404, 'sales.line_not_found'],
    ['more than was sold', () => cancelOf('BASE', [{ OldSequenceNo: 1, Quantity: 2 }]), 409, 'sales.more_than_sold'],
    [
      'the same line twice',
      () => cancelOf('BASE', [{ OldSequenceNo: 1 }, { OldSequenceNo: 1 }]),
      400,
      'sales.same_line_twice',
    ],
    ['nothing of a line', () => cancelOf('BASE', [{ OldSequenceNo: 1, Quantity: 0 }]), 400, 'kit.invalid'],
    ['another member', () => cancelOf('BASE', undefined, { MembershipNo: 'JC99999999' }), 403, 'customers.foreign'],
    [
      'a date before the sale',
      () => cancelOf('BASE', undefined, { PerformedAt: '2026-01-01T10:00:00' }),
      409,
      'sales.cancel_date_out_of_range',
    ],
  ])('cancellation: a request with %s is refused', async (_, input, status, code) => {
    await app.call(
      addTransaction,
      { TransactionType: 'N', InvoiceNo: 'BASE', Details: [line('10')] } as never,
      outletStaff,
    )
    expect(await app.call(addTransaction, input(), outletStaff)).toMatchObject({ status, refusal: { code } })
  })

  test('cancellation: outlet staff get 404 for a sale of another outlet, which head office can cancel', async () => {
    const { body } = await app.call(addTransaction, sale(null, [line('10')], { OutletCode: 'PAV' }), hq)
    expect(await app.call(addTransaction, cancelOf(body.InvoiceNo), outletStaff)).toMatchObject({ status: 404 })
    expect(await app.call(getSale, { InvoiceNo: body.InvoiceNo }, outletStaff)).toMatchObject({ status: 404 })
    expect(await app.call(addTransaction, cancelOf(body.InvoiceNo), hq)).toMatchObject({
      status: 201,
      body: { OutletCode: 'PAV' },
    })
  })
})

describe('late lines of a sale', () => {
  test('late lines: a sale whose lines arrive later earns the same points as a sale posted with all lines', async () => {
    const { MembershipNo } = await member(app.db)
    await app.call(addTransaction, sale(MembershipNo, [], { InvoiceNo: 'SLOW', TotalAmount: '99.99' }), outletStaff)
    for (const price of ['33.33', '33.33', '33.33'])
      expect(
        await app.call(contract.addTransactionDetail, { InvoiceNo: 'SLOW', ...line(price) } as never, outletStaff),
      ).toMatchObject({ status: 201 })
    expect((await app.call(getSale, { InvoiceNo: 'SLOW' }, outletStaff)).body).toMatchObject({
      EarnedPoints: 9,
      NetAmount: '99.99',
      TotalAmount: '99.99',
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 9 })
    const back = await app.call(addTransaction, cancelOf('SLOW'), outletStaff)
    expect(back.body.ReversedPoints).toBe(9)
    expect(
      await app.call(contract.addTransactionDetail, { InvoiceNo: 'SLOW', ...line('1') } as never, outletStaff),
    ).toMatchObject({ status: 409, refusal: { code: 'sales.already_cancelled' } })
  })
})

describe('list of sales', () => {
  test('list of sales: outlet staff see the sales of their outlet, head office sees all sales', async () => {
    await app.call(addTransaction, sale(null, [line('1')], { OutletCode: 'PAV', SalesOrder: 'SO-1' }), hq)
    await app.call(addTransaction, sale(null, [line('1')], { SalesOrder: 'SO-1' }), outletStaff)
    const Search = { SalesOrder: 'so-1' }
    expect((await app.call(contract.listTransactions, { Search }, outletStaff)).body).toMatchObject({
      count: 1,
      rows: [{ OutletCode: 'KLCC' }],
    })
    expect((await app.call(contract.listTransactions, { Search }, hq)).body.count).toBe(2)
    expect(
      (await app.call(contract.listTransactions, { Search: { ...Search, OutletCode: 'HQ' } }, hq)).body.count,
    ).toBe(2)
    expect(
      (
        await app.call(
          contract.listTransactions,
          { Search: JSON.stringify({ ...Search, OutletCode: 'PAV' }) as never },
          outletStaff,
        )
      ).body.rows,
    ).toMatchObject([{ OutletCode: 'KLCC' }])
    expect(await app.call(contract.listTransactions, { Search: { Outlet: 'PAV' } } as never, hq)).toMatchObject({
      status: 400,
    })
  })

  test('update of a sale: only the remarks can be changed', async () => {
    const { body } = await app.call(addTransaction, sale(null, [line('1')]), outletStaff)
    const changed = await app.call(
      contract.updateSale,
      { InvoiceNo: body.InvoiceNo, Remarks: 'Gift wrapped' },
      outletStaff,
    )
    expect(changed.body).toMatchObject({ Remarks: 'Gift wrapped', NetAmount: '1.00' })
    expect(
      await app.call(contract.updateSale, { InvoiceNo: body.InvoiceNo, NetAmount: '9' } as never, outletStaff),
    ).toMatchObject({ status: 400 })
  })
})

const counts = async () =>
  (
    await sql<object>`
  select (select count(*) from transaction_summary) as sales, (select count(*) from transaction_detail) as lines,
    (select count(*) from point_history) as ledger, (select count(*) from audit_record) as audit, (select count(*) from audit_log) as log`.execute(
      app.db,
    )
  ).rows
