import { beforeAll, describe, expect, test } from 'vitest'
import { deleteCustomer } from '#areas/customers/contract/customers.ts'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { archiveMember } from '#areas/data-quality/contract/archive.ts'
import { explainPoints, getStatement } from '#areas/points/contract.ts'
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

/** A member with 1,000 points, and a Premium Gift of 100 of which five lie at the outlet. */
async function premium() {
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

/** A member with 1,000 points, and a reward whose claim takes 200 of them and gives a voucher; two lie at the outlet. */
async function issued() {
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

type Held = Member & { RewardId: number; InventoryId: number; ReferenceCode: string }
const identified = ({ ReferenceCode, MembershipNo }: Held) => ({
  ReferenceCode,
  IdentifierType: 'MembershipNo' as const,
  Identifier: MembershipNo,
})
const claim = (held: Held) => app.call(contract.claimReward, identified(held), counter)
const collect = (held: Held) => app.call(contract.collectReward, identified(held), counter)
const Reason = 'Changed her mind'
const cancelClaim = ({ ReferenceCode }: Held) => app.call(contract.cancelClaim, { ReferenceCode, Reason }, manager)
const cancelRedeem = ({ ReferenceCode }: Held) => app.call(contract.cancelRedeem, { ReferenceCode, Reason }, manager)
const cancelCollect = ({ ReferenceCode }: Held) =>
  app.call(contract.cancelCollect, { ReferenceCode, Reason, ItemBackYN: 'Y' }, manager)
const extend = ({ ReferenceCode }: Held) =>
  app.call(contract.extendReward, { ReferenceCode, ValidityTo: '2027-12-31' }, hq)
const remove = ({ ReferenceCode }: Held) => app.call(contract.deleteCustomerReward, { ReferenceCode }, manager)

test('the ledger says by code and name which reward points paid for, and gave them back', async () => {
  const held = await issued()
  await claim(held)
  await cancelClaim(held)
  const { body } = await app.call(getStatement, { MembershipNo: held.MembershipNo }, hq)
  expect(
    body.rows.map(({ TransactionType, ReferenceCode, Remark }) => [TransactionType, ReferenceCode, Remark]),
  ).toEqual(
    expect.arrayContaining([
      ['Redeem', held.ReferenceCode, 'Silver spoon'],
      ['Redeem Refund', held.ReferenceCode, `Silver spoon: ${Reason}`],
    ]),
  )
  const explained = await app.call(explainPoints, { MembershipNo: held.MembershipNo, UsedYN: 'Y' }, hq)
  expect(explained.body.rows.flatMap(({ Uses }) => Uses)).toMatchObject([
    { TransactionType: 'Redeem', ReferenceCode: held.ReferenceCode, Remark: 'Silver spoon' },
  ])
})

describe('the feed of the customer tells what became of a reward,', () => {
  const feed = async ({ CustomerId }: Held) => {
    const { body } = await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Reward' } }, hq)
    return body.rows.map(({ Subject, Updated }) => (Updated ? `${Subject} ${Updated}` : Subject)).sort()
  }

  test('also what was taken back since', async () => {
    const held = await issued()
    await claim(held)
    await cancelClaim(held)
    expect(await feed(held)).toEqual(['ClaimCancelled', 'Claimed', 'Issued'])
    await extend(held)
    await claim(held)
    expect(await feed(held)).toEqual(['ClaimCancelled', 'Claimed', 'Claimed', 'Extended 2027-12-31', 'Issued'])

    const gift = await premium()
    await collect(gift)
    await cancelCollect(gift)
    await cancelRedeem(gift)
    expect(await feed(gift)).toEqual(['Cancelled', 'CollectCancelled', 'Collected', 'Redeemed'])
  })

  test('and how it ended: deleted is not cancelled, expired is what the night did', async () => {
    const deleted = await premium()
    await remove(deleted)
    expect(await feed(deleted)).toEqual(['Deleted', 'Redeemed'])
    const late = await premium()
    await expire(late)
    expect(await feed(late)).toEqual(['Expired', 'Redeemed'])
  })
})

test.each([
  ['Y', 0],
  ['N', -100],
])('the points of a gift that nobody collected return where the company wants it: %s', async (wanted, change) => {
  await app.sql(
    `insert into setting (name, value) values ('rewards.refundExpired', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value`,
    wanted,
  )
  const held = await premium()
  const balance = async () => {
    const [row] = await app.sql<{ points: string }>(
      'select points from point_balance where membership_no = $1',
      held.MembershipNo,
    )
    return Number(row!.points)
  }
  const spent = await balance()
  await expire(held)
  expect((await balance()) - spent).toBe(100 + change)
  await app.sql(`delete from setting where name = 'rewards.refundExpired'`)
})

describe('a customer who holds a reward', () => {
  const erase = (CustomerId: number) => app.call(deleteCustomer, { CustomerId }, hq)
  const long = (CustomerId: number) =>
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
  ] as const)('is not %s until nothing is left to hand over', async (_, act) => {
    const holder = await member(app.db)
    await long(holder.CustomerId)
    const gift = await reward(app.db, { Type: 'Free Gift' })
    const given = await app.call(
      contract.issueRewards,
      { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] },
      hq,
    )
    expect(await act(holder.CustomerId)).toMatchObject(refused)
    const { ReferenceCode } = given.body.rows[0]!
    await app.call(contract.cancelRedeem, { ReferenceCode: ReferenceCode!, Reason }, manager)
    expect((await act(holder.CustomerId)).status).toBe(200)
  })

  test('that is given in the moment of the delete is either refused or keeps the customer', async () => {
    const gift = await reward(app.db, { Type: 'Free Gift' })
    for (let time = 0; time < 8; time++) {
      const holder = await member(app.db)
      const issue = { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] }
      const [given, gone] = await Promise.all([app.call(contract.issueRewards, issue, hq), erase(holder.CustomerId)])
      expect({ given: given.body.Issued, gone: gone.status }).toEqual(
        given.body.Issued === 1 ? { given: 1, gone: 409 } : { given: 0, gone: 200 },
      )
    }
  })
})

/** What each act touches, counted. */
async function state({ ReferenceCode, MembershipNo, InventoryId, RewardId }: Held) {
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

describe('a Premium Gift', () => {
  test('takes its points and is reserved when it is redeemed, and is issued when it is collected', async () => {
    const held = await premium()
    expect(held.ReferenceCode).toMatch(/^RW2605\d{7}$/)
    expect(await state(held)).toEqual({
      status: 'Active',
      points: 900,
      here: 5,
      reserved: 1,
      issued: 0,
      given: 1,
      voucher: false,
    })
    expect(await collect(held)).toMatchObject({
      status: 200,
      body: { Status: 'Collected', CollectedOutletCode: 'KLCC', Available: 900, Notices: [] },
    })
    expect(await state(held)).toMatchObject({ status: 'Collected', points: 900, here: 4, reserved: 0, issued: 1 })
  })

  test('gives everything back by the two cancels, in their order', async () => {
    const held = await premium()
    await collect(held)
    expect(await cancelCollect(held)).toMatchObject({ status: 200, body: { Status: 'Active', CollectedById: null } })
    expect(await state(held)).toMatchObject({
      status: 'Active',
      points: 900,
      here: 5,
      reserved: 1,
      issued: 0,
      given: 1,
    })
    expect(await cancelRedeem(held)).toMatchObject({ status: 200, body: { Status: 'Cancelled', Available: 1000 } })
    expect(await state(held)).toMatchObject({ status: 'Cancelled', points: 1000, here: 5, reserved: 0, given: 0 })
  })
})

describe('a reward that is claimed', () => {
  test('gives its voucher, takes its points then, and gives all of it back, any number of times', async () => {
    const held = await issued()
    const before = await state(held)
    expect(before).toMatchObject({ status: 'Active', points: 1000, here: 2, reserved: 1, given: 1, voucher: false })
    for (let time = 1; time <= 3; time++) {
      const { body } = await claim(held)
      expect(body).toMatchObject({ Status: 'Claimed', ClaimedOutletCode: 'KLCC', Available: 800 })
      expect(body.VoucherNo).toMatch(/^G/)
      expect(await state(held)).toMatchObject({ status: 'Claimed', points: 800, here: 1, reserved: 0, issued: 1 })
      expect((await cancelClaim(held)).body).toMatchObject({ Status: 'Active', VoucherNo: null, ClaimedDate: null })
      expect(await state(held)).toEqual(before)
    }
  })
})

// THE TABLE OF STATES: each state, each act, what is answered.

const cancelText = (Status: string, mustBe: string) =>
  `The reward is ${Status}, cancellation is not allowed if the record Status is not ${mustBe}`
const otherwise = {
  cancelClaim: (Status: string) => cancelText(Status, 'Claimed'),
  cancelRedeem: (Status: string) => cancelText(Status, 'Active'),
  cancelCollect: (Status: string) => cancelText(Status, 'Collected'),
  remove: (Status: string) => cancelText(Status, 'Active'),
  claim: (Status: string) => `The reward is ${Status}, claim is not allowed if the record Status is not Active`,
  collect: (Status: string) => (Status === 'Collected' ? 'The item has been collected' : 'Record not found'),
  extend: (Status: string) => `The reward is ${Status}, extension is not allowed if the record Status is not Active`,
}
const acts = { claim, collect, cancelClaim, cancelRedeem, cancelCollect, extend, remove }
type Act = keyof typeof acts

const expire = async (held: Held) => {
  await app.sql(
    `update customer_reward set validity_from = '2026-01-01', validity_to = '2026-05-09' where reference_code = $1`,
    held.ReferenceCode,
  )
  await app.sql(`select * from expire_rewards('', 100, '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z"}')`)
}
const nothing = async () => {}

/** How each state is reached by a reward of each kind. */
const reached: Record<'premium' | 'issued', Record<string, (held: Held) => Promise<unknown>>> = {
  premium: { Active: nothing, Collected: collect, Cancelled: cancelRedeem, Expired: expire, Deleted: remove },
  issued: { Active: nothing, Claimed: claim, Cancelled: cancelRedeem, Expired: expire, Deleted: remove },
}
const leads: Record<'premium' | 'issued', Partial<Record<string, Partial<Record<Act, string>>>>> = {
  premium: {
    Active: { collect: 'Collected', cancelRedeem: 'Cancelled', extend: 'Active', remove: 'Deleted' },
    Collected: { cancelCollect: 'Active' },
  },
  issued: {
    Active: { claim: 'Claimed', cancelRedeem: 'Cancelled', extend: 'Active', remove: 'Deleted' },
    Claimed: { cancelClaim: 'Active' },
  },
}
const kinds = { premium, issued }
const pairs = (['premium', 'issued'] as const).flatMap((kind) =>
  Object.keys(reached[kind]).flatMap((status) =>
    (Object.keys(acts) as Act[]).map((act) => [kind, status, act] as const),
  ),
)

const isRefused = (code: number) => code === 409 || code === 404

function refusedWith(kind: 'premium' | 'issued', status: string, act: Act) {
  if (act === 'claim' && kind === 'premium') return 'A Premium Gift is collected, not claimed'
  if (act === 'collect' && kind === 'issued') return 'Record not found'
  return otherwise[act](status)
}

describe('every act in every state', () => {
  test.each(pairs)('of a reward that is %s and %s: %s', async (kind, status, act) => {
    const held = await kinds[kind]()
    await reached[kind][status]!(held)
    const before = await state(held)
    expect(before?.status).toBe(status)

    const reply = await acts[act](held)

    const next = leads[kind][status]?.[act]
    const said = next ? reply.body.Status : reply.refusal.message
    expect({ said, refused: isRefused(reply.status) }).toEqual({
      said: next ?? refusedWith(kind, status, act),
      refused: !next,
    })
    // What was refused changed nothing.
    expect(next ? {} : await state(held)).toEqual(next ? {} : before)
  })
})

describe('at once', () => {
  let holder: Member
  beforeAll(async () => {
    holder = await member(app.db)
    await points(app.db, holder.MembershipNo, 100_000)
  })

  test('three in stock and twenty who redeem: three have it', async () => {
    const gift = await reward(app.db)
    await stock(app.db, gift.RewardId, 'KLCC', 3)
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const one = await member(app.db)
        await points(app.db, one.MembershipNo, 100)
        return one
      }),
    )
    const replies = await Promise.all(
      many.map(({ MembershipNo }) =>
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

  test('the same key twenty times: one redemption, one answer', async () => {
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

  test('of ten who cancel the same claim one does, and the others are told how it stands', async () => {
    const held = await issued()
    await claim(held)
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancelClaim(held)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.message))).toEqual(
      new Set([cancelText('Active', 'Claimed')]),
    )
    expect(await state(held)).toMatchObject({ points: 1000, reserved: 1 })
  })

  test('fifty who claim the ten vouchers that there are: ten have one each', async () => {
    const gift = await voucherReward(app.db, 10)
    const many = await Promise.all(Array.from({ length: 50 }, () => member(app.db)))
    const { body } = await app.call(
      contract.issueRewards,
      { RewardId: gift.RewardId, MembershipNos: many.map(({ MembershipNo }) => MembershipNo) },
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

  test('a counter hands out a gift while another one is still handing out the same gift, and both are counted', async () => {
    const gift = await voucherReward(app.db, 2)
    const InventoryId = await stock(app.db, gift.RewardId, 'KLCC', 2)
    const [slow, quick] = [await member(app.db), await member(app.db)]
    const MembershipNos = [slow.MembershipNo, quick.MembershipNo]
    const { body } = await app.call(contract.issueRewards, { RewardId: gift.RewardId, MembershipNos }, hq)
    const heldBy = ({ MembershipNo }: Member) => ({
      ...body.rows.find((row) => row.MembershipNo === MembershipNo),
      IdentifierType: 'MembershipNo' as const,
      Identifier: MembershipNo,
    })
    const source = { Today: '2026-05-10', At: '2026-05-10T04:00:00Z', OutletCode: 'KLCC', UserName: 'slow' }
    const other = await app.database.pool.connect()
    try {
      await other.query('begin')
      await other.query('select claim_reward($1, $2)', [JSON.stringify(heldBy(slow)), JSON.stringify(source)])
      const { ReferenceCode, IdentifierType, Identifier } = heldBy(quick)
      const sent = { ReferenceCode: ReferenceCode!, IdentifierType, Identifier }
      expect((await app.call(contract.claimReward, sent, counter)).status).toBe(200)
      await other.query('commit')
    } finally {
      other.release()
    }
    const places = await app.sql(
      'select qty_on_hand, qty_reserved, qty_issued from reward_inventory where inventory_id = $1',
      InventoryId,
    )
    expect(places).toEqual([{ qty_on_hand: 0, qty_reserved: 0, qty_issued: 2 }])
  })
})
