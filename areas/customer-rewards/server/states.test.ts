import { beforeAll, describe, expect, test } from 'vitest'
import { deleteCustomer } from '#areas/customers/contract/customers.ts'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { archiveMember } from '#areas/data-quality/contract/archive.ts'
import { explainPoints, getPointStatement } from '#areas/points/contract.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })
const manager = staffWith({
  roles: [
    'Cancel Redeem Rewards',
    'Cancel Claim Rewards',
    'Cancel Collect Rewards',
    'Claim Rewards',
    'Collect Rewards',
  ],
})

type Member = Awaited<ReturnType<typeof member>>

/** A member with 1,000 points redeems a Premium Gift of 100; five are in stock at the outlet. */
async function redeemGift() {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const gift = await reward(app.db)
  const InventoryId = await stock(app.db, gift.RewardId, 'KLCC', 5)
  const { body } = await app.call(
    contract.redeemRewards,
    { MembershipNo: holder.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] },
    counter,
  )
  return { ...holder, ...gift, InventoryId, ReferenceCode: body.rows[0]!.ReferenceCode }
}

/** Issues a reward whose claim costs 200 of the member's 1,000 points. The outlet has two in stock. */
async function issueReward() {
  const holder = await member(app.db)
  await points(app.db, holder.MembershipNo, 1000)
  const gift = await voucherReward(app.db, 2, { PointDeduct: 200, DeductPointInClaimYN: 'Y' })
  const InventoryId = await stock(app.db, gift.RewardId, 'KLCC', 2)
  const { body } = await app.call(
    contract.issueRewards,
    { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] },
    hq,
  )
  return { ...holder, ...gift, InventoryId, ReferenceCode: body.rows[0]!.ReferenceCode! }
}

type CustomerReward = Member & { RewardId: number; InventoryId: number; ReferenceCode: string }
const identified = ({ ReferenceCode, MembershipNo }: CustomerReward) => ({
  ReferenceCode,
  IdentifierType: 'MembershipNo' as const,
  Identifier: MembershipNo,
})
const claim = (customerReward: CustomerReward) => app.call(contract.claimReward, identified(customerReward), counter)
const collect = (customerReward: CustomerReward) =>
  app.call(contract.collectReward, identified(customerReward), counter)
const Reason = 'Changed her mind'
const cancelClaim = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.cancelClaim, { ReferenceCode, Reason }, manager)
const cancelRedeem = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.cancelRedeem, { ReferenceCode, Reason }, manager)
const cancelCollect = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.cancelCollect, { ReferenceCode, Reason, ItemBackYN: 'Y' }, manager)
const extend = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.extendReward, { ReferenceCode, ValidityTo: '2027-12-31' }, hq)
const remove = ({ ReferenceCode }: CustomerReward) =>
  app.call(contract.deleteCustomerReward, { ReferenceCode }, manager)

test('points ledger: the entries of a redemption and a refund name the reference code and the reward', async () => {
  const customerReward = await issueReward()
  await claim(customerReward)
  await cancelClaim(customerReward)
  const { body } = await app.call(getPointStatement, { MembershipNo: customerReward.MembershipNo }, hq)
  expect(
    body.rows.map(({ TransactionType, ReferenceCode, Remark }) => [TransactionType, ReferenceCode, Remark]),
  ).toEqual(
    expect.arrayContaining([
      ['Redeem', customerReward.ReferenceCode, 'Silver spoon'],
      ['Redeem Refund', customerReward.ReferenceCode, `Silver spoon: ${Reason}`],
    ]),
  )
  const explained = await app.call(explainPoints, { MembershipNo: customerReward.MembershipNo, UsedYN: 'Y' }, hq)
  expect(explained.body.rows.flatMap(({ Uses }) => Uses)).toMatchObject([
    { TransactionType: 'Redeem', ReferenceCode: customerReward.ReferenceCode, Remark: 'Silver spoon' },
  ])
})

describe('customer rewards in the customer timeline', () => {
  const timelineOf = async ({ CustomerId }: CustomerReward) => {
    const { body } = await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Reward' } }, hq)
    return body.rows.map(({ Subject, Updated }) => (Updated ? `${Subject} ${Updated}` : Subject)).sort()
  }

  test('customer timeline: shows cancelled claims and collections', async () => {
    const customerReward = await issueReward()
    await claim(customerReward)
    await cancelClaim(customerReward)
    expect(await timelineOf(customerReward)).toEqual(['ClaimCancelled', 'Claimed', 'Issued'])
    await extend(customerReward)
    await claim(customerReward)
    expect(await timelineOf(customerReward)).toEqual([
      'ClaimCancelled',
      'Claimed',
      'Extended 2027-12-31',
      'Issued Claimed',
    ])

    const gift = await redeemGift()
    await collect(gift)
    await cancelCollect(gift)
    await cancelRedeem(gift)
    expect(await timelineOf(gift)).toEqual(['Cancelled', 'CollectCancelled', 'Collected', 'Redeemed'])
  })

  test('customer timeline: distinguishes deleted, cancelled and expired rewards', async () => {
    const deleted = await redeemGift()
    await remove(deleted)
    expect(await timelineOf(deleted)).toEqual(['Deleted', 'Redeemed'])
    const expired = await redeemGift()
    await expire(expired)
    expect(await timelineOf(expired)).toEqual(['Expired', 'Redeemed'])
  })
})

test.each([
  ['Y', 0],
  ['N', -100],
])(
  'expired gift: the points of a gift that was not collected are refunded only with rewards.refundExpired = Y: %s',
  async (refundExpired, difference) => {
    await app.sql(
      `insert into setting (name, value) values ('rewards.refundExpired', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value`,
      refundExpired,
    )
    const customerReward = await redeemGift()
    const balance = async () => {
      const [row] = await app.sql<{ points: string }>(
        'select points from point_balance where membership_no = $1',
        customerReward.MembershipNo,
      )
      return Number(row!.points)
    }
    const balanceBefore = await balance()
    await expire(customerReward)
    expect((await balance()) - balanceBefore).toBe(100 + difference)
    await app.sql(`delete from setting where name = 'rewards.refundExpired'`)
  },
)

describe('customer with an Active reward', () => {
  const erase = (CustomerId: number) => app.call(deleteCustomer, { CustomerId }, hq)
  const backdate = (CustomerId: number) =>
    app.sql(
      `with card as (update membership set join_date = '2018-01-01' where customer_id = $1) update customer set created_at = '2018-01-01' where customer_id = $1`,
      CustomerId,
    )
  const archive = (CustomerId: number) =>
    app.call(archiveMember, { CustomerId, Version: 1, WithPointsYN: 'Y' } as never, hq)
  const refused = {
    status: 409,
    refusal: { message: 'The customer still holds rewards: 1. Have them claimed, collected or cancelled first' },
  }

  test.each([
    ['archived', archive],
    ['deleted', erase],
  ] as const)(
    'customer with an Active reward: the customer cannot be %s until the reward is cancelled or handed over',
    async (_, act) => {
      const holder = await member(app.db)
      await backdate(holder.CustomerId)
      const gift = await reward(app.db, { Type: 'Free Gift' })
      const issued = await app.call(
        contract.issueRewards,
        { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] },
        hq,
      )
      expect(await act(holder.CustomerId)).toMatchObject(refused)
      const { ReferenceCode } = issued.body.rows[0]!
      await app.call(contract.cancelRedeem, { ReferenceCode: ReferenceCode!, Reason }, manager)
      expect((await act(holder.CustomerId)).status).toBe(200)
    },
  )

  test('deletion of a customer: of a concurrent deletion and issue of a reward, one is refused', async () => {
    const gift = await reward(app.db, { Type: 'Free Gift' })
    for (let time = 0; time < 8; time++) {
      const holder = await member(app.db)
      const issue = { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] }
      const [issued, deleted] = await Promise.all([
        app.call(contract.issueRewards, issue, hq),
        erase(holder.CustomerId),
      ])
      expect({ issued: issued.body.Issued, deleted: deleted.status }).toEqual(
        issued.body.Issued === 1 ? { issued: 1, deleted: 409 } : { issued: 0, deleted: 200 },
      )
    }
  })
})

/** Reads the values that an action can change: status, points, stock, limit and voucher. */
async function readState({ ReferenceCode, MembershipNo, InventoryId, RewardId }: CustomerReward) {
  const [row] = await app.sql<Record<string, string | number>>(
    `select (select status from customer_reward where reference_code = $1) as status, points_available($2, '2026-05-10')::int as points,
       qty_on_hand as here, qty_reserved as reserved, qty_issued as issued,
       (select given::int from reward_given where reward_id = $4) as given,
       (select voucher_no is not null from customer_reward where reference_code = $1) as voucher
     from reward_inventory where inventory_id = $3`,
    ReferenceCode,
    MembershipNo,
    InventoryId,
    RewardId,
  )
  return row
}

describe('rewards of type Premium Gift', () => {
  test('Premium Gift: a redemption deducts points and reserves stock, a collection issues the stock', async () => {
    const customerReward = await redeemGift()
    expect(customerReward.ReferenceCode).toMatch(/^RW2605\d{7}$/)
    expect(await readState(customerReward)).toEqual({
      status: 'Active',
      points: 900,
      here: 5,
      reserved: 1,
      issued: 0,
      given: 1,
      voucher: false,
    })
    expect(await collect(customerReward)).toMatchObject({
      status: 200,
      body: { Status: 'Collected', CollectedOutletCode: 'KLCC', Available: 900, Notices: [] },
    })
    expect(await readState(customerReward)).toMatchObject({
      status: 'Collected',
      points: 900,
      here: 4,
      reserved: 0,
      issued: 1,
    })
  })

  test('Premium Gift: cancelling the collection and then the redemption restores stock and points', async () => {
    const customerReward = await redeemGift()
    await collect(customerReward)
    expect(await cancelCollect(customerReward)).toMatchObject({
      status: 200,
      body: { Status: 'Active', CollectedById: null },
    })
    expect(await readState(customerReward)).toMatchObject({
      status: 'Active',
      points: 900,
      here: 5,
      reserved: 1,
      issued: 0,
      given: 1,
    })
    expect(await cancelRedeem(customerReward)).toMatchObject({
      status: 200,
      body: { Status: 'Cancelled', Available: 1000 },
    })
    expect(await readState(customerReward)).toMatchObject({
      status: 'Cancelled',
      points: 1000,
      here: 5,
      reserved: 0,
      given: 0,
    })
  })
})

describe('reward issued without points', () => {
  test('issued reward: a claim assigns a voucher and deducts points, and cancelling the claim reverses both each time', async () => {
    const customerReward = await issueReward()
    const before = await readState(customerReward)
    expect(before).toMatchObject({ status: 'Active', points: 1000, here: 2, reserved: 1, given: 1, voucher: false })
    for (let time = 1; time <= 3; time++) {
      const { body } = await claim(customerReward)
      expect(body).toMatchObject({ Status: 'Claimed', ClaimedOutletCode: 'KLCC', Available: 800 })
      expect(body.VoucherNo).toMatch(/^G/)
      expect(await readState(customerReward)).toMatchObject({
        status: 'Claimed',
        points: 800,
        here: 1,
        reserved: 0,
        issued: 1,
      })
      expect((await cancelClaim(customerReward)).body).toMatchObject({
        Status: 'Active',
        VoucherNo: null,
        ClaimedDate: null,
      })
      expect(await readState(customerReward)).toEqual(before)
    }
  })
})

// The table lists the next status or the specified error for each action in each status.

const cancelText = (Status: string, mustBe: string) =>
  `The reward is ${Status}, cancellation is not allowed if the record Status is not ${mustBe}`
const statusRefusals = {
  cancelClaim: (Status: string) => cancelText(Status, 'Claimed'),
  cancelRedeem: (Status: string) => cancelText(Status, 'Active'),
  cancelCollect: (Status: string) => cancelText(Status, 'Collected'),
  remove: (Status: string) => cancelText(Status, 'Active'),
  claim: (Status: string) => `The reward is ${Status}, claim is not allowed if the record Status is not Active`,
  collect: (Status: string) => (Status === 'Collected' ? 'The item has been collected' : 'Record not found'),
  extend: (Status: string) => `The reward is ${Status}, extension is not allowed if the record Status is not Active`,
}
const actions = { claim, collect, cancelClaim, cancelRedeem, cancelCollect, extend, remove }
type Action = keyof typeof actions

const expire = async (customerReward: CustomerReward) => {
  await app.sql(
    `update customer_reward set validity_from = '2026-01-01', validity_to = '2026-05-09' where reference_code = $1`,
    customerReward.ReferenceCode,
  )
  await app.sql(`select * from expire_rewards('', 100, '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z"}')`)
}
const noop = async () => {}

/** The actions that bring a customer reward of each kind into each status. */
const bringTo: Record<'premium' | 'issued', Record<string, (customerReward: CustomerReward) => Promise<unknown>>> = {
  premium: { Active: noop, Collected: collect, Cancelled: cancelRedeem, Expired: expire, Deleted: remove },
  issued: { Active: noop, Claimed: claim, Cancelled: cancelRedeem, Expired: expire, Deleted: remove },
}
const nextStatus: Record<'premium' | 'issued', Partial<Record<string, Partial<Record<Action, string>>>>> = {
  premium: {
    Active: { collect: 'Collected', cancelRedeem: 'Cancelled', extend: 'Active', remove: 'Deleted' },
    Collected: { cancelCollect: 'Active' },
  },
  issued: {
    Active: { claim: 'Claimed', cancelRedeem: 'Cancelled', extend: 'Active', remove: 'Deleted' },
    Claimed: { cancelClaim: 'Active' },
  },
}
const create = { premium: redeemGift, issued: issueReward }
const cases = (['premium', 'issued'] as const).flatMap((kind) =>
  Object.keys(bringTo[kind]).flatMap((status) =>
    (Object.keys(actions) as Action[]).map((action) => [kind, status, action] as const),
  ),
)

const isRefused = (code: number) => code === 409 || code === 404

function refusalOf(kind: 'premium' | 'issued', status: string, action: Action) {
  if (action === 'claim' && kind === 'premium') return 'A Premium Gift is collected, not claimed'
  if (action === 'collect' && kind === 'issued') return 'Record not found'
  return statusRefusals[action](status)
}

describe('actions by status of the customer reward', () => {
  test.each(cases)(
    '%s reward with status %s: the action %s gives the next status or the specified refusal',
    async (kind, status, action) => {
      const customerReward = await create[kind]()
      await bringTo[kind][status]!(customerReward)
      const before = await readState(customerReward)
      expect(before?.status).toBe(status)

      const reply = await actions[action](customerReward)

      const next = nextStatus[kind][status]?.[action]
      const outcome = next ? reply.body.Status : reply.refusal.message
      expect({ outcome, refused: isRefused(reply.status) }).toEqual({
        outcome: next ?? refusalOf(kind, status, action),
        refused: !next,
      })
      // A refused action changes nothing.
      expect(next ? {} : await readState(customerReward)).toEqual(next ? {} : before)
    },
  )
})

describe('concurrent reward requests', () => {
  let holder: Member
  beforeAll(async () => {
    holder = await member(app.db)
    await points(app.db, holder.MembershipNo, 100_000)
  })

  test('redeem: with three pieces in stock, three of twenty concurrent redemptions succeed', async () => {
    const gift = await reward(app.db)
    await stock(app.db, gift.RewardId, 'KLCC', 3)
    const members = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const redeemer = await member(app.db)
        await points(app.db, redeemer.MembershipNo, 100)
        return redeemer
      }),
    )
    const replies = await Promise.all(
      members.map(({ MembershipNo }) =>
        app.call(contract.redeemRewards, { MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }, counter),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ refusal }) => refusal.message))).toEqual(
      new Set([`No stock of ${gift.Code} at KLCC`]),
    )
    expect(
      await app.sql('select qty_on_hand, qty_reserved from reward_inventory where reward_id = $1', gift.RewardId),
    ).toEqual([{ qty_on_hand: 3, qty_reserved: 3 }])
  })

  test('redeem: twenty requests with one idempotency key redeem the reward once and get the same reply', async () => {
    const gift = await reward(app.db)
    const body = { MembershipNo: holder.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call(contract.redeemRewards, body, { as: counter, key: 'same-redemption' })),
    )
    expect(new Set(replies.map(({ status, body: { rows } }) => `${status} ${rows?.[0]?.ReferenceCode}`)).size).toBe(1)
    expect(await app.sql('select count(*)::int from customer_reward where reward_id = $1', gift.RewardId)).toEqual([
      { count: 1 },
    ])
  })

  test('cancel claim: of ten concurrent requests one succeeds, and the others are refused with the present status', async () => {
    const customerReward = await issueReward()
    await claim(customerReward)
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancelClaim(customerReward)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.message))).toEqual(
      new Set([cancelText('Active', 'Claimed')]),
    )
    expect(await readState(customerReward)).toMatchObject({ points: 1000, reserved: 1 })
  })

  test('claim: with ten vouchers left, ten of fifty concurrent claims get one voucher each', async () => {
    const gift = await voucherReward(app.db, 10)
    const members = await Promise.all(Array.from({ length: 50 }, () => member(app.db)))
    const { body } = await app.call(
      contract.issueRewards,
      { RewardId: gift.RewardId, MembershipNos: members.map(({ MembershipNo }) => MembershipNo) },
      hq,
    )
    const replies = await Promise.all(
      body.rows.map(({ ReferenceCode, MembershipNo }) =>
        app.call(
          contract.claimReward,
          { ReferenceCode: ReferenceCode!, IdentifierType: 'MembershipNo', Identifier: MembershipNo },
          counter,
        ),
      ),
    )
    const claimed = replies.filter(({ status }) => status === 200)
    expect(claimed).toHaveLength(10)
    expect(new Set(claimed.map(({ body: { VoucherNo } }) => VoucherNo)).size).toBe(10)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.message))).toEqual(
      new Set(['No voucher available for this reward']),
    )
  })

  test('claim: after concurrent claims in two transactions, the stock equals the sum of its movements', async () => {
    const gift = await voucherReward(app.db, 2)
    const InventoryId = await stock(app.db, gift.RewardId, 'KLCC', 2)
    const [slow, quick] = [await member(app.db), await member(app.db)]
    const MembershipNos = [slow.MembershipNo, quick.MembershipNo]
    const { body } = await app.call(contract.issueRewards, { RewardId: gift.RewardId, MembershipNos }, hq)
    const claimOf = ({ MembershipNo }: Member) => ({
      ...body.rows.find((row) => row.MembershipNo === MembershipNo),
      IdentifierType: 'MembershipNo' as const,
      Identifier: MembershipNo,
    })
    const source = { Today: '2026-05-10', At: '2026-05-10T04:00:00Z', OutletCode: 'KLCC', UserName: 'slow' }
    const slowConnection = await app.database.pool.connect()
    try {
      await slowConnection.query('begin')
      await slowConnection.query('select claim_reward($1, $2)', [JSON.stringify(claimOf(slow)), JSON.stringify(source)])
      const { ReferenceCode, IdentifierType, Identifier } = claimOf(quick)
      const claimBody = { ReferenceCode: ReferenceCode!, IdentifierType, Identifier }
      expect((await app.call(contract.claimReward, claimBody, counter)).status).toBe(200)
      await slowConnection.query('commit')
    } finally {
      slowConnection.release()
    }
    const stocks = await app.sql(
      'select qty_on_hand, qty_reserved, qty_issued from reward_inventory where inventory_id = $1',
      InventoryId,
    )
    expect(stocks).toEqual([{ qty_on_hand: 0, qty_reserved: 0, qty_issued: 2 }])
  })
})
