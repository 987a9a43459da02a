import { describe, expect, test } from 'vitest'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests that concurrent or forged requests cannot obtain a reward twice or without permission.

const NOW = '2026-05-10T04:00:00Z'
const app = useApp({ at: NOW })
const roles = ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] as const
const cancels = ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] as const
const counter = staffWith({ roles: [...roles, ...cancels] })
const elsewhere = staffWith({ roles: [...roles, ...cancels], outlet: 'PAV' })
const Reason = 'Changed her mind'

type CustomerReward = { MembershipNo: string; CustomerId: number; RewardId: number; ReferenceCode: string }

/** A member with 1,000 points redeems a gift of 100 points; three are in stock. */
async function redeemGift(): Promise<CustomerReward> {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const { RewardId } = await reward(app.db)
  await stock(app.db, RewardId, null, 3)
  const body = { MembershipNo: holder.MembershipNo, Rewards: [{ RewardId }] }
  const reply = await app.call(contract.redeemRewards, body, counter)
  return { ...holder, RewardId, ReferenceCode: reply.body.rows[0]!.ReferenceCode }
}

/** Issues a reward whose claim costs 200 of the member's 1,000 points. Head office has three in stock. */
async function issueReward(): Promise<CustomerReward> {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const { RewardId } = await voucherReward(app.db, 3, { PointDeduct: 200, DeductPointInClaimYN: 'Y' })
  await stock(app.db, RewardId, null, 3)
  const { body } = await app.call(contract.issueRewards, { RewardId, MembershipNos: [holder.MembershipNo] }, hq)
  return { ...holder, RewardId, ReferenceCode: body.rows[0]!.ReferenceCode! }
}

const identified = ({ ReferenceCode, MembershipNo }: CustomerReward) =>
  ({ ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }) as const
const claim = (customerReward: CustomerReward, as: Caller = counter) =>
  app.call(contract.claimReward, identified(customerReward), as)
const collect = (customerReward: CustomerReward, as: Caller = counter) =>
  app.call(contract.collectReward, identified(customerReward), as)
const cancelClaim = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.cancelClaim, { ReferenceCode, Reason }, counter)
const cancelRedeem = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.cancelRedeem, { ReferenceCode, Reason }, counter)

/** Reads status, points, stock and vouchers of the customer reward. */
async function readEffects({ ReferenceCode, MembershipNo, RewardId }: CustomerReward) {
  const [row] = await app.sql<{ status: string; points: number; here: number; reserved: number; vouchers: number }>(
    `select (select status from customer_reward where reference_code = $1) as status, points_available($2, '2026-05-10')::int as points,
       qty_on_hand as here, qty_reserved as reserved, (select count(*)::int from voucher where assigned_to = $1) as vouchers
     from reward_inventory where reward_id = $3`,
    ReferenceCode,
    MembershipNo,
    RewardId,
  )
  return row!
}

const refusalMessages = (replies: { status: number; refusal: { message: string } }[]) =>
  new Set(replies.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.message))

describe('concurrent requests for one customer reward', () => {
  test('claim: of fifty concurrent claims at two outlets one succeeds, and the others fail because the reward is Claimed', async () => {
    for (let round = 0; round < 5; round++) {
      const customerReward = await issueReward()
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) => claim(customerReward, index % 2 ? counter : elsewhere)),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([...refusalMessages(replies)]).toEqual([expect.stringContaining('Claimed')])
      expect(await readEffects(customerReward)).toEqual({
        status: 'Claimed',
        points: 800,
        here: 2,
        reserved: 0,
        vouchers: 1,
      })
    }
  })

  test('collect: of fifty concurrent collections at two outlets one succeeds, and the others fail because it is Collected', async () => {
    const customerReward = await redeemGift()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => collect(customerReward, index % 2 ? counter : elsewhere)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([...refusalMessages(replies)]).toEqual(['The item has been collected'])
    expect(await readEffects(customerReward)).toEqual({
      status: 'Collected',
      points: 900,
      here: 2,
      reserved: 0,
      vouchers: 0,
    })
  })

  test('collect and cancel: of two concurrent requests exactly one succeeds', async () => {
    for (let time = 0; time < 5; time++) {
      const customerReward = await redeemGift()
      const [collection, cancellation] = await Promise.all([collect(customerReward), cancelRedeem(customerReward)])
      expect([collection.status === 200, cancellation.status === 200].filter(Boolean)).toHaveLength(1)
      expect(await readEffects(customerReward)).toEqual(
        collection.status === 200
          ? { status: 'Collected', points: 900, here: 2, reserved: 0, vouchers: 0 }
          : { status: 'Cancelled', points: 1000, here: 3, reserved: 0, vouchers: 0 },
      )
    }
  })

  test('claim and cancel: points, stock and vouchers agree after twenty concurrent claims and cancellations', async () => {
    const customerReward = await issueReward()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? claim(customerReward) : cancelClaim(customerReward))),
    )
    const now = await readEffects(customerReward)
    expect(now).toEqual(
      now.status === 'Claimed'
        ? { status: 'Claimed', points: 800, here: 2, reserved: 0, vouchers: 1 }
        : { status: 'Active', points: 1000, here: 3, reserved: 1, vouchers: 0 },
    )
    const refunds = await app.sql(
      `select reversal_of from point_history where reference_code = $1 and reversal_of is not null group by 1 having count(*) > 1`,
      customerReward.ReferenceCode,
    )
    expect(refunds).toEqual([])
  })
})

describe('user, time and outlet of an action on a customer reward', () => {
  const forged = [
    { CreatedById: 1 },
    { UpdatedById: 1 },
    { Points: 0 },
    { Status: 'Collected' },
    { PointsTakenYN: 'N' },
  ]

  test('redeem, claim and collect: user, time, outlet, points and status in the body are rejected', async () => {
    const [gift, voucher] = [await redeemGift(), await issueReward()]
    for (const more of [...forged, { CollectedDate: '2020-01-01T00:00:00Z' }, { CollectedById: 1 }])
      expect((await app.call(contract.collectReward, { ...identified(gift), ...more } as never, counter)).status).toBe(
        400,
      )
    for (const more of [...forged, { ClaimedDate: '2020-01-01T00:00:00Z' }, { ClaimedOutletCode: 'PAV' }])
      expect((await app.call(contract.claimReward, { ...identified(voucher), ...more } as never, counter)).status).toBe(
        400,
      )
    const again = { MembershipNo: gift.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }
    for (const more of [...forged, { RedeemedDate: '2020-01-01T00:00:00Z' }, { RedeemedById: 1 }])
      expect((await app.call(contract.redeemRewards, { ...again, ...more } as never, counter)).status).toBe(400)
  })

  test('redeem, claim and collect: outlet staff cannot name another outlet', async () => {
    const [gift, voucher] = [await redeemGift(), await issueReward()]
    const again = { MembershipNo: gift.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }
    for (const [call, body] of [
      [contract.collectReward, identified(gift)],
      [contract.claimReward, identified(voucher)],
      [contract.redeemRewards, again],
    ] as const)
      expect((await app.call(call, { ...body, OutletCode: 'PAV' } as never, counter)).status).toBe(403)
  })

  test('claim: records the caller, the outlet and the server’s time', async () => {
    const { userId } = await app.token(counter)
    expect((await claim(await issueReward())).body).toMatchObject({
      ClaimedById: userId,
      ClaimedOutletCode: 'KLCC',
      ClaimedDate: new Date(NOW).toISOString(),
    })
  })

  test('customer reward update: a change of status is checked like its own call, and a cancelled reward stays cancelled', async () => {
    const requestStatus = ({ ReferenceCode }: CustomerReward, Status: contract.CustomerRewardStatus) =>
      app.call(contract.updateCustomerReward, { ReferenceCode, Status }, counter)
    const voucher = await issueReward()
    expect((await requestStatus(voucher, 'Collected')).status).toBe(404)
    const gift = await redeemGift()
    expect((await requestStatus(gift, 'Claimed')).status).toBe(409)
    await cancelRedeem(gift)
    for (const Status of ['Active', 'Claimed', 'Collected', 'Expired', 'Deleted'] as const)
      expect((await requestStatus(gift, Status)).status).toBeGreaterThanOrEqual(400)
    expect(await readEffects(gift)).toEqual({ status: 'Cancelled', points: 1000, here: 3, reserved: 0, vouchers: 0 })
    expect(await readEffects(voucher)).toMatchObject({ status: 'Active', points: 1000 })
  })
})

test('redeem and claim: a member or customer who was just suspended is refused', async () => {
  const customerReward = await issueReward()
  const { RewardId } = await reward(app.db)
  const redemption = { MembershipNo: customerReward.MembershipNo, Rewards: [{ RewardId }] }
  for (const [table, key, value] of [
    ['membership', 'membership_no', customerReward.MembershipNo],
    ['customer', 'customer_id', customerReward.CustomerId],
  ] as const) {
    await app.sql(`update ${table} set status = 'Suspended' where ${key} = $1`, value)
    for (const refused of [await app.call(contract.redeemRewards, redemption, counter), await claim(customerReward)])
      expect(refused).toMatchObject({ status: 409, refusal: { code: 'customer-rewards.customer_not_active' } })
    await app.sql(`update ${table} set status = 'Active' where ${key} = $1`, value)
  }
  expect((await claim(customerReward)).status).toBe(200)
})

test('cancel claim: after the voucher was used the cancellation is refused and restores no points, stock or limit', async () => {
  const customerReward = await issueReward()
  const { VoucherNo } = (await claim(customerReward)).body
  await app.sql(`select use_voucher($1, 'INV-USED', '${NOW}')`, VoucherNo)
  const before = await readEffects(customerReward)
  expect((await cancelClaim(customerReward)).refusal.code).toBe('customer-rewards.voucher_used')
  expect(await readEffects(customerReward)).toEqual(before)
  expect(before).toMatchObject({ status: 'Claimed', points: 800, here: 2 })
})

test('gift for points and cash: points are integers, and cash amounts have two decimals', async () => {
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 100)
  const { RewardId } = await reward(app.db, { PointDeduct: 100, CashTopUp: '0.60' })
  const { body } = await app.call(contract.redeemRewards, { MembershipNo, Rewards: [{ RewardId }] }, counter)
  expect(body).toMatchObject({ Available: 0, rows: [{ Points: 100, CashTopUp: '0.60' }] })
  const broken = { MembershipNo, Rewards: [{ RewardId }], Points: 99.6 } as never
  expect((await app.call(contract.redeemRewards, broken, counter)).status).toBe(400)
})
