import { beforeAll, describe, expect, test } from 'vitest'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { addEarningRules, checkLedger, companyBrands, createPointRate, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { salesToCheckPath } from '../paths.ts'

// Every sale of a till is accepted, because it has already happened; inconsistent lines earn once staff settle them.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { addTransaction, getSale, listSalesToCheck, mapSaleLine, confirmSaleLine, previewSaleLine } = contract
const till = systemWith('sales:write', 'sales:cancel')
const counter = staffWith({ roles: ['Customer Transaction'] })

let invoices = 0
const sale = (MembershipNo: string | null, Details: object[], more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `TILL${++invoices}`,
    MembershipNo,
    OutletCode: 'KLCC',
    Details,
    ...more,
  }) as never
const listWaiting = async (InvoiceNo: string, as = counter) =>
  (await app.call(listSalesToCheck, { Search: { InvoiceNo, Status: 'Waiting' } }, as)).body.rows
const linesOf = async (InvoiceNo: string) =>
  (await app.call(getSale, { InvoiceNo }, hq)).body.Details.map(({ PointsEarned, CheckStatus }) => [
    PointsEarned,
    CheckStatus,
  ])

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia', 'Celeste'], 'Active')
  await createPointRate(app.db, 'Celeste', '2')
  await app.sql(
    `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('RING', 'RING', 'Ring', 'Y'), ('GIFTCARD', 'GIFT CARD', 'Gift card', 'N')`,
  )
})

describe('sale with inconsistent amounts', () => {
  test.each([
    ['an unknown brand', line('100', { Brand: 'Nonesuch' }), ['Brand'], 'sales.brand_not_found'],
    [
      'an unknown product group',
      line('100', { ProductGroup: 'NONE' }),
      ['ProductGroup'],
      'sales.product_group_not_found',
    ],
    [
      'an amount that differs from price × quantity',
      line('100', { NetAmount: '9999' }),
      ['Amount'],
      'sales.net_mismatch',
    ],
    ['a discount above the price', line('100', { Discount: '101' }), ['Amount'], 'sales.discount_above_line'],
  ])(
    'inconsistent sale with %s: staff get an error, and a till’s sale is stored while its line waits for a check',
    async (_, inconsistentLine, Reasons, code) => {
      const { MembershipNo } = await member(app.db)
      for (const caller of [counter, hq])
        expect(
          await app.call(addTransaction, sale(MembershipNo, [line('50'), inconsistentLine]), caller),
        ).toMatchObject({
          status: 409,
          refusal: { code },
        })
      const saleReply = await app.call(addTransaction, sale(MembershipNo, [line('50'), inconsistentLine]), till)
      expect(saleReply).toMatchObject({ status: 201, body: { EarnedPoints: 5, LinesToCheck: 1 } })
      expect(await listWaiting(saleReply.body.InvoiceNo)).toMatchObject([{ SequenceNo: 2, Reasons, Status: 'Waiting' }])
    },
  )

  test('net amount mismatch: the error has the amount in the request and the calculated amount', async () => {
    const reply = await app.call(addTransaction, sale(null, [line('100', { NetAmount: '9999' })]), counter)
    expect(reply.refusal.message).toBe(
      'The net amount of line 1 is 9999.00, but quantity, price and discount give 100.00',
    )
    const near = await app.call(
      addTransaction,
      sale(null, [line('33.3333', { Quantity: 3, NetAmount: '99.99' })]),
      counter,
    )
    expect(near.status).toBe(201)
  })

  test('sale to check: a till’s sale is stored even if its lines or other payments exceed its total', async () => {
    const { MembershipNo } = await member(app.db)
    for (const more of [{ TotalAmount: '60' }, { VoucherAmount: '200' }]) {
      const { status, body } = await app.call(addTransaction, sale(MembershipNo, [line('100')], more), till)
      expect({ status, points: body.EarnedPoints, check: body.LinesToCheck }).toEqual({
        status: 201,
        points: 0,
        check: 1,
      })
      const [waitingLine] = await listWaiting(body.InvoiceNo)
      expect(waitingLine).toMatchObject({ Reasons: ['Total'], LinesAmount: '100.00', TotalAmount: body.TotalAmount })
      // The sums of the lines apply; the stated total is shown until the lines are confirmed.
      expect(body).toMatchObject({ NetAmount: '100.00', TotalAmount: 'TotalAmount' in more ? '60.00' : '100.00' })
      await app.call(
        confirmSaleLine,
        { InvoiceNo: body.InvoiceNo, SequenceNo: 1, Remark: 'The receipt says so' } as never,
        counter,
      )
      const { body: confirmed } = await app.call(getSale, { InvoiceNo: body.InvoiceNo }, hq)
      expect(confirmed).toMatchObject({ NetAmount: '100.00', TotalAmount: '100.00' })
    }
  })

  test('sale to check: a till’s sale dated years ago needs no check', async () => {
    const years = await app.call(addTransaction, sale(null, [line('1')], { PerformedAt: '2019-05-01T12:00:00' }), till)
    expect(years).toMatchObject({ status: 201, body: { LinesToCheck: 0, ChecksWaiting: [] } })
  })
})

describe('line of a sale that waits for a check', () => {
  test('line to check: once staff map its goods, the line earns by the rules of its business date', async () => {
    const { MembershipNo } = await member(app.db)
    const oldSale = sale(MembershipNo, [line('100', { Brand: 'Celest' })], { PerformedAt: '2025-03-10T12:00:00' })
    const { InvoiceNo } = (await app.call(addTransaction, oldSale, till)).body
    // A line cannot be mapped to empty or unknown goods.
    expect(await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1 }, counter)).toMatchObject({ status: 400 })
    expect(await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, Brand: 'Other' }, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.brand_not_found' },
    })
    const mapped = await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, Brand: 'Celeste' }, counter)
    expect(mapped).toMatchObject({
      status: 200,
      body: { Status: 'Mapped', SentBrand: 'Celest', Brand: 'Celeste', PointsEarned: 20 },
    })
    const [lot] = await app.sql<{ until: string }>(
      `select expiry_date::text as until from point_history where membership_no = $1`,
      MembershipNo,
    )
    expect(lot).toEqual({ until: '2027-03-31' })
    expect(await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, Brand: 'Celeste' }, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.checked_already' },
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 20 })
  })

  test('line to check: a mapped line earns exactly the points that the preview showed', async () => {
    const { MembershipNo } = await member(app.db)
    const lines = [line('55'), line('100', { Brand: 'Celest' }), line('30', { Brand: 'X', Quantity: 3 })]
    const { InvoiceNo } = (await app.call(addTransaction, sale(MembershipNo, lines), till)).body
    const previewPoints = async (SequenceNo: number, Brand?: string) =>
      (await app.call(previewSaleLine, { InvoiceNo, SequenceNo, ...(Brand && { Brand }) }, counter)).body.Points
    // Confirmed as sent, the line would earn by the rate for all brands.
    expect([await previewPoints(2), await previewPoints(2, 'Celeste')]).toEqual([10, 20])
    expect((await listWaiting(InvoiceNo)).length).toBe(2)
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 2, Brand: 'Celeste' }, counter)
    expect(await linesOf(InvoiceNo)).toEqual([
      [5, null],
      [20, 'Mapped'],
      [0, 'Waiting'],
    ])
    expect(await previewPoints(2)).toBe(20)

    // The returned piece earns nothing.
    const part = [{ OldSequenceNo: 3, Quantity: 1 }]
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo, Details: part } as never, till)
    expect(await previewPoints(3, 'Aurelia')).toBe(6)
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 3, Brand: 'Aurelia' }, counter)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 31 })
  })

  test('line to check: the line can be searched by id, and the menu counts the lines that the user can settle', async () => {
    const countWaiting = async (caller: typeof counter) => {
      const { rows } = (await app.call(getMenuBadges, {}, caller)).body
      return rows.find(({ Path }) => Path === salesToCheckPath.pattern)?.Count ?? 0
    }
    const before = await countWaiting(counter)
    const { InvoiceNo } = (await app.call(addTransaction, sale(null, [line('1', { Brand: 'New' })]), till)).body
    expect(await countWaiting(counter)).toBe(before + 1)
    expect(await countWaiting(staffWith({ roles: ['Customer'] }))).toBe(0)
    const [waitingLine] = await listWaiting(InvoiceNo)
    const alone = await app.call(listSalesToCheck, { Search: { CheckId: waitingLine!.CheckId } }, counter)
    expect(alone.body.rows).toMatchObject([{ InvoiceNo, SequenceNo: 1 }])
    await app.call(confirmSaleLine, { InvoiceNo, SequenceNo: 1, Remark: 'New brand' }, counter)
    expect(await countWaiting(counter)).toBe(before)
  })

  test('line to check: staff can confirm a line as the till sent it, with a reason', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = (
      await app.call(addTransaction, sale(MembershipNo, [line('100', { Brand: 'Guest', NetAmount: '90' })]), till)
    ).body
    expect(await app.call(confirmSaleLine, { InvoiceNo, SequenceNo: 1 } as never, counter)).toMatchObject({
      status: 400,
    })
    const input = { InvoiceNo, SequenceNo: 1, Remark: 'Rounded at the till' }
    expect(await app.call(confirmSaleLine, input, counter)).toMatchObject({
      status: 200,
      body: { Status: 'Confirmed', PointsEarned: 9, ExpectedAmount: '100.00', NetAmount: '90.00' },
    })
  })

  test('line to check: a line whose goods are mapped still waits while its amount is inconsistent', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = (
      await app.call(addTransaction, sale(MembershipNo, [line('100', { Brand: 'Guest', NetAmount: '90' })]), till)
    ).body
    const mapped = await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, Brand: 'Aurelia' }, counter)
    expect(mapped.body).toMatchObject({ Status: 'Waiting', Reasons: ['Amount'], PointsEarned: 0 })
    await app.call(confirmSaleLine, { InvoiceNo, SequenceNo: 1, Remark: 'Right' }, counter)
    expect(await linesOf(InvoiceNo)).toEqual([[9, 'Confirmed']])
  })

  test('line to check: the amount counts towards the card level only after the line was mapped', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = (await app.call(addTransaction, sale(MembershipNo, [line('9000', { Brand: 'X' })]), till))
      .body
    const spent = async () =>
      Number((await app.sql<{ spend: string }>(`select level_spend($1, null, null) as spend`, MembershipNo))[0]!.spend)
    expect(await spent()).toBe(0)
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, Brand: 'Aurelia' }, counter)
    expect(await spent()).toBe(9000)
  })

  test('line to check: a line that is mapped to goods without points earns none', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = (
      await app.call(addTransaction, sale(MembershipNo, [line('100', { ProductGroup: 'CARD' })]), till)
    ).body
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 1, ProductGroup: 'GIFTCARD' }, counter)
    expect(await linesOf(InvoiceNo)).toEqual([[0, 'Mapped']])
  })

  test('line to check: after a partial return the line earns only for what is left, and other lines stay unchanged', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = (
      await app.call(addTransaction, sale(MembershipNo, [line('100'), line('30', { Brand: 'X', Quantity: 3 })]), till)
    ).body
    const part = [{ OldSequenceNo: 1 }, { OldSequenceNo: 2, Quantity: 1 }]
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo, Details: part } as never, till)
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 2, Brand: 'Aurelia' }, counter)
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.Details).toMatchObject([
      { PointsEarned: 10, PointsReversed: 10 },
      { PointsEarned: 9, PointsReversed: 3 },
    ])
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 6 })
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo } as never, till)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 0 })
  })

  test('line to check: only the outlet and head office can see and settle a line, but never the buyer of the sale', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    const { InvoiceNo } = (
      await app.call(addTransaction, sale(MembershipNo, [line('100', { Brand: 'X' })], { OutletCode: 'PAV' }), till)
    ).body
    expect(await listWaiting(InvoiceNo)).toEqual([])
    expect(await listWaiting(InvoiceNo, hq)).toHaveLength(1)
    const input = { InvoiceNo, SequenceNo: 1, Remark: 'Fine' }
    expect(await app.call(confirmSaleLine, input, counter)).toMatchObject({ status: 404 })
    const pavilionStaff = staffWith({ roles: ['Customer Transaction'], outlet: 'PAV' })
    await app.call(addTransaction, sale(null, [line('1')], { OutletCode: 'PAV' }), pavilionStaff)
    await app.sql(
      `update staff set own_customer_id = $1 where staff_id = (select a.staff_id from user_account a join transaction_summary t on t.created_by_id = a.user_id where t.invoice_no = $2)`,
      CustomerId,
      `TILL${invoices}`,
    )
    expect(await app.call(confirmSaleLine, input, pavilionStaff)).toMatchObject({
      status: 403,
      refusal: { code: 'sales.own_sale' },
    })
    expect(await app.call(confirmSaleLine, input, hq)).toMatchObject({ status: 200 })
  })
})

describe('document total of a sale', () => {
  test('document total of a sale: its discount and tax are divided to the cent among lines without discount and tax', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(
      addTransaction,
      sale(MembershipNo, [line('33.33'), line('33.33'), line('33.34')], {
        Discount: '10',
        Tax: '5',
        TotalAmount: '95',
      }),
      counter,
    )
    expect(body).toMatchObject({
      NetAmount: '90.00',
      Tax: '5.00',
      Discount: '10.00',
      TotalAmount: '95.00',
      EarnedPoints: 9,
    })
    expect(body.Details.map(({ Discount, NetAmount, Tax }) => [Discount, NetAmount, Tax])).toEqual(
      [
        ['3.33', '30.00', '1.67'],
        ['3.33', '30.00', '1.66'],
        ['3.34', '30.00', '1.67'],
      ].map(([discount]) => expect.arrayContaining([discount])),
    )
    const cents = (field: 'Discount' | 'Tax') =>
      body.Details.reduce((sum, one) => sum + Math.round(Number(one[field]) * 100), 0)
    expect([cents('Discount'), cents('Tax')]).toEqual([1000, 500])
  })

  test('document total of a sale: a discount and tax given for a line stay unchanged', async () => {
    const { body } = await app.call(
      addTransaction,
      sale(null, [line('100', { Discount: '10' }), line('100')], { Discount: '10', TotalAmount: '190' }),
      counter,
    )
    expect(body.Details.map(({ Discount }) => Discount)).toEqual(['10.00', '0.00'])
  })
})

describe('body of a cancellation request', () => {
  test('cancellation: without a list of lines the whole sale is cancelled, and an empty list gets 400', async () => {
    const { InvoiceNo } = (await app.call(addTransaction, sale(null, [line('10')]), till)).body
    const cancel = { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo }
    expect(await app.call(addTransaction, { ...cancel, Details: [] } as never, till)).toMatchObject({ status: 400 })
    expect(await app.call(addTransaction, cancel as never, till)).toMatchObject({ status: 201 })
  })

  test('cancellation: the sale can be named by its sales order if no other sale has the same one', async () => {
    const more = { SalesOrder: 'SO-77' }
    const { InvoiceNo, Details } = (await app.call(addTransaction, sale(null, [line('10'), line('20')], more), till))
      .body
    expect(Details.map(({ SalesOrder }) => SalesOrder)).toEqual(['SO-77', 'SO-77'])
    const cancel = { TransactionType: 'C', SalesOrder: 'SO-77', Details: [{ OldSequenceNo: 2 }] } as never
    expect(await app.call(addTransaction, cancel, till)).toMatchObject({
      status: 201,
      body: { OriginalInvoiceNo: InvoiceNo, SalesOrder: 'SO-77', NetAmount: '20.00' },
    })
    await app.call(addTransaction, sale(null, [line('10')], more), till)
    expect(await app.call(addTransaction, cancel, till)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.orders_of_several' },
    })
    expect(await app.call(addTransaction, { TransactionType: 'C', SalesOrder: 'NONE' } as never, till)).toMatchObject({
      status: 404,
    })
    expect(await app.call(addTransaction, { TransactionType: 'C' } as never, till)).toMatchObject({ status: 400 })
  })
})

test('points of a sale: an entry above a billion points is refused and not capped', async () => {
  const { MembershipNo } = await member(app.db)
  await createPointRate(app.db, 'Aurelia', '10000')
  for (const caller of [till, hq])
    expect(await app.call(addTransaction, sale(MembershipNo, [line('1000001')]), caller)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.too_many_points' },
    })
  expect((await app.call(addTransaction, sale(MembershipNo, [line('1000000')]), till)).body.EarnedPoints).toBe(
    1_000_000_000,
  )
  const { InvoiceNo } = (await app.call(addTransaction, sale(null, [line('1000001')]), till)).body
  expect(await app.call(contract.assignSale, { InvoiceNo, MembershipNo }, hq)).toMatchObject({
    status: 409,
    refusal: { code: 'sales.too_many_points' },
  })
})
