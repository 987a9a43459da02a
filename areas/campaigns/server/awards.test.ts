import { describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { explainPoints, getPointStatement } from '#areas/points/contract.ts'
import { getSale, previewSale } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { awardingCompany, NOW, type Person } from '#tests/factories/campaign-awards.ts'
import { merging } from '#tests/factories/merges.ts'
import { checkLedger, line, member, recordCategoryChange } from '#tests/factories/sales.ts'
import { hq, jobContext } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests of campaign awards: amount, period, products, members and display.

const { app, counter, campaign, twice, enter, sell, pointsOf, cancel, redeem, pointsLeft, spentOf, proven } =
  awardingCompany()

describe('amount of a campaign award', () => {
  test('award: a multiplier of n adds n − 1 times the points that the sale earns', async () => {
    const { CampaignCode, CampaignName } = await campaign({ Multiplier: '2.5' })
    const buyer = await member(app.db)
    const { EarnedPoints, BonusPoints, Bonuses, PointsMoved, PointsAvailable } = await sell(buyer, '1019.90')
    expect({ EarnedPoints, BonusPoints, PointsMoved, PointsAvailable }).toEqual({
      EarnedPoints: 101,
      BonusPoints: 151,
      PointsMoved: 252,
      PointsAvailable: 252,
    })
    expect(Bonuses).toEqual([{ Code: CampaignCode, Name: CampaignName, Points: 151 }])
    expect(await spentOf(CampaignCode)).toBe(151)
    expect(await proven()).toBe(0)
  })
  test('award: fixed points are added to each sale that reaches the minimum purchase', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const buyer = await member(app.db)
    expect(await pointsOf(buyer, '499.99')).toEqual([49, 0])
    expect(await pointsOf(buyer, '500')).toEqual([50, 300])
    expect(await pointsOf(buyer, '500', { VoucherAmount: '0.01' })).toEqual([49, 0])
  })
  test.each([
    [Array(6).fill('10'), '10.00', '50.00'],
    [Array(3).fill('67'), '101.00', '100.00'],
    [['3333333.33', '3333333.33', '3333333.34', '0.01'], '1234567.89', '8765432.12'],
  ])(
    'award: lines of %s less a voucher of %s reach a minimum purchase of exactly %s',
    async (prices, VoucherAmount, MinimumPurchase) => {
      const { CampaignCode } = await campaign({ AwardPoint: 300, MinimumPurchase })
      const buyer = await member(app.db)
      const lines = prices.map((price) => line(price))
      const [, awarded] = await pointsOf(buyer, lines, { VoucherAmount })
      expect(awarded).toBe(300)
      await app.sql(
        'update campaign set minimum_purchase = minimum_purchase + 0.01 where campaign_code = $1',
        CampaignCode,
      )
      const [, missed] = await pointsOf(buyer, lines, { VoucherAmount })
      expect(missed).toBe(0)
      expect(await proven()).toBe(0)
    },
  )
  test('award: a campaign for a card category checks the member’s category on the day of the sale', async () => {
    const buyer = await member(app.db, { category: 'RISEN' })
    await recordCategoryChange(app.db, buyer.MembershipNo, 'SILVER', 'RISEN', '2026-06-10')
    await campaign({ AwardPoint: 300, Objects: [{ ObjectCode: 'CardCategory', ObjectValue: 'RISEN' }] } as never)
    expect(await pointsOf(buyer, '1000', { PerformedAt: '2026-06-09T10:00:00' })).toEqual([100, 0])
    expect(await pointsOf(buyer, '1000', { PerformedAt: '2026-06-10T10:00:00' })).toEqual([100, 300])
  })
  test('award: a sale and its preview are refused if the bonus exceeds the maximum of one ledger entry', async () => {
    await campaign({ Multiplier: '12' })
    const buyer = await member(app.db)
    const refused = { status: 409, refusal: { code: 'sales.too_many_points' } }
    const lines = Array.from({ length: 2 }, () => line('999999999.99', { Quantity: 1 }))
    expect(await enter(buyer, lines)).toMatchObject(refused)
    const preview = { MembershipNo: buyer.MembershipNo, OutletCode: 'KLCC', Details: lines }
    expect(await app.call(previewSale, preview as never, hq)).toMatchObject(refused)
  })
  test('award: if several campaigns apply, each adds its bonus to the base points', async () => {
    await twice()
    await campaign({ Multiplier: '3' })
    await campaign({ AwardPoint: 5 })
    expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 305])
  })
  test('award: the bonus points expire on the same day as the points of their sale', async () => {
    await twice()
    const buyer = await member(app.db)
    await sell(buyer, '1000')
    const lots = await app.sql(
      'select transaction_type, available_from, expiry_date, points from point_history where membership_no = $1 order by 1',
      buyer.MembershipNo,
    )
    expect(lots).toMatchObject([
      { transaction_type: 'Bonus', available_from: '2026-06-15', expiry_date: '2028-06-30', points: 100 },
      { transaction_type: 'Earn', available_from: '2026-06-15', expiry_date: '2028-06-30', points: 100 },
    ])
  })
  test('award: a sale that earns no points gets no bonus', async () => {
    await campaign({ AwardPoint: 10 })
    expect(await pointsOf(await member(app.db, { memberType: 'Non-Premium Member' }), '1000')).toEqual([0, 0])
    expect(await pointsOf(null, '1000')).toEqual([0, 0])
    expect(await pointsOf(await member(app.db), [line('1000', { EligibleYN: 'N' })])).toEqual([0, 0])
  })
  test('award: bonus points pay arrears first', async () => {
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, '1000')
    await redeem(buyer, 100)
    await cancel(InvoiceNo)
    await twice()
    await sell(buyer, '700')
    expect(await checkLedger(app.db, buyer.MembershipNo)).toEqual({ agree: true, points: 40, arrears: 0 })
  })
})

describe('period of a campaign award', () => {
  test.each([
    ['on the first day of the campaign gets the award', '2026-06-10T00:00:00', [100, 100]],
    ['in the last minute of the campaign gets the award', '2026-06-15T11:59:00', [100, 100]],
    ['on the day before the campaign gets no award', '2026-06-09T23:59:00', [100, 0]],
  ])('award: a sale %s', async (_, PerformedAt, points) => {
    await twice({ StartDate: '2026-06-10', EndDate: '2026-06-15' })
    expect(await pointsOf(await member(app.db), '1000', { PerformedAt })).toEqual(points)
  })
  test.each(['Draft', 'Paused', 'Ended', 'Deleted'])(
    'award: a campaign with status %s awards nothing',
    async (status) => {
      const { CampaignCode } = await twice()
      await app.sql('update campaign set status = $1 where campaign_code = $2', status, CampaignCode)
      expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 0])
    },
  )
  test.each([
    ['award: an ended campaign still awards sales of its period that arrive within a week', '2026-06-22', [100, 100]],
    ['award: an ended campaign awards nothing once a week has passed', '2026-06-23', [100, 0]],
  ])('%s', async (_, today, points) => {
    const { CampaignCode } = await twice({ StartDate: '2026-06-01', EndDate: '2026-06-15' })
    await runNightlyBatch(
      jobContext(app),
      nightlyBatchSteps.filter(({ name }) => name === 'end campaigns'),
      '2026-06-16',
    )
    expect((await app.call(contract.getCampaign, { CampaignCode }, hq)).body.Status).toBe('Ended')
    const buyer = await member(app.db)
    app.clock.set(`${today}T04:00:00Z`)
    const earned = await pointsOf(buyer, '1000', { PerformedAt: '2026-06-15T11:00:00' })
    app.clock.set(NOW)
    expect(earned).toEqual(points)
  })
})

describe('objects and targets of a campaign award', () => {
  test('award: with several kinds of object, such as brand and outlet, a line must match one value of each kind', async () => {
    await twice({
      Objects: [
        { ObjectCode: 'Brand', ObjectValue: 'Aurelia' },
        { ObjectCode: 'Outlet', ObjectValue: 'KLCC' },
      ],
    })
    const buyer = await member(app.db)
    const both = [line('1000'), line('500', { Brand: 'Celeste' })]
    expect(await pointsOf(buyer, both)).toEqual([150, 100])
    expect(await pointsOf(buyer, both, { OutletCode: 'PAV' })).toEqual([150, 0])
    expect(await pointsOf(buyer, [line('500', { Brand: 'Celeste' })])).toEqual([50, 0])
  })
  test.each([
    ['ProductGroup', 'RING', { ProductGroup: 'RING' }],
    ['ProductType', 'Ring', { ProductType: 'Ring' }],
    ['StockGroup', 'GOLD', { StockGroup: 'GOLD' }],
  ] as const)('award: an object of kind %s matches lines of that value only', async (ObjectCode, ObjectValue, more) => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('RING', 'RING', 'Band', 'Y') on conflict do nothing`,
    )
    await app.sql(`insert into stock_group (code, name) values ('GOLD', 'Gold') on conflict do nothing`)
    await app.sql(
      `insert into list_item (list_name, value, sequence_no) values ('ProductType', 'Ring', 1) on conflict do nothing`,
    )
    await twice({ Objects: [{ ObjectCode, ObjectValue }] })
    const buyer = await member(app.db)
    expect(await pointsOf(buyer, [line('1000', more), line('1000')])).toEqual([200, 100])
  })
  test('award: a campaign for a card category gives awards only to members of this category', async () => {
    const gold = await member(app.db, { category: 'GOLD' })
    await twice({ Objects: [{ ObjectCode: 'CardCategory', ObjectValue: 'GOLD' }] })
    expect(await pointsOf(gold, '1000')).toEqual([100, 100])
    expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 0])
  })
  test('award: only matching lines count towards the minimum purchase', async () => {
    await campaign({
      AwardPoint: 50,
      MinimumPurchase: '600',
      Objects: [{ ObjectCode: 'Brand', ObjectValue: 'Aurelia' }],
    })
    const buyer = await member(app.db)
    expect(await pointsOf(buyer, [line('500'), line('500', { Brand: 'Celeste' })])).toEqual([100, 0])
  })
  test('award: a campaign with a target list gives awards only to active targets outside the control group', async () => {
    const [listed, unlisted, excluded] = [await member(app.db), await member(app.db), await member(app.db)]
    const { CampaignCode } = await twice()
    const put = (buyer: { CustomerId: number }, ExcludeYN: 'Y' | 'N') =>
      app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [buyer.CustomerId], ExcludeYN }, hq)
    await put(excluded, 'Y')
    expect(await pointsOf(excluded, '1000')).toEqual([100, 0])
    expect(await pointsOf(unlisted, '1000')).toEqual([100, 100])
    await put(listed, 'N')
    expect(await pointsOf(listed, '1000')).toEqual([100, 100])
    expect(await pointsOf(unlisted, '1000')).toEqual([100, 0])
    await app.sql('update campaign set control_percent = 50 where campaign_code = $1', CampaignCode)
    await app.sql('update campaign_target set bucket = 10 where campaign_code = $1', CampaignCode)
    expect(await pointsOf(listed, '1000')).toEqual([100, 0])
  })
})

describe('limit of one campaign award per member', () => {
  test('award per member: the first qualifying sale gets the award, and if that sale is returned, the next one does', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const buyer = await member(app.db)
    const first = await sell(buyer, '1000')
    expect(first.BonusPoints).toBe(500)
    expect(await pointsOf(buyer, '1000')).toEqual([100, 0])
    await cancel(first.InvoiceNo)
    expect(await pointsOf(buyer, '1000')).toEqual([100, 500])
    expect(await proven()).toBe(0)
  })
  test('award per member: of concurrent sales with two memberships of one customer only one gets the award', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const buyer = await member(app.db)
    const second = await member(app.db)
    await app.sql(
      `update membership set customer_id = $1, status = 'Suspended' where membership_no = $2`,
      buyer.CustomerId,
      second.MembershipNo,
    )
    const sales = await Promise.all(Array.from({ length: 8 }, (_, index) => sell(index % 2 ? buyer : second, '100')))
    expect(sales.reduce((sum, { BonusPoints }) => sum + BonusPoints, 0)).toBe(500)
  })
  test('award per member: after a merge, an earlier award of either member counts for the survivor', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await sell(merged, '1000')
    await merging(app).merge(survivor, merged)
    expect(await pointsOf(survivor, '1000')).toEqual([100, 0])
    expect(await pointsLeft(survivor)).toBe(700)
  })
})

describe('display of campaign awards', () => {
  test('preview: the preview of a sale shows the bonus of each campaign and writes nothing', async () => {
    const { CampaignCode, CampaignName } = await twice({ BudgetPoints: 500, MinimumPurchase: '800' })
    const buyer = await member(app.db)
    const body = { MembershipNo: buyer.MembershipNo, Details: [line('1000')] }
    const preview = await app.call(previewSale, body as never, counter)
    expect(preview.body).toMatchObject({
      Points: 100,
      BonusPoints: 100,
      AvailableAfter: 200,
      Bonuses: [{ Code: CampaignCode, Name: CampaignName, Points: 100, Multiplier: '2.00', MinimumPurchase: '800.00' }],
    })
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await pointsOf(buyer, '1000')).toEqual([100, 100])
  })
  test('preview: a campaign whose budget is used up adds no bonus', async () => {
    await twice({ BudgetPoints: 99 })
    const buyer = await member(app.db)
    const preview = await app.call(
      previewSale,
      { MembershipNo: buyer.MembershipNo, Details: [line('1000')] } as never,
      counter,
    )
    expect(preview.body).toMatchObject({ BonusPoints: 0, Bonuses: [], AvailableAfter: 100 })
  })
  test('award: statement, sale and explanation name the campaign, also after a merge', async () => {
    const { CampaignCode } = await twice({ CampaignName: 'Deepavali 2x' })
    const [survivor, buyer] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(buyer, '1000')
    const statement = await app.call(getPointStatement, { MembershipNo: buyer.MembershipNo }, counter)
    expect(statement.body.rows).toMatchObject([
      { TransactionType: 'Earn', Points: 100, InvoiceNo },
      { TransactionType: 'Bonus', Points: 100, InvoiceNo, Remark: 'Deepavali 2x' },
    ])
    const Campaign = { Code: CampaignCode, Name: 'Deepavali 2x', Multiplier: '2.00', AwardPoint: null, Lines: [1] }
    const explanation = async ({ MembershipNo }: Person) =>
      (await app.call(explainPoints, { MembershipNo }, counter)).body.rows
    expect(await explanation(buyer)).toMatchObject([
      { TransactionType: 'Earn', Campaign: null, Lines: [{ PointsEarned: 100 }] },
      { TransactionType: 'Bonus', Campaign, Lines: [] },
    ])
    await merging(app).merge(survivor, buyer)
    expect(await explanation(survivor)).toMatchObject([
      { TransactionType: 'Merge In', Campaign: null, Lines: [{ PointsEarned: 100 }] },
      { TransactionType: 'Merge In', Campaign, Lines: [] },
    ])
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.Bonuses).toMatchObject([
      { Code: CampaignCode, Points: 100 },
    ])
  })
})
