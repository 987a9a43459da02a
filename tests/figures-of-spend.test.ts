import { beforeAll, expect, test } from 'vitest'
import { getCampaignOutcome } from '#areas/campaigns/contract.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { getMyDay } from '#areas/dashboard/contract/my-day.ts'
import { getSalesTrend } from '#areas/dashboard/contract/trend.ts'
import { listLeadSourceResults, listProspects } from '#areas/leads/contract/prospects.ts'
import { getLevelStatus } from '#areas/levels/contract/status.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { listReferrers } from '#areas/referrals/contract.ts'
import { recentSales } from '#areas/sales/contract/recent-sales.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { previewSegment } from '#areas/segments/contract.ts'
import { getTask, listTaskResults } from '#areas/tasks/contract.ts'
import { campaign } from './factories/campaigns.ts'
import { friends } from './factories/referrals.ts'
import { addEarningRules, line } from './factories/sales.ts'
import { hq, useApp } from './harness.ts'

// A member buys for 700, 1,000 and 500, returns all of the first sale and half of the last: the spend is 1,250.
// A cancellation is stored with a positive amount, so each page must subtract it.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const day = '2026-11-21'
const before = '2026-11-20T02:00:00Z'
const { referrer, friendOf } = friends(app)
let member: { CustomerId: number; MembershipNo: string }
let by: { MembershipNo: string }
let TaskId: number
let CampaignCode: string
let LeadSourceId: number

const insert = async (text: string, ...values: unknown[]) =>
  Object.values((await app.sql<Record<string, number>>(text, ...values))[0]!)[0]!
const enter = async (sale: object) => {
  const { status } = await app.call(addTransaction, { OutletCode: 'KLCC', ...sale } as never, hq)
  expect(status).toBe(201)
}
const buy = (InvoiceNo: string, ...Details: object[]) =>
  enter({ TransactionType: 'N', InvoiceNo, MembershipNo: member.MembershipNo, Details })
const takeBack = (OriginalInvoiceNo: string, Details?: object[]) =>
  enter({ TransactionType: 'C', OriginalInvoiceNo, ...(Details && { Details }) })

/** Records contacts with the member before the purchases: a task, a campaign and a lead source. */
async function contacts() {
  const { token: _, userId, staffId } = await app.token(hq)
  TaskId = await insert(
    `insert into task (name, customer_id, building_id, due_date) select 'Call', $1, min(building_id), $2 from building where code = 'KLCC' returning task_id`,
    member.CustomerId,
    before,
  )
  await app.sql(
    `insert into task_progress_log (task_id, contact_type, description, follow_up_date, staff_id, outlet_code, created_by_id, created_at)
      values ($1, 'Call', 'Comes tomorrow', $2, $3, 'KLCC', $4, $5)`,
    ...[TaskId, day, staffId, userId, before],
  )
  CampaignCode = (await campaign(app)).CampaignCode
  await app.sql(
    `insert into campaign_target (campaign_code, customer_id, source, bucket, added_at, contacted_at, counted_from) values ($1, $2, 'Manual', 99, $3, $3, $3)`,
    ...[CampaignCode, member.CustomerId, before],
  )
  LeadSourceId = await insert(
    `insert into lead_source (code, name, type) values ('FAIR', 'Wedding fair', 'Non-Event') returning lead_source_id`,
  )
  await app.sql(
    `insert into lead_prospect (lead_source_id, customer_id, created_at) values ($1, $2, $3)`,
    ...[LeadSourceId, member.CustomerId, before],
  )
}

beforeAll(async () => {
  await addEarningRules(app.db)
  by = await referrer()
  member = await friendOf(by.MembershipNo)
  await app.sql(
    `update membership set activated_at = $2, cycle_start = '2026-01-01', cycle_end = '2026-12-31' where membership_no = $1`,
    ...[member.MembershipNo, before],
  )
  await app.call(lookupMember, { Typed: member.MembershipNo }, hq)
  await contacts()
  await buy('WHOLE', line('700'))
  await buy('KEPT', line('1000'))
  await buy('PART', line('250'), line('250'))
  await takeBack('WHOLE')
  await takeBack('PART', [{ OldSequenceNo: 2 }])
})

test('the list of customers shows the last purchase, and the spend of twelve months less returns', async () => {
  const { body } = await app.call(listCustomers, { Search: { MembershipNo: member.MembershipNo } }, hq)
  expect(body.rows).toMatchObject([{ LastPurchaseAmount: '250.00', SpendOfYear: '1250.00' }])
})

test('the member header and the counter show each sale less its returns', async () => {
  const { MembershipNo } = member
  const card = await app.call(memberCard, { MembershipNo }, hq)
  expect(card.body.LastPurchase).toMatchObject({ InvoiceNo: 'PART', NetAmount: '250.00', EarnedPoints: 25 })
  const { body } = await app.call(recentSales, { MembershipNo }, hq)
  expect(body.Sales).toMatchObject([
    { InvoiceNo: 'PART', NetAmount: '250.00', Points: 25, ReturnedOn: day },
    { InvoiceNo: 'KEPT', NetAmount: '1000.00', Points: 100, ReturnedOn: null },
    { InvoiceNo: 'WHOLE', NetAmount: '0.00', Points: 0, ReturnedOn: day },
  ])
})

test('the amounts in a member’s list of transactions add up to the member’s spend', async () => {
  const { body } = await app.call(listTransactions, { Search: { CustomerId: member.CustomerId } }, hq)
  expect(body.rows.map(({ NetMoved }) => Number(NetMoved)).sort((one, other) => one - other)).toEqual([
    -700, -250, 500, 700, 1000,
  ])
})

test('a segment by spend or average purchase finds a member with exactly the amount and none below', async () => {
  const segmentFinds = async (Field: string, ...Values: string[]) =>
    (
      await app.call(
        previewSegment,
        { Conditions: { Match: 'All', Conditions: [{ Field, Test: 'Between', Values }] } } as never,
        hq,
      )
    ).body.Sample.some(({ CustomerId }) => CustomerId === member.CustomerId)
  expect(await segmentFinds('sales.Spend', '1250.00', '1250.00')).toBe(true)
  expect(await segmentFinds('sales.Spend', '1250.01', '9999999')).toBe(false)
  // The average divides the spend of 1,250 by three purchases.
  expect(await segmentFinds('sales.AverageSale', '416.67', '416.67')).toBe(true)
})

test('the dashboard subtracts returns from the sales of outlet and user on the day of the return', async () => {
  const { body } = await app.call(getSalesTrend, { OutletCode: 'KLCC', DateFrom: day, DateTo: day }, hq)
  // The outlet's sales include the referrer’s purchase of 100.
  expect(body.Sales).toBe('1350.00')
  expect((await app.call(getMyDay, {}, hq)).body.SalesAmount).toBe('1250.00')
})

test('a task is credited with the amount of the sale less its returns', async () => {
  const { body } = await app.call(getTask, { TaskId }, hq)
  expect(body.Credits.map(({ InvoiceNo, Amount }) => [InvoiceNo, Amount]).sort()).toEqual([
    ['KEPT', '1000.00'],
    ['PART', '250.00'],
  ])
  const results = await app.call(listTaskResults, { Search: { DateFrom: day } }, hq)
  expect(results.body.rows).toMatchObject([{ Sales: 2, Amount: '1250.00' }])
})

test('the conversion of a campaign target is the first purchase that was not returned', async () => {
  const { body } = await app.call(getCampaignOutcome, { CampaignCode }, hq)
  expect(body.Contacted).toMatchObject({ Customers: 1, Converted: 1, Sales: '1000.00' })
})

test('the spend for a card level is net of returns', async () => {
  const { body } = await app.call(getLevelStatus, { MembershipNo: member.MembershipNo }, hq)
  expect(body.Spend).toBe('1250.00')
})

test('the spend shown for a referrer and for a lead source is net of returns', async () => {
  const referrers = await app.call(listReferrers, { Search: { MembershipNo: by.MembershipNo } } as never, hq)
  expect(referrers.body.rows).toMatchObject([{ FriendsSales: '1250.00' }])
  const prospects = await app.call(listProspects, { Search: { LeadSourceId } }, hq)
  expect(prospects.body.rows).toMatchObject([{ NetSales: '1250.00' }])
  const sources = await app.call(listLeadSourceResults, { Search: { Code: 'FAIR' } } as never, hq)
  expect(sources.body.rows).toMatchObject([{ Buyers: 1, NetSales: '1250.00' }])
})

test('the daily limit for manual sales applies to sales less returns', async () => {
  const { userId } = await app.token(hq)
  const [entered] = await app.sql<{ most: string }>(
    `select manual_sales_of_day($1, $2, $3) as most`,
    ...[userId, member.MembershipNo, day],
  )
  expect(entered!.most).toBe('1250.00')
})
