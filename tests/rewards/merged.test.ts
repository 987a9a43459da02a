import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#areas/customer-rewards/contract.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { getMerge, unmergeMembers } from '#areas/merges/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { checkLedger, earningRules, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { merge } = merging(app)
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })
const manager = staffWith({ roles: ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] })
const Reason = 'The customer brought it back'

beforeAll(() => earningRules(app.db))

type Person = Awaited<ReturnType<typeof member>>
type Held = { ReferenceCode: string }

const claim = (held: Held, { MembershipNo }: Person) =>
  app.call(contract.claimReward, { ...held, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
const collect = (held: Held, { MembershipNo }: Person) =>
  app.call(contract.collectReward, { ...held, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
const left = async ({ MembershipNo }: Person) => {
  const { agree, points: found } = await checkLedger(app.db, MembershipNo)
  expect(agree).toBe(true)
  return found
}
const statesOf = (...people: Person[]) =>
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
const expectProved = async () => expect(await prove(jobContext(app))).toMatchObject({ Differences: 0 })

/** Somebody with 1,000 points who redeemed a gift (of three in stock), claimed a voucher for 200 points and waits for another. */
async function holder() {
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
  const given = async () => {
    const { body } = await app.call(
      contract.issueRewards,
      { RewardId: voucher.RewardId, MembershipNos: [person.MembershipNo] },
      hq,
    )
    return { ReferenceCode: body.rows[0]!.ReferenceCode! }
  }
  const claimed = await given()
  expect((await claim(claimed, person)).status).toBe(200)
  const waiting = await given()
  expect(await left(person)).toBe(700)
  return { person, gift: { ReferenceCode: redeemed.body.rows[0]!.ReferenceCode }, claimed, waiting, InventoryId }
}

describe('rewards of a member who is merged', () => {
  test('are the survivor’s: collected, claimed and taken back from him, with points, stock and voucher', async () => {
    const [survivor, { person, gift, claimed, waiting, InventoryId }] = [await member(app.db), await holder()]
    await merge(survivor, person)
    expect((await statesOf(survivor)).map(({ no, status }) => [no, status])).toEqual([
      [survivor.MembershipNo, 'Active'],
      [survivor.MembershipNo, 'Claimed'],
      [survivor.MembershipNo, 'Active'],
    ])
    expect(await statesOf(person)).toEqual([])
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 3, reserved: 1, issued: 0 }])
    await expectProved()

    expect((await collect(gift, survivor)).status).toBe(200)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 2, reserved: 0, issued: 1 }])
    expect((await claim(waiting, survivor)).status).toBe(200)
    expect((await app.call(contract.cancelClaim, { ...claimed, Reason }, manager)).status).toBe(200)
    expect(await left(survivor)).toBe(700)
    const taken = await app.sql<{ assigned: string | null }>(
      `select assigned_to as assigned from voucher where assigned_to = any($1)`,
      [claimed.ReferenceCode, waiting.ReferenceCode],
    )
    expect(taken).toEqual([{ assigned: waiting.ReferenceCode }])
    await expectProved()
  })

  test('go back with everything when the merge is undone, and go on there', async () => {
    const [survivor, { person, gift, claimed, waiting, InventoryId }] = [await member(app.db), await holder()]
    const before = await statesOf(person)
    const MergeId = await merge(survivor, person)
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })).status).toBe(200)
    expect(await statesOf(person)).toEqual(before)
    expect(await statesOf(survivor)).toEqual([])
    expect([await left(survivor), await left(person)]).toEqual([0, 700])
    await expectProved()

    expect((await app.call(contract.cancelRedeem, { ...gift, Reason }, manager)).status).toBe(200)
    expect((await app.call(contract.cancelClaim, { ...claimed, Reason }, manager)).status).toBe(200)
    expect((await claim(waiting, person)).status).toBe(200)
    expect(await left(person)).toBe(800)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 3, reserved: 0, issued: 0 }])
    await expectProved()
  })

  test('keep the merge from being undone once the survivor used one', async () => {
    const [survivor, { person, waiting }] = [await member(app.db), await holder()]
    const MergeId = await merge(survivor, person)
    app.clock.advance(60)
    await claim(waiting, survivor)
    const { body } = await app.call(getMerge, { MergeId })
    expect(body.Blockers.map(({ message }) => message)).toContain(
      `Reward ${waiting.ReferenceCode} has been claimed or cancelled since`,
    )
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' })).status).toBe(409)
    await expectProved()
  })

  test('are handed over once, though the counter collects while head office merges', async () => {
    const [survivor, { person, gift, InventoryId }] = [await member(app.db), await holder()]
    const [collected] = await Promise.all([collect(gift, person), merge(survivor, person)])
    const again = await collect(gift, survivor)
    expect([collected.status, again.status].filter((status) => status === 200)).toHaveLength(1)
    expect(await stockOf(InventoryId)).toEqual([{ on_hand: 2, reserved: 0, issued: 1 }])
    await expectProved()
  })
})
