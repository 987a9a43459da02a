import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import {
  endWaitingRewardRetries,
  keepReward,
  listRewardReviews,
  listWaitingRewards,
  type RewardReview,
  retryWaitingReward,
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

beforeAll(() => addEarningRules(app.db))

let invoices = 0
async function buy(MembershipNo: string | null, Details: object[]) {
  const sale = { TransactionType: 'N', InvoiceNo: `RV${++invoices}`, MembershipNo, OutletCode: 'KLCC', Details }
  const { body } = await app.call(addTransaction, sale as never, hq)
  return body.InvoiceNo
}
const returnSale = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq)

/** A member claims a voucher of 50 for a sale of 1,000 in two pieces; the minimum spend is 600. */
async function claimVoucher(values: Parameters<typeof voucherReward>[2] = { MinimumSpend: '600.00' }) {
  const holder = await member(app.db)
  const catalogueReward = await voucherReward(app.db, 1, values)
  const issued = await app.call(
    contract.issueRewards,
    { RewardId: catalogueReward.RewardId, MembershipNos: [holder.MembershipNo] },
    hq,
  )
  const ReferenceCode = issued.body.rows[0]!.ReferenceCode!
  const InvoiceNo = await buy(holder.MembershipNo, [line('500', { Quantity: 2 })])
  const claim = await app.call(
    contract.claimReward,
    { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: holder.MembershipNo, InvoiceNo },
    counter,
  )
  expect(claim).toMatchObject({ status: 200, body: { Status: 'Claimed' } })
  return { ...holder, ...catalogueReward, ReferenceCode, InvoiceNo }
}

const reviewsOf = async (ReferenceCode: string, caller: Caller = reviewer): Promise<RewardReview[]> =>
  (await app.call(listRewardReviews, { Rows: 1000 }, caller)).body.rows.filter(
    (review) => review.ReferenceCode === ReferenceCode,
  )
const keep = (
  { ReviewId, Version }: RewardReview,
  caller: Caller = reviewer,
  Reason = 'Changed the ring for another',
) => app.call(keepReward, { ReviewId, Version, Reason }, caller)
const badge = async (caller: Caller) =>
  (await app.call(getMenuBadges, {}, caller)).body.rows.find(({ Path }) => Path === rewardReviewsPath.pattern)?.Count ??
  0

describe('review of a reward whose sale changed', () => {
  test('reward review: cancelling the sale opens a review, and the reward stays claimed', async () => {
    const before = await badge(reviewer)
    const customerReward = await claimVoucher()
    expect(await returnSale(customerReward.InvoiceNo)).toMatchObject({ status: 201 })
    expect(await reviewsOf(customerReward.ReferenceCode)).toMatchObject([
      {
        Cause: 'Sale cancelled',
        Status: 'Open',
        RewardStatus: 'Claimed',
        InvoiceNo: customerReward.InvoiceNo,
        AmountLeft: '0.00',
        MinimumSpend: '600.00',
        OutletCode: 'KLCC',
      },
    ])
    expect(await badge(reviewer)).toBe(before + 1)
  })

  test('reward review: no review is opened while the sale still reaches the minimum spend', async () => {
    const customerReward = await claimVoucher({ MinimumSpend: '500.00' })
    await returnSale(customerReward.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    expect(await reviewsOf(customerReward.ReferenceCode)).toEqual([])
    await returnSale(customerReward.InvoiceNo)
    expect(await reviewsOf(customerReward.ReferenceCode)).toMatchObject([{ Status: 'Open' }])
  })

  test('reward review: several returns of one sale open one review', async () => {
    const customerReward = await claimVoucher()
    await returnSale(customerReward.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    await returnSale(customerReward.InvoiceNo)
    expect(await reviewsOf(customerReward.ReferenceCode)).toMatchObject([{ AmountLeft: '0.00' }])
  })

  test('reward review: unassigning the sale from the member opens a review', async () => {
    const holder = await member(app.db)
    const catalogueReward = await voucherReward(app.db, 1, { RequiresInvoiceYN: 'Y' })
    const issued = await app.call(
      contract.issueRewards,
      { RewardId: catalogueReward.RewardId, MembershipNos: [holder.MembershipNo] },
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

  test('reward review: no review is opened for a reward whose claim was cancelled', async () => {
    const customerReward = await claimVoucher()
    await app.call(contract.cancelClaim, { ReferenceCode: customerReward.ReferenceCode, Reason: 'Later' }, reviewer)
    await returnSale(customerReward.InvoiceNo)
    expect(await reviewsOf(customerReward.ReferenceCode)).toEqual([])
  })

  test('reward review: with a concurrent return, either the claim fails or a review is opened', async () => {
    for (let time = 0; time < 8; time++) {
      const customerReward = await claimVoucher()
      await app.call(contract.cancelClaim, { ReferenceCode: customerReward.ReferenceCode, Reason: 'Again' }, reviewer)
      const again = {
        ReferenceCode: customerReward.ReferenceCode,
        IdentifierType: 'MembershipNo',
        Identifier: customerReward.MembershipNo,
        InvoiceNo: customerReward.InvoiceNo,
      } as const
      const [claim] = await Promise.all([
        app.call(contract.claimReward, again, counter),
        returnSale(customerReward.InvoiceNo),
      ])
      const open = (await reviewsOf(customerReward.ReferenceCode)).filter(({ Status }) => Status === 'Open')
      expect(open.length).toBe(claim.status === 200 ? 1 : 0)
    }
  })
})

describe('decision of head office in a reward review', () => {
  test('keep reward: head office must give a reason, and the same cause opens no second review', async () => {
    const customerReward = await claimVoucher()
    await returnSale(customerReward.InvoiceNo, [{ OldSequenceNo: 1, Quantity: '1' }])
    const [review] = await reviewsOf(customerReward.ReferenceCode)
    expect((await keep(review!, reviewer, ' ')).status).toBe(400)
    expect(await keep(review!)).toMatchObject({
      status: 200,
      body: { Status: 'Kept', Reason: 'Changed the ring for another', RewardStatus: 'Claimed' },
    })
    await returnSale(customerReward.InvoiceNo)
    expect(await reviewsOf(customerReward.ReferenceCode)).toMatchObject([{ Status: 'Kept' }])
  })

  test('reward review: a cancelled claim closes the review as Undone', async () => {
    const customerReward = await claimVoucher()
    await returnSale(customerReward.InvoiceNo)
    const undone = await app.call(
      contract.cancelClaim,
      { ReferenceCode: customerReward.ReferenceCode, Reason: 'Brought the ring back' },
      reviewer,
    )
    expect(undone).toMatchObject({ status: 200, body: { Status: 'Active' } })
    expect(await reviewsOf(customerReward.ReferenceCode)).toMatchObject([
      { Status: 'Undone', Reason: 'Brought the ring back', RewardStatus: 'Active' },
    ])
  })

  /** A gift redeemed for 10 points and collected for a sale that was then returned. */
  async function collectGift() {
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
    await returnSale(InvoiceNo)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Open', RewardStatus: 'Collected' }])
    return { ...holder, ReferenceCode, body: { ReferenceCode, Reason: 'The box is back', ItemBackYN: 'Y' } as const }
  }

  test('reward review: a cancelled collection closes the review as Undone', async () => {
    const { ReferenceCode, body } = await collectGift()
    expect((await app.call(contract.cancelCollect, body, reviewer)).status).toBe(200)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Undone', RewardStatus: 'Active' }])
  })

  test('cancel collect: the nightly batch then expires the reward if its last day has passed, and refunds its points', async () => {
    const { ReferenceCode, body, MembershipNo } = await collectGift()
    const balance = async () =>
      (await app.sql<{ points: number }>('select points from point_balance where membership_no = $1', MembershipNo))[0]!
        .points
    const balanceBefore = await balance()
    await app.sql(
      "update customer_reward set validity_from = '2026-04-01', validity_to = '2026-05-09' where reference_code = $1",
      ReferenceCode,
    )
    expect((await app.call(contract.cancelCollect, body, reviewer)).status).toBe(200)
    expect(await reviewsOf(ReferenceCode)).toMatchObject([{ Status: 'Undone', RewardStatus: 'Active' }])
    await app.sql(`select * from expire_rewards('', 100, '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z"}')`)
    expect(await balance()).toBe(balanceBefore + 10)
    const [ended] = await app.sql('select status, points from customer_reward where reference_code = $1', ReferenceCode)
    expect(ended).toMatchObject({ status: 'Expired', points: 10 })
  })

  test('keep reward: of two concurrent decisions one succeeds, the other gets 409', async () => {
    const customerReward = await claimVoucher()
    await returnSale(customerReward.InvoiceNo)
    const [review] = await reviewsOf(customerReward.ReferenceCode)
    const replies = await Promise.all([keep(review!), keep(review!, second, 'Good customer')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await keep(review!)).toMatchObject({ refusal: { message: 'This was decided already: Kept' } })
  })

  test('reward reviews: outlet staff can neither list nor decide reviews', async () => {
    const customerReward = await claimVoucher()
    await returnSale(customerReward.InvoiceNo)
    const [review] = await reviewsOf(customerReward.ReferenceCode)
    const outlet = staffWith({ roles: ['Rewards'] })
    expect((await app.call(listRewardReviews, {}, outlet)).status).toBe(403)
    expect(await keep(review!, outlet)).toMatchObject({ status: 404 })
    expect(await badge(outlet)).toBe(0)
  })
})

describe('reward that could not be issued and waits', () => {
  /** An automatic reward that waits for stock. */
  async function createWaitingReward() {
    const holder = await member(app.db)
    const gift = await reward(app.db, { Type: 'New Member' })
    const inventoryId = await stock(app.db, gift.RewardId, 'KLCC', 0)
    await app.sql(
      `select give_by_system('New Member', $1, 'NEW', '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z","UserName":"test"}')`,
      holder.MembershipNo,
    )
    await app.sql(
      `update reward set status = 'Inactive' where type = 'New Member' and reward_id <> $1`,
      `${gift.RewardId}`,
    )
    const { body } = await app.call(listWaitingRewards, { Search: { MembershipNo: holder.MembershipNo } }, reviewer)
    const row = body.rows.find(({ RewardId }) => RewardId === gift.RewardId)!
    return { ...holder, ...gift, ...row, inventoryId }
  }

  test('waiting reward: the list shows the reason why the last attempt failed, and staff can give the reward after the cause is removed', async () => {
    const waitingReward = await createWaitingReward()
    expect(waitingReward).toMatchObject({ Attempts: 1, Obstacle: { code: 'rewards.no_stock' } })
    expect((await app.call(retryWaitingReward, { WaitingId: waitingReward.WaitingId }, reviewer)).body).toMatchObject({
      GivenYN: 'N',
      Obstacle: { code: 'rewards.no_stock' },
    })
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 1, 'test', now())`,
      waitingReward.inventoryId,
    )
    const retry = await app.call(retryWaitingReward, { WaitingId: waitingReward.WaitingId }, reviewer)
    expect(retry.body).toMatchObject({ GivenYN: 'Y', Obstacle: null })
    const customerRewards = await app.call(
      contract.listCustomerRewards,
      { Search: { CustomerId: waitingReward.CustomerId } },
      hq,
    )
    expect(customerRewards.body.rows).toMatchObject([{ ReferenceCode: retry.body.ReferenceCode, Status: 'Active' }])
    expect(await app.call(retryWaitingReward, { WaitingId: waitingReward.WaitingId }, reviewer)).toMatchObject({
      status: 409,
      refusal: { code: 'customer-rewards.waits_no_more' },
    })
  })

  test('waiting reward: head office can give up a waiting reward with a reason, which ends the retries', async () => {
    const waitingReward = await createWaitingReward()
    expect(
      (await app.call(endWaitingRewardRetries, { WaitingId: waitingReward.WaitingId, Reason: '' }, reviewer)).status,
    ).toBe(400)
    const stopped = await app.call(
      endWaitingRewardRetries,
      { WaitingId: waitingReward.WaitingId, Reason: 'Sold out for good' },
      reviewer,
    )
    expect(stopped.status).toBe(200)
    expect(
      await app.sql(
        'select status, closed_because from reward_waiting where waiting_id = $1',
        `${waitingReward.WaitingId}`,
      ),
    ).toEqual([{ status: 'Closed', closed_because: 'Sold out for good' }])
    const { body } = await app.call(listWaitingRewards, { Search: { WaitingId: waitingReward.WaitingId } }, reviewer)
    expect(body.rows).toEqual([])
  })

  test('waiting reward: of two concurrent attempts one gives the reward, and the other gets 409', async () => {
    const waitingReward = await createWaitingReward()
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 5, 'test', now())`,
      waitingReward.inventoryId,
    )
    const replies = await Promise.all(
      [reviewer, second].map((as) => app.call(retryWaitingReward, { WaitingId: waitingReward.WaitingId }, as)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
