import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { listActivities } from '#areas/activities/contract/activities.ts'
import { listRewardReviews } from '#areas/customer-rewards/contract/reviews.ts'
import { claimReward, listCustomerRewards } from '#areas/customer-rewards/contract.ts'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { assignSale } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { friends } from '#tests/factories/referrals.ts'
import { reward, stock } from '#tests/factories/rewards.ts'
import { addEarningRules, checkLedger, line } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { approveReferral, type ReferralStatus, ReferralStatus as States } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { buy, cancelSale, referrer, friendOf, qualified, referralOf, statusOf, approve, reject, awardsOf } = friends(app)

const manager = staffWith({ roles: ['Referrer Listing', 'Customer', 'Redeem Rewards', 'Customer Transaction'] })
const elsewhere = staffWith({ roles: ['Referrer Listing'], outlet: 'PAV' })

beforeAll(() => addEarningRules(app.db))

/** Activities of the referrer with the specified code. */
const activitiesOf = async (CustomerId: number) => {
  const { body } = await app.call(listActivities, { Search: { CustomerId, ActivityCode: 'fgf' } } as never, hq)
  return body.rows.map(({ ActivityLog }) => ActivityLog)
}
const nightly = (date?: string) => runNightlyBatch(jobContext(app), nightlyBatchSteps, date)

describe('sale that qualifies a referral', () => {
  test('qualifying sale: a sale of the minimum amount qualifies the referral, and a smaller sale does not', async () => {
    const { friend } = await qualified()
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Qualified',
      SaleDate: '2026-11-21',
      SaleAmount: '800.00',
      ApproveFrom: '2026-12-05',
    })
    const by = await referrer()
    const small = await friendOf(by.MembershipNo)
    await buy(small.MembershipNo, '499.99')
    expect(await statusOf(small.CustomerId)).toBe('Pending')
    const InvoiceNo = await buy(small.MembershipNo, '500')
    expect(await referralOf(small.CustomerId)).toMatchObject({ Status: 'Qualified', InvoiceNo })
  })

  test('qualifying sale: a sale on the last day of the period still qualifies the referral', async () => {
    const by = await referrer()
    const [inTime, tooLate] = [await friendOf(by.MembershipNo), await friendOf(by.MembershipNo)]
    app.clock.set('2027-02-19T04:00:00Z')
    await buy(inTime.MembershipNo, '800')
    app.clock.set('2027-02-20T04:00:00Z')
    await buy(tooLate.MembershipNo, '800')
    app.clock.set('2026-11-21T04:00:00Z')
    expect(await statusOf(inTime.CustomerId)).toBe('Qualified')
    expect(await statusOf(tooLate.CustomerId)).toBe('Pending')
  })

  test('qualifying sale: a sale dated before the friend joined does not qualify the referral', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-20T10:00:00' })
    expect(await statusOf(friend.CustomerId)).toBe('Pending')
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-21T10:00:00' })
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
  })

  test('qualifying sale: if a sale is entered late, the period for returns is not shortened', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    app.clock.set('2026-12-20T04:00:00Z')
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-22T10:00:00' })
    app.clock.set('2026-11-21T04:00:00Z')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ SaleDate: '2026-11-22', ApproveFrom: '2027-01-03' })
  })

  test('qualifying sale: a walk-in sale that is later assigned to the friend qualifies the referral', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    const InvoiceNo = await buy(null as never, '800')
    expect(await statusOf(friend.CustomerId)).toBe('Pending')
    const assigned = await app.call(assignSale, { InvoiceNo, MembershipNo: friend.MembershipNo }, manager)
    expect(assigned.status).toBe(200)
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
  })
})

describe('award for a referral', () => {
  test('referral award: the nightly batch gives the award once the period for returns has passed', async () => {
    const { by, friend } = await qualified()
    await nightly('2026-12-04')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    await nightly('2026-12-05')
    await nightly('2026-12-06')
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Approved',
      DecidedBy: 'night',
      ReferrerAwarded: 500,
      FriendAwarded: 0,
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([])
  })

  test('referral award: head office can approve early, and the points expire as if earned on the approval day', async () => {
    const { by, friend } = await qualified()
    expect(await approve(friend.ReferralId)).toMatchObject({ status: 200, body: { Status: 'Approved' } })
    const [lot] = await app.sql(
      `select transaction_type, points::int, expiry_date::text, object_type, object_value from point_history
       where membership_no = $1 and object_type = 'Referral'`,
      by.MembershipNo,
    )
    expect(lot).toEqual({
      transaction_type: 'Referral',
      points: 500,
      expiry_date: '2028-11-30',
      object_type: 'Referral',
      object_value: `${friend.ReferralId}`,
    })
    const log = await app.sql<{ log_text: string }>(
      `select log_text from audit_log where object_type = 'Referral' and object_id = $1`,
      `${friend.ReferralId}`,
    )
    expect(log[0]!.log_text).toMatch(/^FGF APPROVED\. /)
    expect(await activitiesOf(by.CustomerId)).toEqual([`${friend.MembershipNo} APPROVED`])
  })

  test('referral award: outlet staff cannot approve a referral', async () => {
    const { friend } = await qualified()
    expect(await approve(friend.ReferralId, null, manager)).toMatchObject({
      status: 403,
      refusal: { message: 'Only head office can approve a referral' },
    })
  })

  test('referral award: the friend also gets points if the terms include them and the friend is a premium member', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const [premium, nonPremium] = [await qualified(), await qualified({ premium: false })]
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    expect((await approve(premium.friend.ReferralId)).body).toMatchObject({ ReferrerAwarded: 500, FriendAwarded: 80 })
    expect((await approve(nonPremium.friend.ReferralId)).body).toMatchObject({ ReferrerAwarded: 500, FriendAwarded: 0 })
    expect(await awardsOf(premium.friend.MembershipNo)).toEqual([80])
    expect(await awardsOf(nonPremium.friend.MembershipNo)).toEqual([])
  })

  test('referral award: a shared phone prevents the automatic approval, and an approval by hand needs a reason', async () => {
    const by = await referrer()
    await app.sql(`update customer set contact_no = '+60123334455' where customer_id = $1`, by.CustomerId)
    const friend = await friendOf(by.MembershipNo, { ContactNo: '012-3334455' })
    await buy(friend.MembershipNo, '800')
    await nightly('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    expect(await approve(friend.ReferralId)).toMatchObject({ status: 409, refusal: { code: 'referrals.needs_reason' } })
    expect(await approve(friend.ReferralId, 'Mother and daughter')).toMatchObject({
      status: 200,
      body: { DecisionRemark: 'Mother and daughter', Flags: ['ContactNo'] },
    })
  })

  test('referral award: a phone that both share only after the sale prevents the automatic approval as well', async () => {
    const { by, friend } = await qualified()
    await app.sql(
      `update customer set alternate_contact_no = (select contact_no from customer where customer_id = $1) where customer_id = $2`,
      by.CustomerId,
      friend.CustomerId,
    )
    await nightly('2027-01-31')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', Flags: ['ContactNo'] })
  })

  test.each([
    ['who is suspended', `update membership set status = 'Suspended' where membership_no = $1`, 'referrer_not_active'],
    [
      'who is not a premium member',
      `update membership set member_type = 'Non-Premium Member', card_category_code = null where membership_no = $1`,
      'referrer_not_premium',
    ],
  ])('referral award: is not given to a referrer %s', async (_, change, reason) => {
    const { by, friend } = await qualified()
    await app.sql(change, by.MembershipNo)
    expect(await approve(friend.ReferralId)).toMatchObject({ status: 409, refusal: { code: `referrals.${reason}` } })
    await nightly('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('referral award: a setting determines the length of the period for returns', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.returnDays', '0')`)
    const { friend } = await qualified()
    await app.sql(`delete from setting where name = 'referral.returnDays'`)
    await nightly('2026-11-21')
    expect(await statusOf(friend.CustomerId)).toBe('Approved')
  })

  test('referral award: a second approval with the same idempotency key gives no second award', async () => {
    const { by, friend } = await qualified()
    const send = () =>
      app.call(approveReferral, { ReferralId: friend.ReferralId, Remark: null }, { as: hq, key: 'referral-once' })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })
})

describe('rejection of a referral', () => {
  test('referral rejection: the friend no longer has the referrer, and the reason is stored', async () => {
    const { by, friend } = await qualified()
    expect(await reject(friend.ReferralId, manager)).toMatchObject({
      status: 200,
      body: { Status: 'Rejected', DecisionRemark: 'They live together' },
    })
    const { body } = await app.call(getCustomer, { CustomerId: friend.CustomerId }, hq)
    expect(body.RecommendMembershipNo).toBeNull()
    await nightly('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
    const log = await app.sql<{ log_text: string }>(
      `select log_text from audit_log where object_type = 'Referral' and object_id = $1`,
      `${friend.ReferralId}`,
    )
    expect(log[0]!.log_text).toMatch(/^FGF REJECTED\. .*They live together$/)
    expect(await activitiesOf(by.CustomerId)).toEqual([`${friend.MembershipNo} REJECTED: They live together`])
  })

  test('referral rejection: only head office and the friend’s outlet can reject the referral', async () => {
    const by = await referrer('PAV')
    const friend = await friendOf(by.MembershipNo)
    expect(await reject(friend.ReferralId, elsewhere)).toMatchObject({
      status: 403,
      refusal: { code: 'referrals.foreign' },
    })
    expect(await reject(friend.ReferralId, hq)).toMatchObject({ status: 200 })
  })
})

describe('referral whose sale is cancelled', () => {
  test('cancelled sale of the friend: a cancellation before the award voids the referral', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await cancelSale(InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Voided', VoidReason: 'Sale cancelled' })
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: {
        message: 'Only a qualified referral can be approved. Status: Voided',
      },
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('cancelled sale of the friend: a cancellation after the award reverses both awards; spent points become arrears', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const { by, friend, InvoiceNo } = await qualified()
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    await approve(friend.ReferralId)
    const spend = { MembershipNo: by.MembershipNo, Points: 400, ObjectType: 'Reward', ObjectValue: 'referral' }
    expect((await app.call(redeemPoints, spend, manager)).status).toBe(201)
    await cancelSale(InvoiceNo)

    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([80, -80])
    expect(await checkLedger(app.db, by.MembershipNo)).toMatchObject({ agree: true, points: 10 - 400 })
    await nightly('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('cancelled sale of the friend: after a partial return the award stays if the rest reaches the minimum amount', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    const InvoiceNo = await buy(friend.MembershipNo, '0', { Details: [line('600'), line('300')] })
    await approve(friend.ReferralId)
    await cancelSale(InvoiceNo, [{ OldSequenceNo: 2 }])
    expect(await statusOf(friend.CustomerId)).toBe('Approved')
    await cancelSale(InvoiceNo, [{ OldSequenceNo: 1 }])
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('cancelled sale of the friend: before the award, another sale of the friend can qualify instead', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    const otherInvoice = await buy(friend.MembershipNo, '900')
    await cancelSale(InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', InvoiceNo: otherInvoice })
    await cancelSale(otherInvoice)
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    const third = await buy(friend.MembershipNo, '700')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', InvoiceNo: third })
    await approve(friend.ReferralId)
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })

  test('cancelled sale of the friend: after the award was reversed, further sales of the friend give no new award', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    await cancelSale(InvoiceNo)
    for (let round = 0; round < 10; round++) {
      const again = await buy(friend.MembershipNo, '800')
      expect((await approve(friend.ReferralId)).status).toBe(409)
      await cancelSale(again)
    }
    await buy(friend.MembershipNo, '800')
    await nightly('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('cancelled sale of the referrer: cancelling the referrer’s only purchase reverses only the referrer’s award', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const { by, friend } = await qualified()
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    await approve(friend.ReferralId)
    await cancelSale(by.InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Voided',
      VoidReason: 'Referrer has no purchase',
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([80])
  })

  test('cancelled sale of the referrer: if the referrer’s only purchase is cancelled before the award, no award is given', async () => {
    const { by, friend } = await qualified()
    await cancelSale(by.InvoiceNo)
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: { message: 'Referrer has no purchase' },
    })
    await nightly('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('cancelled sale of the friend: before it approves, the nightly batch recognises a cancellation that was imported', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await app.sql(
      `with sale as (select * from transaction_summary where invoice_no = $1),
         cancellation as (insert into transaction_summary (transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id, outlet_code,
             total_amount, net_amount, performed_at, business_date, source)
           select 'C', invoice_no || '-FILE', invoice_no, transaction_id, membership_no, customer_id, outlet_code, net_amount, net_amount, performed_at, business_date, 'Import'
           from sale returning transaction_id)
       insert into transaction_detail (transaction_id, sequence_no, old_sequence_no, original_transaction_id, brand, quantity, unit_price, net_amount)
       select cancellation.transaction_id, 1, 1, sale.transaction_id, 'Aurelia', 1, sale.net_amount, sale.net_amount from sale, cancellation`,
      InvoiceNo,
    )
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: { code: 'referrals.sale_cancelled' },
    })
    await nightly('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })
})

describe('decision on a referral', () => {
  const referralWith: Record<ReferralStatus, () => Promise<number>> = {
    Pending: async () => (await friendOf((await referrer()).MembershipNo)).ReferralId,
    Qualified: async () => (await qualified()).friend.ReferralId,
    Approved: async () => {
      const { friend } = await qualified()
      await approve(friend.ReferralId)
      return friend.ReferralId
    },
    Rejected: async () => {
      const { friend } = await qualified()
      await reject(friend.ReferralId)
      return friend.ReferralId
    },
    Voided: async () => {
      const { friend, InvoiceNo } = await qualified()
      await cancelSale(InvoiceNo)
      return friend.ReferralId
    },
  }
  const allowed = { approve: ['Qualified'], reject: ['Pending', 'Qualified'] }

  test.each(States.options)(
    'referral decision: approving a %s referral succeeds only for Qualified referrals',
    async (from) => {
      expect((await approve(await referralWith[from]())).status).toBe(allowed.approve.includes(from) ? 200 : 409)
    },
  )

  test.each(States.options)(
    'referral decision: rejecting a %s referral succeeds only for Pending and Qualified referrals',
    async (from) => {
      expect((await reject(await referralWith[from]())).status).toBe(allowed.reject.includes(from) ? 200 : 409)
    },
  )

  test('referral decision: an unknown referral gets 404', async () => {
    expect((await approve(999_999)).status).toBe(404)
    expect((await reject(999_999)).status).toBe(404)
  })
})

describe('rewards for a referral', () => {
  const customerRewardsOf = async ({ CustomerId }: { CustomerId: number }) =>
    (await app.call(listCustomerRewards, { Search: { CustomerId } }, hq)).body.rows
  const createReward = async () => {
    await app.sql(`update reward set status = 'Inactive' where type = 'Referral'`)
    return reward(app.db, { Type: 'Referral' })
  }

  test('referral rewards: concurrent approvals give the referrer one reward', async () => {
    const gift = await createReward()
    const { by, friend } = await qualified()
    await Promise.all([approve(friend.ReferralId), approve(friend.ReferralId), nightly('2026-12-05')])
    await nightly('2026-12-06')
    expect(await statusOf(friend.CustomerId)).toBe('Approved')
    expect(await customerRewardsOf(by)).toMatchObject([
      { RewardCode: gift.Code, Type: 'Referral', Status: 'Active', Period: `FGF ${friend.ReferralId}` },
    ])
    expect(await customerRewardsOf(friend)).toEqual([])
  })

  test('referral rewards: with referral.rewardFriend the friend gets a reward, too, and the referrer one for each friend', async () => {
    await createReward()
    await app.sql(`insert into setting (name, value) values ('referral.rewardFriend', '"Y"')`)
    const { by, friend } = await qualified()
    await approve(friend.ReferralId)
    const second = await friendOf(by.MembershipNo)
    await buy(second.MembershipNo, '800')
    await approve(second.ReferralId)
    await app.sql(`delete from setting where name = 'referral.rewardFriend'`)
    expect((await customerRewardsOf(by)).length).toBe(2)
    expect((await customerRewardsOf(friend)).length).toBe(1)
    expect((await customerRewardsOf(second)).length).toBe(1)
  })

  test('referral rewards: if the reward is out of stock, the approval succeeds and the nightly batch gives the reward later', async () => {
    const gift = await createReward()
    const inventoryId = await stock(app.db, gift.RewardId, null, 0)
    const [waiting, returned] = [await qualified(), await qualified()]
    for (const { by, friend } of [waiting, returned]) {
      expect((await approve(friend.ReferralId)).status).toBe(200)
      expect([await awardsOf(by.MembershipNo), await customerRewardsOf(by)]).toEqual([[500], []])
    }
    // The nightly batch retries, unless the sale was returned meanwhile.
    await cancelSale(returned.InvoiceNo)
    await nightly('2026-11-22')
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at) values ($1, 'Receive', 5, 'test', now())`,
      inventoryId,
    )
    await nightly('2026-11-23')
    await nightly('2026-11-24')
    expect(await customerRewardsOf(waiting.by)).toMatchObject([
      { RewardCode: gift.Code, Period: `FGF ${waiting.friend.ReferralId}` },
    ])
    expect(await customerRewardsOf(returned.by)).toEqual([])
  })

  test('referral rewards: if the sale is cancelled, active rewards are cancelled and a claimed reward is reviewed', async () => {
    await createReward()
    const [open, claimed] = [await qualified(), await qualified()]
    await approve(open.friend.ReferralId)
    await approve(claimed.friend.ReferralId)
    const [{ ReferenceCode } = { ReferenceCode: '' }] = await customerRewardsOf(claimed.by)
    const { MembershipNo } = claimed.by
    await app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, hq)
    await cancelSale(open.InvoiceNo)
    await cancelSale(claimed.InvoiceNo)
    expect(await statusOf(open.friend.CustomerId)).toBe('Voided')
    expect(await customerRewardsOf(open.by)).toMatchObject([{ Status: 'Cancelled', Remarks: 'Sale cancelled' }])
    expect(await customerRewardsOf(claimed.by)).toMatchObject([{ Status: 'Claimed' }])
    expect((await app.call(listRewardReviews, {}, hq)).body.rows).toMatchObject([
      { ReferenceCode, Cause: 'Referral voided', Status: 'Open', RewardStatus: 'Claimed' },
    ])
    await buy(open.friend.MembershipNo, '900')
    await nightly('2026-12-20')
    expect((await customerRewardsOf(open.by)).length).toBe(1)
  })
})
