import { describe, expect, test } from 'vitest'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// What people try, alone and many at once, to have of a reward more than was given.

const NOW = '2026-05-10T04:00:00Z'
const app = useApp({ at: NOW })
const roles = ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] as const
const cancels = ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] as const
const counter = staffWith({ roles: [...roles, ...cancels] })
const elsewhere = staffWith({ roles: [...roles, ...cancels], outlet: 'PAV' })
const Reason = 'Changed her mind'

type Held = { MembershipNo: string; CustomerId: number; RewardId: number; ReferenceCode: string }

/** A gift of 100 points that a member with 1,000 has redeemed; three lie at the outlet. */
async function redeemed(): Promise<Held> {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const { RewardId } = await reward(app.db)
  await stock(app.db, RewardId, null, 3)
  const sent = { MembershipNo: holder.MembershipNo, Rewards: [{ RewardId }] }
  const { body } = await app.call(contract.redeemRewards, sent, counter)
  return { ...holder, RewardId, ReferenceCode: body.rows[0]!.ReferenceCode }
}

/** A reward whose claim takes 200 of a member's 1,000 points and gives one of three vouchers; three lie in head office's pool. */
async function issued(): Promise<Held> {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const { RewardId } = await voucherReward(app.db, 3, { PointDeduct: 200, DeductPointInClaimYN: 'Y' })
  await stock(app.db, RewardId, null, 3)
  const { body } = await app.call(contract.issueRewards, { RewardId, MembershipNos: [holder.MembershipNo] }, hq)
  return { ...holder, RewardId, ReferenceCode: body.rows[0]!.ReferenceCode! }
}

const identified = ({ ReferenceCode, MembershipNo }: Held) =>
  ({ ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }) as const
const claim = (held: Held, as: Caller = counter) => app.call(contract.claimReward, identified(held), as)
const collect = (held: Held, as: Caller = counter) => app.call(contract.collectReward, identified(held), as)
const cancelClaim = ({ ReferenceCode }: Held) => app.call(contract.cancelClaim, { ReferenceCode, Reason }, counter)
const cancelRedeem = ({ ReferenceCode }: Held) => app.call(contract.cancelRedeem, { ReferenceCode, Reason }, counter)

/** What it took and what was given for it. */
async function booked({ ReferenceCode, MembershipNo, RewardId }: Held) {
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

const messages = (replies: { status: number; refusal: { message: string } }[]) =>
  new Set(replies.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.message))

describe('one reward in many hands', () => {
  test('is claimed once by fifty at two outlets, round after round, and the others are told that it is claimed', async () => {
    for (let round = 0; round < 5; round++) {
      const held = await issued()
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, place) => claim(held, place % 2 ? counter : elsewhere)),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([...messages(replies)]).toEqual([expect.stringContaining('Claimed')])
      expect(await booked(held)).toEqual({ status: 'Claimed', points: 800, here: 2, reserved: 0, vouchers: 1 })
    }
  })

  test('is collected once by fifty at two outlets, and the others are told that it was', async () => {
    const held = await redeemed()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, place) => collect(held, place % 2 ? counter : elsewhere)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([...messages(replies)]).toEqual(['The item has been collected'])
    expect(await booked(held)).toEqual({ status: 'Collected', points: 900, here: 2, reserved: 0, vouchers: 0 })
  })

  test('is collected or given back where both are tried at once, never both', async () => {
    for (let time = 0; time < 5; time++) {
      const held = await redeemed()
      const [taken, back] = await Promise.all([collect(held), cancelRedeem(held)])
      expect([taken.status === 200, back.status === 200].filter(Boolean)).toHaveLength(1)
      expect(await booked(held)).toEqual(
        taken.status === 200
          ? { status: 'Collected', points: 900, here: 2, reserved: 0, vouchers: 0 }
          : { status: 'Cancelled', points: 1000, here: 3, reserved: 0, vouchers: 0 },
      )
    }
  })

  test('is worth the same after twenty claims and twenty cancels that cross each other', async () => {
    const held = await issued()
    await Promise.all(Array.from({ length: 40 }, (_, place) => (place % 2 ? claim(held) : cancelClaim(held))))
    const now = await booked(held)
    expect(now).toEqual(
      now.status === 'Claimed'
        ? { status: 'Claimed', points: 800, here: 2, reserved: 0, vouchers: 1 }
        : { status: 'Active', points: 1000, here: 3, reserved: 1, vouchers: 0 },
    )
    const refunds = await app.sql(
      `select reversal_of from point_history where reference_code = $1 and reversal_of is not null group by 1 having count(*) > 1`,
      held.ReferenceCode,
    )
    expect(refunds).toEqual([])
  })
})

describe('who, when and where', () => {
  const forged = [
    { CreatedById: 1 },
    { UpdatedById: 1 },
    { OutletCode: 'PAV' },
    { Points: 0 },
    { Status: 'Collected' },
    { PointsTakenYN: 'N' },
  ]

  test('is never taken from what is sent with a redemption, a claim or a collection', async () => {
    const [gift, voucher] = [await redeemed(), await issued()]
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

  test('is what the server knows of the caller and of the time', async () => {
    const { userId } = await app.token(counter)
    expect((await claim(await issued())).body).toMatchObject({
      ClaimedById: userId,
      ClaimedOutletCode: 'KLCC',
      ClaimedDate: new Date(NOW).toISOString(),
    })
  })

  test('a status that is sent is asked for under the guards of its own act, and what is over stays over', async () => {
    const ask = ({ ReferenceCode }: Held, Status: contract.CustomerRewardStatus) =>
      app.call(contract.updateCustomerReward, { ReferenceCode, Status }, counter)
    const voucher = await issued()
    expect((await ask(voucher, 'Collected')).status).toBe(404)
    const gift = await redeemed()
    expect((await ask(gift, 'Claimed')).status).toBe(409)
    await cancelRedeem(gift)
    for (const Status of ['Active', 'Claimed', 'Collected', 'Expired', 'Deleted'] as const)
      expect((await ask(gift, Status)).status).toBeGreaterThanOrEqual(400)
    expect(await booked(gift)).toEqual({ status: 'Cancelled', points: 1000, here: 3, reserved: 0, vouchers: 0 })
    expect(await booked(voucher)).toMatchObject({ status: 'Active', points: 1000 })
  })
})

test('a member who is suspended redeems and claims nothing, from the moment on', async () => {
  const held = await issued()
  const { RewardId } = await reward(app.db)
  const sent = { MembershipNo: held.MembershipNo, Rewards: [{ RewardId }] }
  for (const [table, key, value] of [
    ['membership', 'membership_no', held.MembershipNo],
    ['customer', 'customer_id', held.CustomerId],
  ] as const) {
    await app.sql(`update ${table} set status = 'Suspended' where ${key} = $1`, value)
    for (const refused of [await app.call(contract.redeemRewards, sent, counter), await claim(held)])
      expect(refused).toMatchObject({ status: 409, refusal: { code: 'customer-rewards.customer_not_active' } })
    await app.sql(`update ${table} set status = 'Active' where ${key} = $1`, value)
  }
  expect((await claim(held)).status).toBe(200)
})

test('a claim whose voucher was used at a till is not cancelled, and gives back neither points nor stock nor its place in the limit', async () => {
  const held = await issued()
  const { VoucherNo } = (await claim(held)).body
  await app.sql(`select use_voucher($1, 'INV-USED', '${NOW}')`, VoucherNo)
  const before = await booked(held)
  expect((await cancelClaim(held)).refusal.code).toBe('customer-rewards.voucher_used')
  expect(await booked(held)).toEqual(before)
  expect(before).toMatchObject({ status: 'Claimed', points: 800, here: 2 })
})

test('of a gift for points and cash the points are whole and the cash is to the cent', async () => {
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 100)
  const { RewardId } = await reward(app.db, { PointDeduct: 100, CashTopUp: '0.60' })
  const { body } = await app.call(contract.redeemRewards, { MembershipNo, Rewards: [{ RewardId }] }, counter)
  expect(body).toMatchObject({ Available: 0, rows: [{ Points: 100, CashTopUp: '0.60' }] })
  const broken = { MembershipNo, Rewards: [{ RewardId }], Points: 99.6 } as never
  expect((await app.call(contract.redeemRewards, broken, counter)).status).toBe(400)
})
