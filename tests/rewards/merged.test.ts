import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#areas/customer-rewards/contract.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { getMerge, unmergeMembers } from '#areas/merges/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, checkLedger, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { merge } = merging(app)
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })
const manager = staffWith({ roles: ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] })
const Reason = 'The customer brought it back'

beforeAll(() => addEarningRules(app.db))

type Person = Awaited<ReturnType<typeof member>>
type RewardReference = { ReferenceCode: string }

const claim = (reference: RewardReference, { MembershipNo }: Person) =>
  app.call(contract.claimReward, { ...reference, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
const collect = (reference: RewardReference, { MembershipNo }: Person) =>
  app.call(contract.collectReward, { ...reference, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
const checkedBalance = async ({ MembershipNo }: Person) => {
  const { agree, points: balance } = await checkLedger(app.db, MembershipNo)
  expect(agree).toBe(true)
  return balance
}
const customerRewardsOf = (...people: Person[]) =>
  app.sql<{ no: string; code: string; status: string; voucher: string | null }>(
    `select membership_no as no, reference_code as code, status, voucher_no as voucher from customer_reward
     where customer_id = any($1) order by reference_code`,
    people.map(({ CustomerId }) => CustomerId),
  )
const stockOf = (InventoryId: number) =>
  app.sql(
    'select qty_on_hand as on_hand, qty_reserved as reserved, qty_issued as issued from reward_inventory where inventory_id = $1',
    InventoryId,
  )
const expectNoDifferences = async () => expect(await reconcileLedger(jobContext(app))).toMatchObject({ Differences: 0 })

/** A member with 1,000 points, a redeemed gift (three in stock), a voucher reward claimed for 200 points, and an unclaimed one. */
async function memberWithRewards() {
  const person = await member(app.db)
  await points(app.db, person.MembershipNo, 1000)
  const gift = await reward(app.db)
  const InventoryId = await stock(app.db, gift.RewardId, 'KLCC', 3)
  const redeemed = await app.call(
    contract.redeemRewards,
    { MembershipNo: person.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] },
    counter,
  )
  const voucher = await voucherReward(app.db, 3, { PointDeduct: 200, DeductPointInClaimYN: 'Y' })
  const issueVoucherReward = async () => {
    const { body } = await app.call(
      contract.issueRewards,
      { RewardId: voucher.RewardId, MembershipNos: [person.MembershipNo] },
      hq,
    )
    return { ReferenceCode: body.rows[0]!.ReferenceCode! }
  }
  const claimed = await issueVoucherReward()
  expect((await claim(claimed, person)).status).toBe(200)
  const unclaimed = await issueVoucherReward()
  expect(await checkedBalance(person)).toBe(700)
  return { person, gift: { ReferenceCode: redeemed.body.rows[0]!.ReferenceCode }, claimed, unclaimed, InventoryId }
}

describe('customer rewards after a merge', () => {
  test('customer rewards after a merge: the survivor can collect, claim and cancel them, with points, stock and vouchers', async () => {
    const [survivor, { person, gift, claimed, unclaimed, InventoryId }] = [
      await member(app.db),
      await memberWithRewards(),
    ]
    await merge(survivor, person)
    expect((await customerRewardsOf(survivor)).map(({ no, status }) => [no, status])).toEqual([
      [survivor.MembershipNo, 'Active'],
      [survivor.MembershipNo, 'Claimed'],
      [survivor.MembershipNo, 'Active'],
    ])
    expect(await customerRewardsOf(person)).toEqual([])
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 3, reserved: 1, issued: 0 }])
    await expectNoDifferences()

    expect((await collect(gift, survivor)).status).toBe(200)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 2, reserved: 0, issued: 1 }])
    expect((await claim(unclaimed, survivor)).status).toBe(200)
    expect((await app.call(contract.cancelClaim, { ...claimed, Reason }, manager)).status).toBe(200)
    expect(await checkedBalance(survivor)).toBe(700)
    const assigned = await app.sql<{ assigned: string | null }>(
      `select assigned_to as assigned from voucher where assigned_to = any($1)`,
      [claimed.ReferenceCode, unclaimed.ReferenceCode],
    )
    expect(assigned).toEqual([{ assigned: unclaimed.ReferenceCode }])
    await expectNoDifferences()
  })

  test('customer rewards after an undone merge: return to the member, who can claim and cancel them', async () => {
    const [survivor, { person, gift, claimed, unclaimed, InventoryId }] = [
      await member(app.db),
      await memberWithRewards(),
    ]
    const before = await customerRewardsOf(person)
    const MergeId = await merge(survivor, person)
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })).status).toBe(200)
    expect(await customerRewardsOf(person)).toEqual(before)
    expect(await customerRewardsOf(survivor)).toEqual([])
    expect([await checkedBalance(survivor), await checkedBalance(person)]).toEqual([0, 700])
    await expectNoDifferences()

    expect((await app.call(contract.cancelRedeem, { ...gift, Reason }, manager)).status).toBe(200)
    expect((await app.call(contract.cancelClaim, { ...claimed, Reason }, manager)).status).toBe(200)
    expect((await claim(unclaimed, person)).status).toBe(200)
    expect(await checkedBalance(person)).toBe(800)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 3, reserved: 0, issued: 0 }])
    await expectNoDifferences()
  })

  test('undo merge: is refused after the survivor claimed a reward', async () => {
    const [survivor, { person, unclaimed }] = [await member(app.db), await memberWithRewards()]
    const MergeId = await merge(survivor, person)
    app.clock.advance(60)
    await claim(unclaimed, survivor)
    const { body } = await app.call(getMerge, { MergeId })
    expect(body.Blockers.map(({ message }) => message)).toContain(
      `Reward ${unclaimed.ReferenceCode} has been claimed or cancelled since`,
    )
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })).status).toBe(409)
    await expectNoDifferences()
  })

  test('collection concurrent with a merge: the gift is collected once', async () => {
    const [survivor, { person, gift, InventoryId }] = [await member(app.db), await memberWithRewards()]
    const [collected] = await Promise.all([collect(gift, person), merge(survivor, person)])
    const again = await collect(gift, survivor)
    expect([collected.status, again.status].filter((status) => status === 200)).toHaveLength(1)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 2, reserved: 0, issued: 1 }])
    await expectNoDifferences()
  })
})
