import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { batchSteps } from '#app/server/areas.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { award, explainPoints, getStatement, redeemPoints } from '#areas/points/contract.ts'
import { runNightlyBatch } from '#areas/points/server/index.ts'
import {
  addDetail,
  addTransaction,
  assignSale,
  getSale,
  mapSaleLine,
  previewCancel,
  previewSale,
  unassignSale,
} from '#areas/sales/contract.ts'
import { campaign as campaignOf } from '#tests/factories/campaigns.ts'
import { merging } from '#tests/factories/merges.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { checkLedger, companyBrands, earningRules, line, member, rateFor } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// What campaigns add to sales: one point for RM 10, so that RM 1,000 earn 100 points.

const NOW = '2026-06-15T04:00:00Z'
const app = useApp({ at: NOW })
const till = systemWith('sales:write')
const counter = staffWith({ roles: ['Customer Transaction', 'Customer', 'Redeem Rewards'] })

beforeAll(async () => {
  await earningRules(app.db)
  await companyBrands(app.db, ['Aurelia', 'Celeste'], 'Active')
  await rateFor(app.db, 'Celeste', '1')
})
// One test's campaigns are not another's.
beforeEach(() => app.sql(`update campaign set status = 'Draft'`))

type Values = NonNullable<Parameters<typeof campaignOf>[1]>
const campaign = (values: Values = {}) => campaignOf(app, { AwardPointYN: 'Y', ...values })
const twice = (values: Values = {}) => campaign({ Multiplier: '2', ...values })

type Person = { MembershipNo: string }
const sale = (who: Person | null, lines: object[], more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `AW${nextNumber()}`,
    OutletCode: 'KLCC',
    MembershipNo: who?.MembershipNo,
    Details: lines,
    ...more,
  }) as never
const enter = (who: Person | null, lines: object[] | string, more: object = {}) =>
  app.call(addTransaction, sale(who, typeof lines === 'string' ? [line(lines)] : lines, more), till)
async function sell(...of: Parameters<typeof enter>) {
  const { status, body, refusal } = await enter(...of)
  if (status !== 201) throw new Error(refusal.message)
  return body
}
/** What the sale earned by itself, and what was added. */
const pointsOf = async (...of: Parameters<typeof enter>) => {
  const { EarnedPoints, BonusPoints } = await sell(...of)
  return [EarnedPoints, BonusPoints]
}
const cancel = async (OriginalInvoiceNo: string, Details?: object[]) =>
  (await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, till)).body
const redeem = (who: Person, Points: number) =>
  app.call(
    redeemPoints,
    { MembershipNo: who.MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `R${nextNumber()}` },
    counter,
  )
const pointsLeft = async ({ MembershipNo }: Person) => (await checkLedger(app.db, MembershipNo)).points
const spentOf = async (CampaignCode: string) =>
  (await app.call(contract.getCampaign, { CampaignCode }, hq)).body.SpentPoints
const proven = async () => (await prove(jobContext(app))).Differences

describe('what is awarded', () => {
  test('a multiplier adds as much as the sale earns, once less than it multiplies', async () => {
    const { CampaignCode, CampaignName } = await campaign({ Multiplier: '2.5' })
    const who = await member(app.db)
    const { EarnedPoints, BonusPoints, Bonuses, PointsMoved, PointsAvailable } = await sell(who, '1019.90')
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
  test('points are added to each sale that comes to the least purchase', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const who = await member(app.db)
    expect(await pointsOf(who, '499.99')).toEqual([49, 0])
    expect(await pointsOf(who, '500')).toEqual([50, 300])
    expect(await pointsOf(who, '500', { VoucherAmount: '0.01' })).toEqual([49, 0])
  })
  test('several campaigns each add their own to what the sale earns by itself', async () => {
    await twice()
    await campaign({ Multiplier: '3' })
    await campaign({ AwardPoint: 5 })
    expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 305])
  })
  test('the bonus is good for as long as what the sale earned', async () => {
    await twice()
    const who = await member(app.db)
    await sell(who, '1000')
    const lots = await app.sql(
      'select transaction_type, available_from, expiry_date, points from point_history where membership_no = $1 order by 1',
      who.MembershipNo,
    )
    expect(lots).toMatchObject([
      { transaction_type: 'Bonus', available_from: '2026-06-15', expiry_date: '2028-06-30', points: 100 },
      { transaction_type: 'Earn', available_from: '2026-06-15', expiry_date: '2028-06-30', points: 100 },
    ])
  })
  test('who earns nothing is awarded nothing', async () => {
    await campaign({ AwardPoint: 10 })
    expect(await pointsOf(await member(app.db, { memberType: 'Non-Premium Member' }), '1000')).toEqual([0, 0])
    expect(await pointsOf(null, '1000')).toEqual([0, 0])
    expect(await pointsOf(await member(app.db), [line('1000', { EligibleYN: 'N' })])).toEqual([0, 0])
  })
  test('a member who owes pays with the bonus too', async () => {
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, '1000')
    await redeem(who, 100)
    await cancel(InvoiceNo)
    await twice()
    await sell(who, '700')
    expect(await checkLedger(app.db, who.MembershipNo)).toEqual({ agree: true, points: 40, arrears: 0 })
  })
})

describe('when', () => {
  test.each([
    ['on its first day', '2026-06-10T00:00:00', [100, 100]],
    ['on its last moment', '2026-06-15T11:59:00', [100, 100]],
    ['the day before', '2026-06-09T23:59:00', [100, 0]],
  ])('a sale %s', async (_, PerformedAt, points) => {
    await twice({ StartDate: '2026-06-10', EndDate: '2026-06-15' })
    expect(await pointsOf(await member(app.db), '1000', { PerformedAt })).toEqual(points)
  })
  test.each(['Draft', 'Paused', 'Ended', 'Deleted'])('nothing is awarded by a campaign that is %s', async (status) => {
    const { CampaignCode } = await twice()
    await app.sql('update campaign set status = $1 where campaign_code = $2', status, CampaignCode)
    expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 0])
  })
  test.each([
    ['within a week of its last day, what was sold by then is awarded', '2026-06-22', [100, 100]],
    ['later it is not', '2026-06-23', [100, 0]],
  ])('%s', async (_, today, points) => {
    const { CampaignCode } = await twice({ StartDate: '2026-06-01', EndDate: '2026-06-15' })
    await runNightlyBatch(
      jobContext(app),
      batchSteps.filter(({ name }) => name === 'end campaigns'),
      '2026-06-16',
    )
    expect((await app.call(contract.getCampaign, { CampaignCode }, hq)).body.Status).toBe('Ended')
    const who = await member(app.db)
    app.clock.set(`${today}T04:00:00Z`)
    const earned = await pointsOf(who, '1000', { PerformedAt: '2026-06-15T11:00:00' })
    app.clock.set(NOW)
    expect(earned).toEqual(points)
  })
})

describe('for what and whom', () => {
  test('of each kind that is named any value counts, and of every kind one', async () => {
    await twice({
      Objects: [
        { ObjectCode: 'Brand', ObjectValue: 'Aurelia' },
        { ObjectCode: 'Outlet', ObjectValue: 'KLCC' },
      ],
    })
    const who = await member(app.db)
    const both = [line('1000'), line('500', { Brand: 'Celeste' })]
    expect(await pointsOf(who, both)).toEqual([150, 100])
    expect(await pointsOf(who, both, { OutletCode: 'PAV' })).toEqual([150, 0])
    expect(await pointsOf(who, [line('500', { Brand: 'Celeste' })])).toEqual([50, 0])
  })
  test.each([
    ['ProductGroup', 'RING', { ProductGroup: 'RING' }],
    ['ProductType', 'Ring', { ProductType: 'Ring' }],
    ['StockGroup', 'GOLD', { StockGroup: 'GOLD' }],
  ] as const)('goods of a %s', async (ObjectCode, ObjectValue, more) => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('RING', 'RING', 'Band', 'Y') on conflict do nothing`,
    )
    await app.sql(`insert into stock_group (code, name) values ('GOLD', 'Gold') on conflict do nothing`)
    await app.sql(
      `insert into list_item (list_name, value, sequence_no) values ('ProductType', 'Ring', 1) on conflict do nothing`,
    )
    await twice({ Objects: [{ ObjectCode, ObjectValue }] })
    const who = await member(app.db)
    expect(await pointsOf(who, [line('1000', more), line('1000')])).toEqual([200, 100])
  })
  test('members of a card category', async () => {
    const gold = await member(app.db, { category: 'GOLD' })
    await twice({ Objects: [{ ObjectCode: 'CardCategory', ObjectValue: 'GOLD' }] })
    expect(await pointsOf(gold, '1000')).toEqual([100, 100])
    expect(await pointsOf(await member(app.db), '1000')).toEqual([100, 0])
  })
  test('the least purchase is of what counts, and not of the rest of the sale', async () => {
    await campaign({
      AwardPoint: 50,
      MinimumPurchase: '600',
      Objects: [{ ObjectCode: 'Brand', ObjectValue: 'Aurelia' }],
    })
    const who = await member(app.db)
    expect(await pointsOf(who, [line('500'), line('500', { Brand: 'Celeste' })])).toEqual([100, 0])
  })
  test('those on its target list, where it has one; not who is excluded, nor its control group', async () => {
    const [listed, other, excluded] = [await member(app.db), await member(app.db), await member(app.db)]
    const { CampaignCode } = await twice()
    const put = (who: { CustomerId: number }, ExcludeYN: 'Y' | 'N') =>
      app.call(contract.addTargets, { CampaignCode, CustomerId: [who.CustomerId], ExcludeYN }, hq)
    await put(excluded, 'Y')
    expect(await pointsOf(excluded, '1000')).toEqual([100, 0])
    expect(await pointsOf(other, '1000')).toEqual([100, 100])
    await put(listed, 'N')
    expect(await pointsOf(listed, '1000')).toEqual([100, 100])
    expect(await pointsOf(other, '1000')).toEqual([100, 0])
    await app.sql('update campaign set control_percent = 50 where campaign_code = $1', CampaignCode)
    await app.sql('update campaign_target set bucket = 10 where campaign_code = $1', CampaignCode)
    expect(await pointsOf(listed, '1000')).toEqual([100, 0])
  })
})

describe('once for a member', () => {
  test('the first sale that qualifies is awarded, and the next one after it was returned', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const who = await member(app.db)
    const first = await sell(who, '1000')
    expect(first.BonusPoints).toBe(500)
    expect(await pointsOf(who, '1000')).toEqual([100, 0])
    await cancel(first.InvoiceNo)
    expect(await pointsOf(who, '1000')).toEqual([100, 500])
    expect(await proven()).toBe(0)
  })
  test('of many sales at once, by two numbers of one person, one is awarded', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const who = await member(app.db)
    const second = await member(app.db)
    await app.sql(
      `update membership set customer_id = $1, status = 'Suspended' where membership_no = $2`,
      who.CustomerId,
      second.MembershipNo,
    )
    const sales = await Promise.all(Array.from({ length: 8 }, (_, place) => sell(place % 2 ? who : second, '100')))
    expect(sales.reduce((sum, { BonusPoints }) => sum + BonusPoints, 0)).toBe(500)
  })
  test('who was awarded by another number before a merge is not awarded again', async () => {
    await campaign({ AwardPoint: 500, AwardPer: 'Member' })
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await sell(merged, '1000')
    await merging(app).merge(survivor, merged)
    expect(await pointsOf(survivor, '1000')).toEqual([100, 0])
    expect(await pointsLeft(survivor)).toBe(700)
  })
})

describe('the budget', () => {
  test('is never exceeded, however many tills sell at once; an award is whole or none', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 1000 })
    const people = await Promise.all(Array.from({ length: 12 }, () => member(app.db)))
    const sales = await Promise.all(people.map((who) => sell(who, '100')))
    expect(sales.map(({ BonusPoints }) => BonusPoints).sort()).toEqual([...Array(9).fill(0), 300, 300, 300])
    expect(await spentOf(CampaignCode)).toBe(900)
    expect(await proven()).toBe(0)
  })
  test('is there again for what came back', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 300 })
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, '100')
    expect(await pointsOf(who, '100')).toEqual([10, 0])
    await cancel(InvoiceNo)
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await pointsOf(who, '100')).toEqual([10, 300])
  })
  test('that is set later begins with what was awarded before, and is not set below it', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300 })
    const who = await member(app.db)
    await sell(who, '100')
    const set = (BudgetPoints: number, Version: number) =>
      app.call(contract.updateCampaign, { CampaignCode, Version, BudgetPoints }, hq)
    expect((await set(299, 1)).refusal.code).toBe('campaigns.budget_spent')
    expect((await set(599, 1)).status).toBe(200)
    expect(await pointsOf(who, '100')).toEqual([10, 0])
    expect((await set(600, 2)).status).toBe(200)
    expect(await pointsOf(who, '100')).toEqual([10, 300])
  })
  test('of a campaign that awarded points: it is ended, not deleted', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300 })
    await sell(await member(app.db), '100')
    expect((await app.call(contract.deleteCampaign, { CampaignCode }, hq)).refusal).toMatchObject({
      code: 'campaigns.in_use',
      params: { SpentPoints: 300 },
    })
  })
  test('holds in the database itself', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 300 })
    await expect(
      app.sql('update campaign_spent set points = 301 where campaign_code = $1', CampaignCode),
    ).rejects.toThrow('campaign_budget')
  })
})

describe('what comes back', () => {
  test('of a multiplied sale each piece takes its own part with it, to the point', async () => {
    const { CampaignCode } = await campaign({ Multiplier: '1.5' })
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, [line('335', { Quantity: '3' }), line('990')])
    expect(await pointsLeft(who)).toBe(199 + 99)
    const preview = await app.call(
      previewCancel,
      { OriginalInvoiceNo: InvoiceNo, Details: [{ OldSequenceNo: 1, Quantity: '1' }] },
      counter,
    )
    expect(preview.body).toMatchObject({ PointsBack: 33 + 16, BonusBack: 16, AvailableAfter: 249 })
    expect((await cancel(InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])).ReversedPoints).toBe(33 + 16)
    expect(await pointsLeft(who)).toBe(249)
    expect(await spentOf(CampaignCode)).toBe(83)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, who.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await proven()).toBe(0)
  })
  test('points for a least purchase go back once less than that is left', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, [line('300'), line('300'), line('100')])
    await cancel(InvoiceNo, [{ OldSequenceNo: 3 }])
    expect(await pointsLeft(who)).toBe(60 + 300)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1 }])
    expect(await pointsLeft(who)).toBe(30)
    expect(await proven()).toBe(0)
  })
  test('what of the bonus was spent is owed', async () => {
    await twice()
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, '1000')
    await redeem(who, 150)
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, who.MembershipNo)).toEqual({ agree: true, points: -150, arrears: 150 })
    expect(await proven()).toBe(0)
  })
  test('of a member who was merged it is taken from the survivor', async () => {
    await twice()
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(merged, '1000')
    await merging(app).merge(survivor, merged)
    expect(await pointsLeft(survivor)).toBe(200)
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, survivor.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
    expect(await proven()).toBe(0)
  })
  test('where head office decides about debts, the bonus that was spent is one of them', async () => {
    await twice()
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, '1000')
    await redeem(who, 150)
    await app.sql(
      `insert into setting (name, value) values ('points.arrearsPolicy', '"Ask head office"') on conflict (name) do update set value = excluded.value`,
    )
    const refused = await app.call(
      addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo } as never,
      counter,
    )
    await app.sql(`delete from setting where name = 'points.arrearsPolicy'`)
    expect(refused.refusal).toMatchObject({ code: 'sales.arrears_need_head_office', params: { Points: 150 } })
  })
})

describe('sales that come in parts or later', () => {
  test('a line that comes later is awarded too, once the campaign was ended as well', async () => {
    const { CampaignCode } = await campaign({ Multiplier: '1.5' })
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, '150', { TotalAmount: '500' })
    expect(await pointsLeft(who)).toBe(15 + 7)
    await app.sql(`update campaign set status = 'Ended', multiplier = 9 where campaign_code = $1`, CampaignCode)
    await app.call(addDetail, { InvoiceNo, ...line('350') } as never, till)
    expect(await pointsLeft(who)).toBe(50 + 25)
    expect(await spentOf(CampaignCode)).toBe(25)
    expect(await proven()).toBe(0)
  })
  test('a sale whose lines come one by one is awarded once they come to the least purchase', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, [], { TotalAmount: '600' })
    await app.call(addDetail, { InvoiceNo, ...line('300') } as never, till)
    expect(await pointsLeft(who)).toBe(30)
    await app.call(addDetail, { InvoiceNo, ...line('300') } as never, till)
    expect(await pointsLeft(who)).toBe(60 + 300)
  })
  test('a line that had to be looked at is awarded when it is settled, also of a sale of which something came back', async () => {
    await twice()
    const who = await member(app.db)
    const { InvoiceNo } = await sell(who, [line('100'), line('1000', { Brand: 'Nonesuch' }), line('300')])
    expect(await pointsLeft(who)).toBe(80)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1 }])
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 2, Brand: 'Aurelia' }, hq)
    expect(await pointsLeft(who)).toBe(130 + 130)
    await cancel(InvoiceNo)
    expect(await pointsLeft(who)).toBe(0)
    expect(await proven()).toBe(0)
  })
  test('a walk-in sale is awarded when it is given to its member, and loses it when it is taken away again', async () => {
    const { CampaignCode } = await twice()
    const [one, other] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(null, '1000')
    const given = await app.call(assignSale, { InvoiceNo, MembershipNo: one.MembershipNo }, counter)
    expect(given.body).toMatchObject({ EarnedPoints: 100, BonusPoints: 100 })
    const taken = await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
    expect(taken.body).toMatchObject({ PointsBack: 200, BonusPoints: 0 })
    expect(await spentOf(CampaignCode)).toBe(0)
    await app.call(assignSale, { InvoiceNo, MembershipNo: other.MembershipNo }, counter)
    expect([await pointsLeft(one), await pointsLeft(other)]).toEqual([0, 200])
    expect(await proven()).toBe(0)
  })
  test('a sale is not taken from a member who has used its bonus', async () => {
    await twice()
    const who = await member(app.db)
    const { InvoiceNo } = await sell(null, '1000')
    await app.call(award, { InvoiceNo, MembershipNo: who.MembershipNo }, counter)
    await redeem(who, 101)
    const { refusal } = await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
    expect(refusal.code).toBe('sales.points_used')
  })
})

describe('what people are shown', () => {
  test('before the sale: what each campaign will add, and nothing is written', async () => {
    const { CampaignCode, CampaignName } = await twice({ BudgetPoints: 500, MinimumPurchase: '800' })
    const who = await member(app.db)
    const body = { MembershipNo: who.MembershipNo, Details: [line('1000')] }
    const preview = await app.call(previewSale, body as never, counter)
    expect(preview.body).toMatchObject({
      Points: 100,
      BonusPoints: 100,
      AvailableAfter: 200,
      Bonuses: [{ Code: CampaignCode, Name: CampaignName, Points: 100, Multiplier: '2.00', MinimumPurchase: '800.00' }],
    })
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await pointsOf(who, '1000')).toEqual([100, 100])
  })
  test('a budget that is used up promises nothing', async () => {
    await twice({ BudgetPoints: 99 })
    const who = await member(app.db)
    const preview = await app.call(
      previewSale,
      { MembershipNo: who.MembershipNo, Details: [line('1000')] } as never,
      counter,
    )
    expect(preview.body).toMatchObject({ BonusPoints: 0, Bonuses: [], AvailableAfter: 100 })
  })
  test('afterwards: statement, sale and explanation name the campaign, also after a merge', async () => {
    const { CampaignCode } = await twice({ CampaignName: 'Deepavali 2x' })
    const [survivor, who] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(who, '1000')
    const statement = await app.call(getStatement, { MembershipNo: who.MembershipNo }, counter)
    expect(statement.body.rows).toMatchObject([
      { TransactionType: 'Earn', Points: 100, InvoiceNo },
      { TransactionType: 'Bonus', Points: 100, InvoiceNo, Remark: 'Deepavali 2x' },
    ])
    const Campaign = { Code: CampaignCode, Name: 'Deepavali 2x', Multiplier: '2.00', AwardPoint: null, Lines: [1] }
    const explained = async ({ MembershipNo }: Person) =>
      (await app.call(explainPoints, { MembershipNo }, counter)).body.rows
    expect(await explained(who)).toMatchObject([
      { TransactionType: 'Earn', Campaign: null, Lines: [{ PointsEarned: 100 }] },
      { TransactionType: 'Bonus', Campaign, Lines: [] },
    ])
    await merging(app).merge(survivor, who)
    expect(await explained(survivor)).toMatchObject([
      { TransactionType: 'Merge In', Campaign: null, Lines: [{ PointsEarned: 100 }] },
      { TransactionType: 'Merge In', Campaign, Lines: [] },
    ])
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.Bonuses).toMatchObject([
      { Code: CampaignCode, Points: 100 },
    ])
  })
})

test('the nightly proof finds a bonus that was not given, and one that was given without being noted', async () => {
  await twice()
  const who = await member(app.db)
  const { InvoiceNo } = await sell(who, '1000')
  const change = (by: number) =>
    app.sql(
      'update sale_bonus set given = given + $1 where transaction_id = (select transaction_id from transaction_summary where invoice_no = $2)',
      by,
      InvoiceNo,
    )
  await change(1)
  const found = await app.sql('select check_name, invoice_no, expected, found from ledger_differences()')
  await change(-1)
  expect(found).toMatchObject([
    { check_name: 'Bonuses of sale', invoice_no: InvoiceNo, expected: '101', found: '100' },
    { check_name: 'Reversed bonuses of sale', invoice_no: InvoiceNo },
  ])
  expect(await proven()).toBe(0)
})
