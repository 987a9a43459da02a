import { describe, expect, test } from 'vitest'
import { award } from '#areas/points/contract.ts'
import {
  addDetail,
  addTransaction,
  assignSale,
  mapSaleLine,
  previewCancel,
  unassignSale,
} from '#areas/sales/contract.ts'
import { awardingCompany } from '#tests/factories/campaign-awards.ts'
import { merging } from '#tests/factories/merges.ts'
import { checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// What becomes of awards: the budget they come from, what goes back with a return, sales that come in parts, and the nightly proof.

const { app, counter, till, campaign, twice, sell, pointsOf, cancel, redeem, pointsLeft, spentOf, proven } =
  awardingCompany()

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
