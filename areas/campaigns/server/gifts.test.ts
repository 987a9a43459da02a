import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listWaitingRewards, retryWaitingReward } from '#areas/customer-rewards/contract/reviews.ts'
import { addTransaction, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { campaign as campaignOf } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { reward } from '#tests/factories/rewards.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests of the reward that a campaign gives with each qualifying sale.

const app = useApp({ at: '2026-06-15T04:00:00Z' })
const till = systemWith('sales:write', 'sales:cancel')
const counter = staffWith({ roles: ['Customer Transaction'] })

beforeAll(() => addEarningRules(app.db))
beforeEach(() => app.sql(`update campaign set status = 'Draft'`))

type Values = NonNullable<Parameters<typeof campaignOf>[1]>
async function campaignWithReward(values: Values = {}, gift: object = {}) {
  const { RewardId } = await reward(app.db, { Name: 'Gold bead', Type: 'Campaign', Status: 'Active', ...gift })
  return { ...(await campaignOf(app, { RewardId, ...values })), RewardId }
}
type Person = { MembershipNo: string }
async function sell(buyer: Person | null, ...amounts: string[]) {
  const InvoiceNo = `GF${nextNumber()}`
  const body = {
    TransactionType: 'N',
    InvoiceNo,
    OutletCode: 'KLCC',
    MembershipNo: buyer?.MembershipNo,
    Details: amounts.map((amount) => line(amount)),
  }
  const { status, refusal } = await app.call(addTransaction, body as never, till)
  if (status !== 201) throw new Error(refusal.message)
  return InvoiceNo
}
const cancel = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, till)
const rewardStatuses = async ({ MembershipNo }: Person) =>
  (
    await app.sql<{ status: string }>(
      'select status from customer_reward where membership_no = $1 order by reference_code',
      MembershipNo,
    )
  ).map(({ status }) => status)

test('campaign reward: each sale that reaches the minimum purchase gives the reward', async () => {
  await campaignWithReward({ MinimumPurchase: '500' })
  const buyer = await member(app.db)
  await sell(buyer, '499.99')
  expect(await rewardStatuses(buyer)).toEqual([])
  await sell(buyer, '500')
  await sell(buyer, '500')
  expect(await rewardStatuses(buyer)).toEqual(['Active', 'Active'])
})

test('campaign reward per member: a member gets the reward once; if its sale is returned, the next sale gives it', async () => {
  await campaignWithReward({ AwardPer: 'Member', MinimumPurchase: '500' })
  const buyer = await member(app.db)
  const first = await sell(buyer, '300', '400')
  await sell(buyer, '500')
  expect(await rewardStatuses(buyer)).toEqual(['Active'])
  await cancel(first, [{ OldSequenceNo: 1 }])
  expect(await rewardStatuses(buyer)).toEqual(['Cancelled'])
  await sell(buyer, '500')
  expect(await rewardStatuses(buyer)).toEqual(['Cancelled', 'Active'])
})

test('campaign reward: the reward stays if the sale still reaches the minimum purchase after a return', async () => {
  await campaignWithReward({ MinimumPurchase: '500' })
  const buyer = await member(app.db)
  await cancel(await sell(buyer, '300', '500'), [{ OldSequenceNo: 1 }])
  expect(await rewardStatuses(buyer)).toEqual(['Active'])
})

test('campaign reward: if the sale is cancelled after the claim, the member keeps the reward and head office reviews it', async () => {
  await campaignWithReward()
  const buyer = await member(app.db)
  const InvoiceNo = await sell(buyer, '500')
  await app.sql(
    `update customer_reward set status = 'Claimed', claimed_date = now() where membership_no = $1`,
    buyer.MembershipNo,
  )
  await cancel(InvoiceNo)
  expect(await rewardStatuses(buyer)).toEqual(['Claimed'])
  expect(await app.sql(`select cause from reward_review where invoice_no = $1`, InvoiceNo)).toEqual([
    { cause: 'Sale cancelled' },
  ])
})

test('campaign reward: unassigning a sale cancels the reward, and assigning the sale gives it to the new member', async () => {
  await campaignWithReward()
  const [first, second] = [await member(app.db), await member(app.db)]
  const InvoiceNo = await sell(null, '500')
  await app.call(assignSale, { InvoiceNo, MembershipNo: first.MembershipNo }, counter)
  expect(await rewardStatuses(first)).toEqual(['Active'])
  await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)
  await app.call(assignSale, { InvoiceNo, MembershipNo: second.MembershipNo }, counter)
  expect([await rewardStatuses(first), await rewardStatuses(second)]).toEqual([['Cancelled'], ['Active']])
})

test('campaign reward: if the reward is out of stock, the sale is accepted and the reward is given later', async () => {
  const { RewardId } = await campaignWithReward({}, { TotalLimit: 1 })
  const [first, second] = [await member(app.db), await member(app.db)]
  await sell(first, '500')
  const InvoiceNo = await sell(second, '500')
  expect(await rewardStatuses(second)).toEqual([])
  const waitingRewards = async () =>
    (await app.call(listWaitingRewards, { Search: { MembershipNo: second.MembershipNo } }, hq)).body.rows
  expect(await waitingRewards()).toMatchObject([{ MembershipNo: second.MembershipNo }])
  await app.sql('update reward set total_limit = 2 where reward_id = $1', RewardId)
  const { WaitingId } = (await waitingRewards())[0]!
  await app.call(retryWaitingReward, { WaitingId }, hq)
  expect(await rewardStatuses(second)).toEqual(['Active'])
  await cancel(InvoiceNo)
  expect(await rewardStatuses(second)).toEqual(['Cancelled'])
})

test('campaign reward: only targets get the reward, and only while the campaign is active', async () => {
  const [listed, stranger] = [await member(app.db), await member(app.db)]
  const { CampaignCode } = await campaignWithReward()
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [listed.CustomerId] }, hq)
  await sell(stranger, '500')
  await sell(listed, '500')
  await app.sql(`update campaign set status = 'Paused'`)
  await sell(listed, '500')
  expect([await rewardStatuses(listed), await rewardStatuses(stranger)]).toEqual([['Active'], []])
})

test('campaign reward: a reward of type Premium Gift is refused, because members redeem these gifts themselves', async () => {
  const { RewardId } = await reward(app.db)
  await expect(campaignOf(app, { RewardId })).rejects.toThrow('campaigns.reward_unknown')
})
