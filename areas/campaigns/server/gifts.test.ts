import { beforeAll, beforeEach, expect, test } from 'vitest'
import { giveWaitingNow, listWaiting } from '#areas/customer-rewards/contract/reviews.ts'
import { addTransaction, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { campaign as campaignOf } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { reward } from '#tests/factories/rewards.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// The reward of a campaign, given with the sale that qualifies for it.

const app = useApp({ at: '2026-06-15T04:00:00Z' })
const till = systemWith('sales:write')
const counter = staffWith({ roles: ['Customer Transaction'] })

beforeAll(() => earningRules(app.db))
beforeEach(() => app.sql(`update campaign set status = 'Draft'`))

type Values = NonNullable<Parameters<typeof campaignOf>[1]>
async function giving(values: Values = {}, gift: object = {}) {
  const { RewardId } = await reward(app.db, { Name: 'Gold bead', Type: 'Campaign', Status: 'Active', ...gift })
  return { ...(await campaignOf(app, { RewardId, ...values })), RewardId }
}
type Person = { MembershipNo: string }
async function sell(who: Person | null, ...amounts: string[]) {
  const InvoiceNo = `GF${nextNumber()}`
  const body = {
    TransactionType: 'N',
    InvoiceNo,
    OutletCode: 'KLCC',
    MembershipNo: who?.MembershipNo,
    Details: amounts.map((amount) => line(amount)),
  }
  const { status, refusal } = await app.call(addTransaction, body as never, till)
  if (status !== 201) throw new Error(refusal.message)
  return InvoiceNo
}
const cancel = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, till)
const held = async ({ MembershipNo }: Person) =>
  (
    await app.sql<{ status: string }>(
      'select status from customer_reward where membership_no = $1 order by reference_code',
      MembershipNo,
    )
  ).map(({ status }) => status)

test('a member is given it with each sale that comes to the least purchase', async () => {
  await giving({ MinimumPurchase: '500' })
  const who = await member(app.db)
  await sell(who, '499.99')
  expect(await held(who)).toEqual([])
  await sell(who, '500')
  await sell(who, '500')
  expect(await held(who)).toEqual(['Active', 'Active'])
})

test('or once, and again after that sale was returned; the reward that was given for it goes back', async () => {
  await giving({ AwardPer: 'Member', MinimumPurchase: '500' })
  const who = await member(app.db)
  const first = await sell(who, '300', '400')
  await sell(who, '500')
  expect(await held(who)).toEqual(['Active'])
  await cancel(first, [{ OldSequenceNo: 1 }])
  expect(await held(who)).toEqual(['Cancelled'])
  await sell(who, '500')
  expect(await held(who)).toEqual(['Cancelled', 'Active'])
})

test('a return that leaves enough takes nothing back', async () => {
  await giving({ MinimumPurchase: '500' })
  const who = await member(app.db)
  await cancel(await sell(who, '300', '500'), [{ OldSequenceNo: 1 }])
  expect(await held(who)).toEqual(['Active'])
})

test('what was handed over by then stays with the member, and head office looks at it', async () => {
  await giving()
  const who = await member(app.db)
  const InvoiceNo = await sell(who, '500')
  await app.sql(
    `update customer_reward set status = 'Claimed', claimed_date = now() where membership_no = $1`,
    who.MembershipNo,
  )
  await cancel(InvoiceNo)
  expect(await held(who)).toEqual(['Claimed'])
  expect(await app.sql(`select cause from reward_review where invoice_no = $1`, InvoiceNo)).toEqual([
    { cause: 'Sale cancelled' },
  ])
})

test('it goes with a sale that is taken from its member, to whom it is given then', async () => {
  await giving()
  const [one, other] = [await member(app.db), await member(app.db)]
  const InvoiceNo = await sell(null, '500')
  await app.call(assignSale, { InvoiceNo, MembershipNo: one.MembershipNo }, counter)
  expect(await held(one)).toEqual(['Active'])
  await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
  await app.call(assignSale, { InvoiceNo, MembershipNo: other.MembershipNo }, counter)
  expect([await held(one), await held(other)]).toEqual([['Cancelled'], ['Active']])
})

test('where there is none left the sale stands, and the reward waits', async () => {
  const { RewardId } = await giving({}, { TotalLimit: 1 })
  const [one, other] = [await member(app.db), await member(app.db)]
  await sell(one, '500')
  const InvoiceNo = await sell(other, '500')
  expect(await held(other)).toEqual([])
  const waiting = async () =>
    (await app.call(listWaiting, { Search: { MembershipNo: other.MembershipNo } }, hq)).body.rows
  expect(await waiting()).toMatchObject([{ MembershipNo: other.MembershipNo }])
  await app.sql('update reward set total_limit = 2 where reward_id = $1', RewardId)
  const { WaitingId } = (await waiting())[0]!
  await app.call(giveWaitingNow, { WaitingId }, hq)
  expect(await held(other)).toEqual(['Active'])
  await cancel(InvoiceNo)
  expect(await held(other)).toEqual(['Cancelled'])
})

test('only those for whom the campaign is are given it, while it runs', async () => {
  const [listed, stranger] = [await member(app.db), await member(app.db)]
  const { CampaignCode } = await giving()
  await app.call(contract.addTargets, { CampaignCode, CustomerId: [listed.CustomerId] }, hq)
  await sell(stranger, '500')
  await sell(listed, '500')
  await app.sql(`update campaign set status = 'Paused'`)
  await sell(listed, '500')
  expect([await held(listed), await held(stranger)]).toEqual([['Active'], []])
})

test('a Premium Gift, which members redeem themselves, is the reward of no campaign', async () => {
  const { RewardId } = await reward(app.db)
  await expect(campaignOf(app, { RewardId })).rejects.toThrow('campaigns.reward_unknown')
})
