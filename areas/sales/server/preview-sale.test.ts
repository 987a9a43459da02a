import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { redeemPoints } from '#areas/points/contract.ts'
import { addEarningRules, cardCategory, checkLedger, createPointRate, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { addTransaction, listTransactions, previewSale } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })

const tiers = ['SILVER', 'GOLD', 'CAPPED'] as const

beforeAll(async () => {
  await addEarningRules(app.db)
  await createPointRate(app.db, 'Celeste', '1.5')
  await createPointRate(app.db, 'Celeste', '5', ['ProductGroup', 'BRIDAL'])
  await app.sql(
    `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('GIFTCARD', 'GIFT CARD', 'Gift card', 'N'), ('BRIDAL', 'BRIDAL', 'Ring', 'Y')`,
  )
  await cardCategory(app.db, 'GOLD', { multiplier: '1.25', birthday: '3', validity: 36 })
  await cardCategory(app.db, 'CAPPED', {})
  await app.sql(`update card_level set accumulate_amount = 10000 from card_category category
    where category.card_category_id = card_level.card_category_id and category.code = 'CAPPED'`)
  // Category with at most 90 points per sale, a minimum spend of 50.00, and points that can be used after a week.
  await app.sql(`
    with plan as (
      insert into point_structure (code, name, validity_months, pending_days, minimum_spend, max_points_per_invoice, card_category_code)
      values ('CAPPED', 'Capped', 12, 7, 50, 90, 'CAPPED') returning structure_id)
    insert into point_structure_detail (structure_id, effective_from, multiplier) select structure_id, '2020-01-01', 2 from plan`)
})

let invoices = 0
const previewOf = (MembershipNo: string | null, Details: object[], more: object = {}, as = hq) =>
  app.call(previewSale, { MembershipNo, Details, ...more } as never, as)
const sell = (MembershipNo: string | null, Details: object[], more: object = {}, as = hq) =>
  app.call(
    addTransaction,
    {
      TransactionType: 'N',
      InvoiceNo: `BEFORE${++invoices}`,
      OutletCode: 'KLCC',
      MembershipNo,
      Details,
      ...more,
    } as never,
    as,
  )

describe('preview of a sale', () => {
  // Must run first, because a connection remembers the row type after its first preview with a tier.
  test('sale preview: a non-premium customer and a walk-in earn nothing', async () => {
    const { MembershipNo } = await member(app.db, { memberType: 'Non-Premium Member' })
    for (const number of [MembershipNo, null])
      expect(await previewOf(number, [line('1000')])).toMatchObject({
        status: 200,
        body: { MembershipNo: number, Points: 0, NextTier: null },
      })
  })

  test('sale preview: shows points by line, the rule that applies and the balance afterwards, and writes nothing', async () => {
    const { MembershipNo } = await member(app.db, { category: 'GOLD', birthDate: '1990-11-02' })
    await app.sql(
      `update membership set cycle_start = '2026-06-01', cycle_end = '2027-05-31' where membership_no = $1`,
      MembershipNo,
    )
    const lines = [line('3500.00'), line('1299.90', { Brand: 'Celeste' }), line('80', { ProductGroup: 'GIFTCARD' })]
    expect(await previewOf(MembershipNo, lines)).toMatchObject({
      status: 200,
      body: {
        MembershipNo,
        Points: 1634,
        Exact: '1634.955000',
        Lines: [
          {
            SequenceNo: 1,
            Points: 1050,
            Exact: '1050.000000',
            RateAmount: '10.00',
            PointRate: '1.00',
            EligibleYN: 'Y',
          },
          { SequenceNo: 2, Points: 584, Exact: '584.955000', PointRate: '1.50', EarningAmount: '1299.90' },
          { SequenceNo: 3, Points: 0, RateAmount: null, EligibleYN: 'N' },
        ],
        WaitsYN: 'N',
        Available: 0,
        AvailableAfter: 1634,
        AvailableFrom: '2026-11-21',
        ExpiryDate: '2029-11-30',
        QualifyingAmount: '4799.90',
        NextTier: { Name: 'CAPPED', Amount: '10000.00', Spent: '0.00' },
        StructureName: 'Standard',
        LevelMultiplier: '3.00',
        BirthdayYN: 'Y',
        Rounding: 'Floor',
        MaxPointsPerInvoice: null,
      },
    })
    expect((await app.call(listTransactions, { Search: { MembershipNo } } as never, hq)).body.count).toBe(0)
  })

  test('sale preview: the previewed points equal those of the sale, for any lines and payments', async () => {
    const saleCase = fc.record({
      cents: fc.integer({ min: 0, max: 900_000 }),
      quantity: fc.constantFrom('1', '2', '0.5', '7'),
      off: fc.integer({ min: 0, max: 100 }),
      brand: fc.constantFrom('Aurelia', 'Celeste'),
      group: fc.constantFrom(null, 'BRIDAL', 'GIFTCARD'),
      tax: fc.integer({ min: 0, max: 5_000 }),
    })
    const drawn = fc.record({
      lines: fc.array(saleCase, { minLength: 1, maxLength: 6 }),
      voucher: fc.integer({ min: 0, max: 60 }),
      tradeIn: fc.integer({ min: 0, max: 40 }),
      tier: fc.constantFrom(...tiers, null),
      birthday: fc.boolean(),
      earlier: fc.boolean(),
      spent: fc.integer({ min: 0, max: 50 }),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ lines, voucher, tradeIn, tier, birthday, earlier, spent }) => {
        const who = tier
          ? (await member(app.db, { category: tier, birthDate: birthday ? '1988-11-09' : '1988-02-09' })).MembershipNo
          : null
        if (who) {
          await sell(who, [line('700')])
          await app.call(
            redeemPoints,
            { MembershipNo: who, Points: spent, ObjectType: 'Reward', ObjectValue: `B${++invoices}` } as never,
            outletStaff,
          )
        }
        const Details = lines.map(({ cents, quantity, off, brand, group, tax }) => ({
          Brand: brand,
          ProductGroup: group,
          UnitPrice: money(cents),
          Quantity: quantity,
          Discount: money(Math.floor((cents * Number(quantity) * off) / 400)),
          Tax: money(tax),
        }))
        const total = lines.reduce(
          (sum, { cents, quantity, off }) =>
            sum + Math.floor(cents * Number(quantity)) - Math.floor((cents * Number(quantity) * off) / 400),
          0,
        )
        const payments = {
          VoucherAmount: money(Math.floor((total * voucher) / 100)),
          TradeIn: money(Math.floor((total * tradeIn) / 100)),
          ...(earlier && { PerformedAt: '2026-02-17T04:00:00Z' }),
        }
        const before = await previewOf(who, Details, payments)
        const after = await sell(who, Details, payments)
        expect({ before: before.status, after: after.status }).toEqual({ before: 200, after: 201 })
        expect(before.body.Lines.map(({ Points }) => Points)).toEqual(
          after.body.Details.map(({ PointsEarned }) => PointsEarned),
        )
        expect({
          points: before.body.Points,
          until: before.body.Points > 0 ? before.body.ExpiryDate : null,
          left: who && before.body.AvailableAfter,
        }).toEqual({
          points: after.body.EarnedPoints,
          until: after.body.ExpiryDate,
          left: after.body.PointsAvailable,
        })
      }),
      { numRuns: runSize({ quick: 12, full: 40 }) },
    )
  })

  test('sale preview: the points of the sale first pay arrears', async () => {
    const { MembershipNo } = await member(app.db)
    const first = await sell(MembershipNo, [line('1000')])
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 80, ObjectType: 'Reward', ObjectValue: 'OWED' } as never,
      outletStaff,
    )
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: first.body.InvoiceNo } as never, hq)
    expect((await previewOf(MembershipNo, [line('1500')])).body).toMatchObject({
      Points: 150,
      Available: 0,
      AvailableAfter: 70,
    })
    expect((await sell(MembershipNo, [line('1500')])).body.PointsAvailable).toBe(70)
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  })

  test('sale preview: a sale above the limit awaits approval and leaves the balance unchanged', async () => {
    const { MembershipNo } = await member(app.db)
    expect((await previewOf(MembershipNo, [line('25000')], {}, outletStaff)).body).toMatchObject({
      WaitsYN: 'Y',
      Points: 2500,
      AvailableAfter: 0,
      QualifyingAmount: '0.00',
    })
    const posted = await sell(MembershipNo, [line('25000')], {}, outletStaff)
    expect(posted.body).toMatchObject({ ApprovalStatus: 'Pending', PointsPending: 2500, PointsAvailable: 0 })
  })

  test.each([
    ['a discount above the price', [line('10', { Discount: '11' })], {}, 'sales.discount_above_line'],
    ['a voucher above the sale', [line('10')], { VoucherAmount: '11' }, 'sales.paid_above_total'],
    [
      'a product group that is not sold',
      [line('10', { ProductGroup: 'NOTHING' })],
      {},
      'sales.product_group_not_found',
    ],
    ['a future date', [line('10')], { PerformedAt: '2026-11-23T04:00:00Z' }, 'sales.date_out_of_range'],
    ['a total that differs from its lines', [line('10')], { TotalAmount: '11' }, 'sales.total_mismatch'],
  ])('sale preview: %s returns the same error as posting the sale', async (_, Details, more, code) => {
    const { MembershipNo } = await member(app.db)
    expect((await previewOf(MembershipNo, Details, more)).refusal).toMatchObject({ code })
    expect((await sell(MembershipNo, Details, more)).refusal).toMatchObject({ code })
  })

  test('sale preview: a customer of another outlet must be looked up first', async () => {
    const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
    expect((await previewOf(MembershipNo, [line('10')], {}, outletStaff)).refusal).toMatchObject({
      code: 'customers.foreign',
    })
  })
})

const money = (cents: number) => (cents / 100).toFixed(2)
