import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { getBadges } from '#areas/workspace/contract.ts'
import { reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import {
  giveUpWaiting,
  giveWaitingNow,
  keepReward,
  listReviews,
  listWaiting,
  type RewardReview,
} from '../contract/reviews.ts'
import * as contract from '../contract.ts'
import { rewardReviewsPath } from '../paths.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })
const reviewer = staffWith({
  roles: ['Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards', 'Cancel Redeem Rewards'],
  outlet: 'HQ',
})
const second = staffWith({ roles: ['Rewards'], outlet: 'HQ' })

beforeAll(() => earningRules(app.db))

let invoices = 0
async function buy(MembershipNo: string | null, Details: object[]) {
  const sale = { TransactionType: 'N', InvoiceNo: `RV${++invoices}`, MembershipNo, OutletCode: 'KLCC', Details }
  const { body } = await app.call(addTransaction, sale as never, hq)
  return body.InvoiceNo
}
const giveBack = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq)

/** A member who claimed a voucher of 50 for a purchase of 1,000 in two pieces; at least 600 were asked for. */
async function claimed(values: Parameters<typeof voucherReward>[2] = { MinimumSpend: '600.00' }) {
  const holder = await member(app.db)
  const offered = await voucherReward(app.db, 1, values)
  const issued = await app.call(
    contract.issueRewards,
    { RewardId: offered.RewardId, MembershipNos: [holder.MembershipNo] },
    hq,
  )
  const ReferenceCode = issued.body.rows[0]!.ReferenceCode!
  const InvoiceNo = await buy(holder.MembershipNo, [line('500', { Quantity: 2 })])
  const done = await app.call(
    contract.claimReward,
    { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: holder.MembershipNo, InvoiceNo },
    counter,
  )
  expect(done).toMatchObject({ status: 200, body: { Status: 'Claimed' } })
  return { ...holder, ...offered, ReferenceCode, InvoiceNo }
}

const reviewsOf = async (ReferenceCode: string, caller: Caller = reviewer): Promise<RewardReview[]> =>
  (await app.call(listReviews, { Rows: 1000 }, caller)).body.rows.filter((one) => one.ReferenceCode === ReferenceCode)
const keep = (
  { ReviewId, Version }: RewardReview,
  caller: Caller = reviewer,
  Reason = 'Changed the ring for another',
) => app.call(keepReward, { ReviewId, Version, Reason }, caller)
const badge = async (caller: Caller) =>
  (await app.call(getBadges, {}, caller)).body.rows.find(({ Path }) => Path === rewardReviewsPath.pattern)?.Count ?? 0

describe('a reward that was handed over for a purchase', () => {
  test('stays with the member when the purchase is cancelled, and head office is asked', async () => {
    const before = await badge(reviewer)
    const held = await claimed()
    expect(await giveBack(held.InvoiceNo)).toMatchObject({ status: 201 })
    expect(await reviewsOf(held.ReferenceCode)).toMatchObject([
      {
        Cause: 'Sale cancelled',
        Status: 'Open',
        RewardStatus: 'Claimed',
        InvoiceNo: held.InvoiceNo,
        AmountLeft: '0.00',
        MinimumSpend: '600.00',
        OutletCode: 'KLCC',
      },
    ])
    expect(await badge(reviewer)).toBe(before + 1)
  })

  test('is not asked about while enough of the purchase is left', async () => {
    const held = await claimed({ MinimumSpend: '500.00' })
    await giveBack(held.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    expect(await reviewsOf(held.ReferenceCode)).toEqual([])
    await giveBack(held.InvoiceNo)
    expect(await reviewsOf(held.ReferenceCode)).toMatchObject([{ Status: 'Open' }])
  })

  test('is asked about once, however many parts come back', async () => {
    const held = await claimed()
    await giveBack(held.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    await giveBack(held.InvoiceNo)
    expect(await reviewsOf(held.ReferenceCode)).toMatchObject([{ AmountLeft: '0.00' }])
  })

  test('is asked about when the purchase turns out to be another customer’s', async () => {
    const holder = await member(app.db)
    const offered = await voucherReward(app.db, 1, { RequiresInvoiceYN: 'Y' })
    const issued = await app.call(
      contract.issueRewards,
      { RewardId: offered.RewardId, MembershipNos: [holder.MembershipNo] },
      hq,
    )
    const ReferenceCode = issued.body.rows[0]!.ReferenceCode!
    const InvoiceNo = await buy(null, [line('900')])
    await app.call(assignSale, { InvoiceNo, MembershipNo: holder.MembershipNo }, hq)
    const identified = { IdentifierType: 'MembershipNo', Identifier: holder.MembershipNo } as const
    expect((await app.call(contract.claimReward, { ReferenceCode, ...identified, InvoiceNo }, counter)).status).toBe(
      200,
    )
    expect((await app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq)).status).toBe(200)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Cause: 'Sale unassigned', Status: 'Open' }])
  })

  test('that nobody claimed is no question', async () => {
    const held = await claimed()
    await app.call(contract.cancelClaim, { ReferenceCode: held.ReferenceCode, Reason: 'Later' }, reviewer)
    await giveBack(held.InvoiceNo)
    expect(await reviewsOf(held.ReferenceCode)).toEqual([])
  })

  test('and whose purchase comes back in the same moment, is asked about or not handed over', async () => {
    for (let time = 0; time < 8; time++) {
      const held = await claimed()
      await app.call(contract.cancelClaim, { ReferenceCode: held.ReferenceCode, Reason: 'Again' }, reviewer)
      const again = {
        ReferenceCode: held.ReferenceCode,
        IdentifierType: 'MembershipNo',
        Identifier: held.MembershipNo,
        InvoiceNo: held.InvoiceNo,
      } as const
      const [taken] = await Promise.all([app.call(contract.claimReward, again, counter), giveBack(held.InvoiceNo)])
      const open = (await reviewsOf(held.ReferenceCode)).filter(({ Status }) => Status === 'Open')
      expect(open.length).toBe(taken.status === 200 ? 1 : 0)
    }
  })
})

describe('what head office decides', () => {
  test('lets the member keep it, with a reason that stands in the log, and is not asked the same again', async () => {
    const held = await claimed()
    await giveBack(held.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    const [review] = await reviewsOf(held.ReferenceCode)
    expect((await keep(review!, reviewer, ' ')).status).toBe(400)
    expect(await keep(review!)).toMatchObject({
      status: 200,
      body: { Status: 'Kept', Reason: 'Changed the ring for another', RewardStatus: 'Claimed' },
    })
    await giveBack(held.InvoiceNo)
    expect(await reviewsOf(held.ReferenceCode)).toMatchObject([{ Status: 'Kept' }])
  })

  test('takes the claim back by its own act, which closes the question', async () => {
    const held = await claimed()
    await giveBack(held.InvoiceNo)
    const undone = await app.call(
      contract.cancelClaim,
      { ReferenceCode: held.ReferenceCode, Reason: 'Brought the ring back' },
      reviewer,
    )
    expect(undone).toMatchObject({ status: 200, body: { Status: 'Active' } })
    expect(await reviewsOf(held.ReferenceCode)).toMatchObject([
      { Status: 'Undone', Reason: 'Brought the ring back', RewardStatus: 'Active' },
    ])
  })

  /** A gift that was redeemed for 10 points and collected with a purchase that came back. */
  async function collected() {
    const holder = await member(app.db)
    const gift = await reward(app.db, { PointDeduct: 10 })
    await stock(app.db, gift.RewardId, 'KLCC', 1)
    const InvoiceNo = await buy(holder.MembershipNo, [line('500')])
    const redeemed = await app.call(
      contract.redeemRewards,
      { MembershipNo: holder.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] },
      counter,
    )
    const { ReferenceCode } = redeemed.body.rows[0]!
    const identified = { IdentifierType: 'MembershipNo', Identifier: holder.MembershipNo } as const
    await app.call(contract.collectReward, { ReferenceCode, ...identified, InvoiceNo }, counter)
    await giveBack(InvoiceNo)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Open', RewardStatus: 'Collected' }])
    return { ...holder, ReferenceCode, body: { ReferenceCode, Reason: 'The box is back', ItemBackYN: 'Y' } as const }
  }

  test('takes a collection back too', async () => {
    const { ReferenceCode, body } = await collected()
    expect((await app.call(contract.cancelCollect, body, reviewer)).status).toBe(200)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Undone', RewardStatus: 'Active' }])
  })

  test('takes a collection back whose last day is over: the night ends it, and its points return', async () => {
    const { ReferenceCode, body, MembershipNo } = await collected()
    const balance = async () =>
      (await app.sql<{ points: number }>('select points from point_balance where membership_no = $1', MembershipNo))[0]!
        .points
    const paid = await balance()
    await app.sql(
      "update customer_reward set validity_from = '2026-04-01', validity_to = '2026-05-09' where reference_code = $1",
      ReferenceCode,
    )
    expect((await app.call(contract.cancelCollect, body, reviewer)).status).toBe(200)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Undone', RewardStatus: 'Active' }])
    await app.sql(`select * from expire_rewards('', 100, '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z"}')`)
    expect(await balance()).toBe(paid + 10)
    const [ended] = await app.sql('select status, points from customer_reward where reference_code = $1', ReferenceCode)
    expect(ended).toMatchObject({ status: 'Expired', points: 10 })
  })

  test('is decided once: of two at the same time one is told', async () => {
    const held = await claimed()
    await giveBack(held.InvoiceNo)
    const [review] = await reviewsOf(held.ReferenceCode)
    const both = await Promise.all([keep(review!), keep(review!, second, 'Good customer')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await keep(review!)).toMatchObject({ refusal: { message: 'This was decided already: Kept' } })
  })

  test('is not an outlet’s to see or decide', async () => {
    const held = await claimed()
    await giveBack(held.InvoiceNo)
    const [review] = await reviewsOf(held.ReferenceCode)
    const outlet = staffWith({ roles: ['Rewards'] })
    expect((await app.call(listReviews, {}, outlet)).status).toBe(403)
    expect(await keep(review!, outlet)).toMatchObject({ status: 404 })
    expect(await badge(outlet)).toBe(0)
  })
})

describe('a reward that could not be given', () => {
  /** Waits for stock. */
  async function waiting() {
    const holder = await member(app.db)
    const gift = await reward(app.db, { Type: 'New Member' })
    const place = await stock(app.db, gift.RewardId, 'KLCC', 0)
    await app.sql(
      `select give_by_system('New Member', $1, 'NEW', '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z","UserName":"test"}')`,
      holder.MembershipNo,
    )
    await app.sql(
      `update reward set status = 'Inactive' where type = 'New Member' and reward_id <> $1`,
      `${gift.RewardId}`,
    )
    const { body } = await app.call(listWaiting, { Search: { MembershipNo: holder.MembershipNo } }, reviewer)
    const one = body.rows.find(({ RewardId }) => RewardId === gift.RewardId)!
    return { ...holder, ...gift, ...one, place }
  }

  test('is shown with the reason of the last try, and is given at once when that is gone', async () => {
    const one = await waiting()
    expect(one).toMatchObject({ Attempts: 1, Obstacle: { code: 'rewards.no_stock' } })
    expect((await app.call(giveWaitingNow, { WaitingId: one.WaitingId }, reviewer)).body).toMatchObject({
      GivenYN: 'N',
      Obstacle: { code: 'rewards.no_stock' },
    })
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 1, 'test', now())`,
      one.place,
    )
    const given = await app.call(giveWaitingNow, { WaitingId: one.WaitingId }, reviewer)
    expect(given.body).toMatchObject({ GivenYN: 'Y', Obstacle: null })
    const held = await app.call(contract.listCustomerRewards, { Search: { CustomerId: one.CustomerId } }, hq)
    expect(held.body.rows).toMatchObject([{ ReferenceCode: given.body.ReferenceCode, Status: 'Active' }])
    expect(await app.call(giveWaitingNow, { WaitingId: one.WaitingId }, reviewer)).toMatchObject({
      status: 409,
      refusal: { code: 'customer-rewards.waits_no_more' },
    })
  })

  test('is given up with a reason, and no night tries again', async () => {
    const one = await waiting()
    expect((await app.call(giveUpWaiting, { WaitingId: one.WaitingId, Reason: '' }, reviewer)).status).toBe(400)
    const stopped = await app.call(giveUpWaiting, { WaitingId: one.WaitingId, Reason: 'Sold out for good' }, reviewer)
    expect(stopped.status).toBe(200)
    expect(
      await app.sql('select status, closed_because from reward_waiting where waiting_id = $1', `${one.WaitingId}`),
    ).toEqual([{ status: 'Closed', closed_because: 'Sold out for good' }])
    const { body } = await app.call(listWaiting, { Search: { WaitingId: one.WaitingId } }, reviewer)
    expect(body.rows).toEqual([])
  })

  test('of two who try at once, one gives it', async () => {
    const one = await waiting()
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 5, 'test', now())`,
      one.place,
    )
    const both = await Promise.all(
      [reviewer, second].map((who) => app.call(giveWaitingNow, { WaitingId: one.WaitingId }, who)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
