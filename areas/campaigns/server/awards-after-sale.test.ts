import { describe, expect, test } from 'vitest'
import { awardSalePoints } from '#areas/points/contract.ts'
import {
  addTransaction,
  addTransactionDetail,
  assignSale,
  mapSaleLine,
  previewCancellation,
  unassignSale,
} from '#areas/sales/contract.ts'
import { awardingCompany } from '#tests/factories/campaign-awards.ts'
import { merging } from '#tests/factories/merges.ts'
import { checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests of campaign awards after the sale: budget, returns, late lines, and the nightly reconciliation.

const { app, counter, till, campaign, twice, sell, pointsOf, cancel, redeem, pointsLeft, spentOf, proven } =
  awardingCompany()

describe('budget of a campaign', () => {
  test('campaign budget: concurrent sales never exceed the budget, and a bonus is awarded in full or not at all', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 1000 })
    const people = await Promise.all(Array.from({ length: 12 }, () => member(app.db)))
    const sales = await Promise.all(people.map((buyer) => sell(buyer, '100')))
    expect(sales.map(({ BonusPoints }) => BonusPoints).sort()).toEqual([...Array(9).fill(0), 300, 300, 300])
    expect(await spentOf(CampaignCode)).toBe(900)
    expect(await proven()).toBe(0)
  })
  test('campaign budget: a return puts the bonus points of the sale back into the budget', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 300 })
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, '100')
    expect(await pointsOf(buyer, '100')).toEqual([10, 0])
    await cancel(InvoiceNo)
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await pointsOf(buyer, '100')).toEqual([10, 300])
  })
  test('campaign budget: a budget that is set later covers earlier awards and cannot be lower than their total', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300 })
    const buyer = await member(app.db)
    await sell(buyer, '100')
    const set = (BudgetPoints: number, Version: number) =>
      app.call(contract.updateCampaign, { CampaignCode, Version, BudgetPoints }, hq)
    expect((await set(299, 1)).refusal.code).toBe('campaigns.budget_spent')
    expect((await set(599, 1)).status).toBe(200)
    expect(await pointsOf(buyer, '100')).toEqual([10, 0])
    expect((await set(600, 2)).status).toBe(200)
    expect(await pointsOf(buyer, '100')).toEqual([10, 300])
  })
  test('campaign: a campaign that has awarded points cannot be deleted', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300 })
    await sell(await member(app.db), '100')
    expect((await app.call(contract.deleteCampaign, { CampaignCode }, hq)).refusal).toMatchObject({
      code: 'campaigns.in_use',
      params: { SpentPoints: 300 },
    })
  })
  test('campaign budget: a database constraint rejects awards above the budget', async () => {
    const { CampaignCode } = await campaign({ AwardPoint: 300, BudgetPoints: 300 })
    await expect(
      app.sql('update campaign_spent set points = 301 where campaign_code = $1', CampaignCode),
    ).rejects.toThrow('campaign_budget')
  })
})

describe('returns of sales with a campaign award', () => {
  test('return: each returned piece takes back exactly its share of a bonus calculated with a multiplier', async () => {
    const { CampaignCode } = await campaign({ Multiplier: '1.5' })
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, [line('335', { Quantity: '3' }), line('990')])
    expect(await pointsLeft(buyer)).toBe(199 + 99)
    const preview = await app.call(
      previewCancellation,
      { OriginalInvoiceNo: InvoiceNo, Details: [{ OldSequenceNo: 1, Quantity: '1' }] },
      counter,
    )
    expect(preview.body).toMatchObject({ PointsBack: 33 + 16, BonusBack: 16, AvailableAfter: 249 })
    expect((await cancel(InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])).ReversedPoints).toBe(33 + 16)
    expect(await pointsLeft(buyer)).toBe(249)
    expect(await spentOf(CampaignCode)).toBe(83)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, buyer.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
    expect(await spentOf(CampaignCode)).toBe(0)
    expect(await proven()).toBe(0)
  })
  test('return: a fixed bonus is taken back if the remaining amount is below the minimum purchase', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, [line('300'), line('300'), line('100')])
    await cancel(InvoiceNo, [{ OldSequenceNo: 3 }])
    expect(await pointsLeft(buyer)).toBe(60 + 300)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1 }])
    expect(await pointsLeft(buyer)).toBe(30)
    expect(await proven()).toBe(0)
  })
  test('return: bonus points already spent become arrears', async () => {
    await twice()
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, '1000')
    await redeem(buyer, 150)
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, buyer.MembershipNo)).toEqual({ agree: true, points: -150, arrears: 150 })
    expect(await proven()).toBe(0)
  })
  test('return: after a merge the bonus is taken from the survivor', async () => {
    await twice()
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(merged, '1000')
    await merging(app).merge(survivor, merged)
    expect(await pointsLeft(survivor)).toBe(200)
    await cancel(InvoiceNo)
    expect(await checkLedger(app.db, survivor.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
    expect(await proven()).toBe(0)
  })
  test('return: with the arrears policy Ask head office, an outlet cannot return a sale whose bonus is already spent', async () => {
    await twice()
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, '1000')
    await redeem(buyer, 150)
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

describe('campaign awards for sales with late lines or a member assigned later', () => {
  test('award: a line that arrives after the end of the campaign gets the campaign terms of its sale', async () => {
    const { CampaignCode } = await campaign({ Multiplier: '1.5' })
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, '150', { TotalAmount: '500' })
    expect(await pointsLeft(buyer)).toBe(15 + 7)
    await app.sql(`update campaign set status = 'Ended', multiplier = 9 where campaign_code = $1`, CampaignCode)
    await app.call(addTransactionDetail, { InvoiceNo, ...line('350') } as never, till)
    expect(await pointsLeft(buyer)).toBe(50 + 25)
    expect(await spentOf(CampaignCode)).toBe(25)
    expect(await proven()).toBe(0)
  })
  test('award: a sale sent line by line is awarded as soon as its lines reach the minimum purchase', async () => {
    await campaign({ AwardPoint: 300, MinimumPurchase: '500' })
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, [], { TotalAmount: '600' })
    await app.call(addTransactionDetail, { InvoiceNo, ...line('300') } as never, till)
    expect(await pointsLeft(buyer)).toBe(30)
    await app.call(addTransactionDetail, { InvoiceNo, ...line('300') } as never, till)
    expect(await pointsLeft(buyer)).toBe(60 + 300)
  })
  test('award: a line under review gets its award when the review is settled, even after a partial return', async () => {
    await twice()
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(buyer, [line('100'), line('1000', { Brand: 'Nonesuch' }), line('300')])
    expect(await pointsLeft(buyer)).toBe(80)
    await cancel(InvoiceNo, [{ OldSequenceNo: 1 }])
    await app.call(mapSaleLine, { InvoiceNo, SequenceNo: 2, Brand: 'Aurelia' }, hq)
    expect(await pointsLeft(buyer)).toBe(130 + 130)
    await cancel(InvoiceNo)
    expect(await pointsLeft(buyer)).toBe(0)
    expect(await proven()).toBe(0)
  })
  test('award: assigning a walk-in sale to a member gives the award, and unassigning the sale takes the award back', async () => {
    const { CampaignCode } = await twice()
    const [first, second] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await sell(null, '1000')
    const assigned = await app.call(assignSale, { InvoiceNo, MembershipNo: first.MembershipNo }, counter)
    expect(assigned.body).toMatchObject({ EarnedPoints: 100, BonusPoints: 100 })
    const unassigned = await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
    expect(unassigned.body).toMatchObject({ PointsBack: 200, BonusPoints: 0 })
    expect(await spentOf(CampaignCode)).toBe(0)
    await app.call(assignSale, { InvoiceNo, MembershipNo: second.MembershipNo }, counter)
    expect([await pointsLeft(first), await pointsLeft(second)]).toEqual([0, 200])
    expect(await proven()).toBe(0)
  })
  test('unassign: a sale cannot be unassigned after the member has spent its bonus', async () => {
    await twice()
    const buyer = await member(app.db)
    const { InvoiceNo } = await sell(null, '1000')
    await app.call(awardSalePoints, { InvoiceNo, MembershipNo: buyer.MembershipNo }, counter)
    await redeem(buyer, 101)
    const { refusal } = await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
    expect(refusal.code).toBe('sales.points_used')
  })
})

test('reconciliation: a bonus that differs between the sale and the ledger is reported', async () => {
  await twice()
  const buyer = await member(app.db)
  const { InvoiceNo } = await sell(buyer, '1000')
  const change = (by: number) =>
    app.sql(
      'update sale_bonus set given = given + $1 where transaction_id = (select transaction_id from transaction_summary where invoice_no = $2)',
      by,
      InvoiceNo,
    )
  await change(1)
  const differences = await app.sql('select check_name, invoice_no, expected, found from ledger_differences()')
  await change(-1)
  expect(differences).toMatchObject([
    { check_name: 'Bonuses of sale', invoice_no: InvoiceNo, expected: '101', found: '100' },
    { check_name: 'Reversed bonuses of sale', invoice_no: InvoiceNo },
  ])
  expect(await proven()).toBe(0)
})

test('reconciliation: a bonus that only the ledger contains is reported', async () => {
  await twice()
  const { InvoiceNo } = await sell(await member(app.db), '1000')
  const [removed] = await app.sql<{ bonus: object }>(
    `delete from sale_bonus where transaction_id = (select transaction_id from transaction_summary where invoice_no = $1)
     returning to_jsonb(sale_bonus) as bonus`,
    InvoiceNo,
  )
  const differences = await proven()
  await app.sql('insert into sale_bonus select * from jsonb_populate_record(null::sale_bonus, $1)', removed!.bonus)
  expect([differences, await proven()]).toEqual([1, 0])
})
