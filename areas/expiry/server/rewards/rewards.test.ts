import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { cancelClaim as cancelClaimCall, claimReward, listCustomerRewards } from '#areas/customer-rewards/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { getPointBalance, getPointStatement, redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { reward, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addExpiryReward,
  cancelExpiryReward,
  type ExpiryReward,
  listMembersForExpiryReward,
} from '../../contract/rewards.ts'

const today = '2026-11-21T04:00:00Z'
const app = useApp({ at: today })
const counter = staffWith({
  roles: ['Claim Rewards', 'Cancel Claim Rewards', 'Customer', 'Redeem Rewards', 'Cancel Redeem Rewards'],
})
const december = { ExpiryYear: 2026, ExpiryMonth: 12 }

/** Expiry rewards of 100 and 400 points, each with a voucher of 50. */
const expiryRewards = {} as Record<'small' | 'large', Awaited<ReturnType<typeof voucherReward>>>
beforeAll(async () => {
  await addEarningRules(app.db)
  const terms = { Type: 'Point Expiry', DeductPointInClaimYN: 'Y' } as const
  expiryRewards.small = await voucherReward(app.db, 20, { ...terms, PointDeduct: 100 })
  expiryRewards.large = await voucherReward(app.db, 50, { ...terms, PointDeduct: 400 })
})

const nightly = (date: string) => runNightlyBatch(jobContext(app), nightlyBatchSteps, date)

let number = 0
const buy = async (MembershipNo: string, amount: string, PerformedAt: string) => {
  const sale = { TransactionType: 'N', InvoiceNo: `R${++number}`, MembershipNo, PerformedAt, Details: [line(amount)] }
  await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
}

/** Creates a member with 430 points that expire in December 2026 and 200 that expire in March 2027. */
async function memberWithExpiringPoints(overrides: Parameters<typeof member>[1] = {}) {
  const created = await member(app.db, overrides)
  await buy(created.MembershipNo, '2000', '2025-03-05T10:00:00')
  await buy(created.MembershipNo, '4300', '2024-12-05T10:00:00')
  return created
}

async function offerReward(more: object = {}) {
  const { MembershipNo } = await memberWithExpiringPoints()
  const { status, body } = await app.call(addExpiryReward, { MembershipNo, ...december, ...more })
  expect(status).toBe(201)
  return body
}
const claim = ({ ReferenceCode, MembershipNo }: Pick<ExpiryReward, 'ReferenceCode' | 'MembershipNo'>) =>
  app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
const cancelClaim = ({ ReferenceCode }: ExpiryReward) =>
  app.call(cancelClaimCall, { ReferenceCode, Reason: 'Voucher returned' }, counter)
const available = async (MembershipNo: string) =>
  (await app.call(getPointBalance, { MembershipNo }, counter)).body.Available
const customerRewardsOf = async (MembershipNo: string) =>
  (await app.call(listCustomerRewards, { Search: { MembershipNo } }, hq)).body.rows

describe('expiry reward for points that expire', () => {
  test('expiry reward: the default is the largest reward that the points pay for, and offering it deducts no points', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const { status, body } = await app.call(addExpiryReward, { MembershipNo, ...december })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      MembershipNo,
      RewardCode: expiryRewards.large.Code,
      Type: 'Point Expiry',
      Status: 'Active',
      ...december,
      PointExpiry: 430,
      PointBalance: 630,
      ExpiryDate: '2026-12-31',
      Points: 400,
      VoucherType: expiryRewards.large.VoucherType,
      VoucherValue: '50.00',
      DeductPointInClaimYN: 'Y',
      ValidityFrom: '2026-11-21',
      ValidityTo: '2026-12-31',
    })
    expect(body.ReferenceCode).toMatch(/^RW2611\d{7}$/)
    expect(await available(MembershipNo)).toBe(630)
    expect(await customerRewardsOf(MembershipNo)).toMatchObject([
      {
        ReferenceCode: body.ReferenceCode,
        Period: '2026-12',
        Points: 400,
        PointsTakenYN: 'N',
        DeductPointInClaimYN: 'Y',
      },
    ])
    const logs = await app.sql<{ text: string }>(
      'select log_text as text from audit_log where object_id = $1 order by audit_log_id',
      body.ReferenceCode,
    )
    expect(logs.map(({ text }) => text)).toContain(
      `Create Point Expiry Reward in Point Expiry Reward. ReferenceCode - ${body.ReferenceCode}`,
    )
  })

  test('expiry reward: of concurrent requests for one member and month one succeeds, which a constraint guarantees', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        app.call(addExpiryReward, {
          MembershipNo,
          ...december,
          RewardId: index % 2 === 0 ? expiryRewards.small.RewardId : expiryRewards.large.RewardId,
        }),
      ),
    )

    const [created] = replies.filter(({ status }) => status === 201)
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const refusal = replies.find(({ status }) => status === 409)!.refusal
    expect(refusal).toMatchObject({
      code: 'expiry.reward_exists',
      message: `Reward ${created!.body.ReferenceCode} has already been created for this member and month`,
    })
    const otherReward =
      created!.body.RewardId === expiryRewards.small.RewardId ? expiryRewards.large : expiryRewards.small
    await expect(
      app.sql(
        `insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, period, validity_from, validity_to, redeemed_date, created_at, updated_at)
         select 'RW26110000000', $2, membership_no, customer_id, type, period, validity_from, validity_to, now(), now(), now()
         from customer_reward where membership_no = $1`,
        MembershipNo,
        otherReward.RewardId,
      ),
    ).rejects.toThrow('customer_reward_expiry_once')
  })

  test('expiry reward: a member can get one reward for each month', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    await app.call(addExpiryReward, { MembershipNo, ...december })
    const { status, body } = await app.call(addExpiryReward, { MembershipNo, ExpiryYear: 2027, ExpiryMonth: 3 })
    expect([status, body.PointExpiry, body.ExpiryDate, body.Points]).toEqual([201, 200, '2027-03-31', 100])
  })

  test('expiry reward: the last day must be between today and the expiry date of the points', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const until = (ValidityTo: string) => app.call(addExpiryReward, { MembershipNo, ...december, ValidityTo })
    expect((await until('2027-01-01')).refusal).toMatchObject({
      statusCode: 409,
      message: 'The points expire on 2026-12-31. The reward must end by then',
    })
    expect((await until('2026-11-20')).refusal).toMatchObject({ code: 'expiry.past_validity' })
    expect((await until('2026-12-10')).body).toMatchObject({ ValidityTo: '2026-12-10' })
  })

  test('expiry reward: staff may pick any reward of the same type that the member can afford', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const offer = (RewardId: number) => app.call(addExpiryReward, { MembershipNo, ...december, RewardId })
    const gift = await reward(app.db, { Type: 'Free Gift' })
    const tooExpensive = await voucherReward(app.db, 1, {
      Type: 'Point Expiry',
      DeductPointInClaimYN: 'Y',
      PointDeduct: 700,
    })
    expect((await offer(gift.RewardId)).refusal).toMatchObject({
      message: `Reward ${gift.Code} is not offered for points that expire`,
    })
    expect((await offer(tooExpensive.RewardId)).refusal).toMatchObject({ message: 'Not enough points: 630 available' })
    await app.sql(`update reward set status = 'Inactive' where reward_id = $1`, tooExpensive.RewardId)
    expect((await offer(expiryRewards.small.RewardId)).body).toMatchObject({
      RewardCode: expiryRewards.small.Code,
      Points: 100,
    })
  })

  test('expiry reward: needs an affordable Active reward, points that expire in the month, and an Active member', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const offer = (more: object = {}) => app.call(addExpiryReward, { MembershipNo, ...december, ...more })
    expect((await offer({ ExpiryYear: 2027, ExpiryMonth: 1 })).refusal).toMatchObject({
      statusCode: 409,
      message: 'No points of this member expire in 2027-01',
    })
    const setStatus = (Status: string) =>
      app.sql(`update reward set status = $1 where reward_id = any($2)`, Status, [
        expiryRewards.small.RewardId,
        expiryRewards.large.RewardId,
      ])
    await setStatus('Inactive')
    expect((await offer()).refusal).toMatchObject({
      message: 'There is no Active reward of type Point Expiry for this member',
    })
    await setStatus('Active')
    await app.sql('update reward set point_deduct = 500 where reward_id = $1', expiryRewards.small.RewardId)
    await app.sql('update reward set point_deduct = 501 where reward_id = $1', expiryRewards.large.RewardId)
    expect((await offer()).refusal).toMatchObject({ message: 'The expiring points are not enough for a reward: 430' })
    await app.sql('update reward set point_deduct = 100 where reward_id = $1', expiryRewards.small.RewardId)
    await app.sql('update reward set point_deduct = 400 where reward_id = $1', expiryRewards.large.RewardId)
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, MembershipNo)
    expect((await offer()).refusal).toMatchObject({ message: 'Customer is not Active' })
  })

  test('expiry reward: only head office can create and cancel an expiry reward', async () => {
    const outlet = staffWith({ roles: ['Point Expiry Reward'] })
    const { MembershipNo } = await memberWithExpiringPoints()
    expect(await app.call(addExpiryReward, { MembershipNo, ...december }, outlet)).toMatchObject({ status: 403 })
    const { ReferenceCode } = await offerReward()
    expect(await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'No' }, outlet)).toMatchObject({ status: 403 })
  })

  test('expiry reward: after a cancellation, another reward can be offered', async () => {
    const reward = await offerReward()
    const { ReferenceCode, MembershipNo } = reward
    const cancelled = await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'Wrong reward' })
    expect(cancelled.body).toMatchObject({ Status: 'Cancelled', Remarks: 'Wrong reward' })
    expect((await app.call(addExpiryReward, { MembershipNo, ...december })).status).toBe(201)
    expect((await customerRewardsOf(MembershipNo)).map(({ Status }) => Status).sort()).toEqual(['Active', 'Cancelled'])
    const again = await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'No' })
    expect(again.refusal).toMatchObject({
      statusCode: 409,
      message: 'The reward is Cancelled, cancellation is not allowed if the record Status is not Active',
    })
  })
})

describe('claim of an expiry reward', () => {
  test('claim of an expiry reward: a voucher is assigned, and the points that expire first are deducted', async () => {
    const reward = await offerReward()
    const { MembershipNo, ReferenceCode } = reward
    const { status, body } = await claim(reward)

    expect(status).toBe(200)
    expect(body).toMatchObject({ Status: 'Claimed', ClaimedOutletCode: 'KLCC', Available: 230 })
    expect(body.VoucherNo).toContain(expiryRewards.large.VoucherType)
    const lots = await app.sql<{ ends: string; left: number }>(
      `select expiry_date::text as ends, (point_amount - point_utilized)::int as left from point_history
       where membership_no = $1 and point_amount > 0 order by expiry_date`,
      MembershipNo,
    )
    expect(lots).toEqual([
      { ends: '2026-12-31', left: 30 },
      { ends: '2027-03-31', left: 200 },
    ])
    const { rows } = (await app.call(getPointStatement, { MembershipNo }, counter)).body
    expect(rows.at(-1)).toMatchObject({ TransactionType: 'Redeem', Points: -400, ReferenceCode, Balance: 230 })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 230 })
  })

  test('claim of an expiry reward: of five concurrent claims one succeeds', async () => {
    const reward = await offerReward()
    const replies = await Promise.all(Array.from({ length: 5 }, () => claim(reward)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await checkLedger(app.db, reward.MembershipNo)).toMatchObject({ agree: true, points: 230 })
  })

  test('claim of an expiry reward: a claim is refused if the points were spent after the offer', async () => {
    const reward = await offerReward()
    const { MembershipNo } = reward
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 300, ObjectType: 'Gift', ObjectValue: reward.ReferenceCode },
      counter,
    )
    expect((await claim(reward)).refusal).toMatchObject({
      statusCode: 409,
      message: 'Not enough points: 330 available',
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 330 })
  })

  test('claim of an expiry reward: the last day ends in the time zone of the business, not in UTC', async () => {
    const [inTime, tooLate] = [await offerReward(), await offerReward()]
    app.clock.set('2026-12-31T15:30:00Z')
    expect((await claim(inTime)).status).toBe(200)
    // Half past midnight of 1 January in Kuala Lumpur is still 31 December in UTC.
    app.clock.set('2026-12-31T16:30:00Z')
    expect((await claim(tooLate)).refusal).toMatchObject({ message: 'The reward was valid until 2026-12-31' })
    app.clock.set(today)
  })

  test('cancelled claim of an expiry reward: the reward is Active again, and its points last at least 30 days', async () => {
    const reward = await offerReward()
    const { MembershipNo } = reward
    await claim(reward)
    app.clock.set('2026-12-20T04:00:00Z')
    const { status, body } = await cancelClaim(reward)
    app.clock.set(today)

    expect(status).toBe(200)
    expect(body).toMatchObject({ Status: 'Active', VoucherNo: null, ClaimedDate: null, ClaimedByName: null })
    const [returned] = await app.sql(
      `select points::int, expiry_date::text as ends from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      MembershipNo,
    )
    expect(returned).toEqual({ points: 400, ends: '2027-01-19' })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 630 })
  })

  test('claim of an expiry reward: the deducted points can be refunded only by cancelling the claim', async () => {
    const reward = await offerReward()
    await claim(reward)
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
      `select history_id::int as id from point_history where reference_code = $1`,
      reward.ReferenceCode,
    )
    expect((await app.call(refundRedemption, { HistoryId: id, Remark: 'Back' }, counter)).refusal).toMatchObject({
      statusCode: 409,
      message: `These points were redeemed for reward ${reward.ReferenceCode}. Cancel its claim to refund them`,
    })
  })

  test('unclaimed expiry reward: the reward and its points expire once, even with concurrent nightly batches', async () => {
    const reward = await offerReward()
    const statusNow = async () => (await customerRewardsOf(reward.MembershipNo))[0]!.Status
    await nightly('2026-12-31')
    expect(await statusNow()).toBe('Active')
    await Promise.all([nightly('2027-01-01'), nightly('2027-01-01'), nightly('2027-01-01')])
    expect(await statusNow()).toBe('Expired')
    expect(await checkLedger(app.db, reward.MembershipNo)).toMatchObject({ agree: true, points: 200 })
  })
})

describe('members eligible for an expiry reward', () => {
  const listFor = (MembershipNo: string, more: object = {}, caller = hq) =>
    app.call(listMembersForExpiryReward, { Search: { MembershipNo, ...more } }, caller)

  test('members eligible for an expiry reward: each month has the reward to offer, or the claimed reward', async () => {
    const { MembershipNo } = await memberWithExpiringPoints()
    const before = (await listFor(MembershipNo, {})).body
    expect(before.rows).toMatchObject([
      {
        ExpiryMonth: 12,
        PointExpiry: 430,
        RewardCode: expiryRewards.large.Code,
        RewardPoints: 400,
        RewardValue: '50.00',
        Status: 'Eligible',
        ReferenceCode: null,
      },
      { ExpiryMonth: 3, PointExpiry: 200, RewardCode: expiryRewards.small.Code, RewardPoints: 100, Status: 'Eligible' },
    ])
    const reward = (await app.call(addExpiryReward, { MembershipNo, ...december })).body
    await claim(reward)
    const after = (await listFor(MembershipNo, december)).body
    expect(after.rows).toMatchObject([
      { PointExpiry: 430, RewardPoints: 400, Status: 'Claimed', ReferenceCode: reward.ReferenceCode },
    ])
    expect((await listFor(MembershipNo, { Status: 'Eligible' })).body.count).toBe(1)
  })

  test('members eligible for an expiry reward: each filter works as a field of its own and inside the field Search', async () => {
    const { MembershipNo, CustomerId } = await memberWithExpiringPoints()
    const [person] = await app.sql<{ id_no: string; contact_no: string }>(
      `update customer set email = 'ending@carat.example' where customer_id = $1 returning id_no, contact_no`,
      CustomerId,
    )
    const filters = {
      ...december,
      MembershipNo,
      IdNo: person!.id_no,
      ContactNo: person!.contact_no,
      Email: 'ending@carat.example',
      OutletCode: 'KLCC',
      Status: 'Eligible' as const,
      DateFrom: '2026-12-01',
      DateTo: '2026-12-31',
    }
    for (const requested of [{ Search: filters }, filters, { Search: JSON.stringify(filters) }]) {
      const { status, body } = await app.call(listMembersForExpiryReward, requested as never)
      expect([status, body.rows.map((row) => row.MembershipNo)]).toEqual([200, [MembershipNo]])
      expect(body.rows[0]!.IdNo).not.toBe(person!.id_no)
    }
    for (const [name, value] of Object.entries({
      ExpiryMonth: 3,
      DateTo: '2026-12-30',
      OutletCode: 'PAV',
      Status: 'Claimed',
    }))
      expect(
        (await app.call(listMembersForExpiryReward, { Search: { ...filters, [name]: value } as never })).body.count,
      ).toBe(0)
  })

  test('members eligible for an expiry reward: an outlet sees its own members, without inactive members', async () => {
    const outlet = staffWith({ roles: ['Point Expiry Reward'] })
    const ownMember = await memberWithExpiringPoints()
    const otherMember = await memberWithExpiringPoints({ outlet: 'PAV' })
    const all = (await app.call(listMembersForExpiryReward, { Rows: 1000 }, outlet)).body.rows.map(
      (row) => row.MembershipNo,
    )
    expect(all).toContain(ownMember.MembershipNo)
    expect(all).not.toContain(otherMember.MembershipNo)
    expect(await app.call(listMembersForExpiryReward, { Search: { OutletCode: 'PAV' } }, outlet)).toMatchObject({
      status: 403,
    })
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, ownMember.MembershipNo)
    expect((await listFor(ownMember.MembershipNo)).body.count).toBe(0)
  })
})
