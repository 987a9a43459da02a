import { beforeAll, describe, expect, test } from 'vitest'
import { nightSteps } from '#app/server/night.ts'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { runNight } from '#areas/points/server/index.ts'
import { assignSale } from '#areas/sales/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { friends } from '#tests/factories/referrals.ts'
import { booksAgree, earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { approveReferral, listReferrers, type ReferralStatus, ReferralStatus as States } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { buy, takeBack, referrer, friendOf, referralOf, statusOf, approve, reject, list, awardsOf } = friends(app)

const manager = staffWith({ roles: ['Referrer Listing', 'Customer', 'Redeem Rewards', 'Customer Transaction'] })
const elsewhere = staffWith({ roles: ['Referrer Listing'], outlet: 'PAV' })

beforeAll(() => earningRules(app.db))

const night = (date?: string) =>
  runNight({ database: app.database, clock: app.clock.now, timeZone: 'Asia/Kuala_Lumpur', log: () => {} }, nightSteps, date)

/** A friend whose purchase counts. */
async function qualified(more: Record<string, unknown> = {}) {
  const by = await referrer()
  const friend = await friendOf(by.MembershipNo, more)
  const InvoiceNo = await buy(friend.MembershipNo, '800')
  return { by, friend, InvoiceNo }
}

describe('a friend’s purchase', () => {
  test('of the minimum makes the referral Qualified, and one below it does not', async () => {
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

  test('counts up to the last day of the window and no longer', async () => {
    const by = await referrer()
    const [inTime, late] = [await friendOf(by.MembershipNo), await friendOf(by.MembershipNo)]
    app.clock.set('2027-02-19T04:00:00Z')
    await buy(inTime.MembershipNo, '800')
    app.clock.set('2027-02-20T04:00:00Z')
    await buy(late.MembershipNo, '800')
    app.clock.set('2026-11-21T04:00:00Z')
    expect(await statusOf(inTime.CustomerId)).toBe('Qualified')
    expect(await statusOf(late.CustomerId)).toBe('Pending')
  })

  test('before joining does not count, however late it is entered', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-20T10:00:00' })
    expect(await statusOf(friend.CustomerId)).toBe('Pending')
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-21T10:00:00' })
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
  })

  test('entered with an earlier date does not shorten the wait for the award', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    app.clock.set('2026-12-20T04:00:00Z')
    await buy(friend.MembershipNo, '800', { PerformedAt: '2026-11-22T10:00:00' })
    app.clock.set('2026-11-21T04:00:00Z')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ SaleDate: '2026-11-22', ApproveFrom: '2027-01-03' })
  })

  test('that is given to the friend afterwards counts as well', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    const InvoiceNo = await buy(null as never, '800')
    expect(await statusOf(friend.CustomerId)).toBe('Pending')
    const given = await app.call(assignSale, { InvoiceNo, MembershipNo: friend.MembershipNo }, manager)
    expect(given.status).toBe(200)
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
  })
})

describe('the award', () => {
  test('is given by the night after the return window, once, to the referrer', async () => {
    const { by, friend } = await qualified()
    await night('2026-12-04')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    await night('2026-12-05')
    await night('2026-12-06')
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Approved',
      DecidedBy: 'night',
      ReferrerAwarded: 500,
      FriendAwarded: 0,
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([])
  })

  test('is given by head office before, as a lot of type Referral that is valid as if it was earned today', async () => {
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
  })

  test('is not given early by an outlet', async () => {
    const { friend } = await qualified()
    expect(await approve(friend.ReferralId, null, manager)).toMatchObject({
      status: 403,
      refusal: { message: 'Only head office may approve a referral' },
    })
  })

  test('goes to the friend too where that was promised, if the friend is a premium member by then', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const [one, other] = [await qualified(), await qualified({ premium: false })]
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    expect((await approve(one.friend.ReferralId)).body).toMatchObject({ ReferrerAwarded: 500, FriendAwarded: 80 })
    expect((await approve(other.friend.ReferralId)).body).toMatchObject({ ReferrerAwarded: 500, FriendAwarded: 0 })
    expect(await awardsOf(one.friend.MembershipNo)).toEqual([80])
    expect(await awardsOf(other.friend.MembershipNo)).toEqual([])
  })

  test('of a friend with the referrer’s phone is left by the night to a person, who has to say why', async () => {
    const by = await referrer()
    await app.sql(`update customer set contact_no = '+60123334455' where customer_id = $1`, by.CustomerId)
    const friend = await friendOf(by.MembershipNo, { ContactNo: '012-3334455' })
    await buy(friend.MembershipNo, '800')
    await night('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    expect(await approve(friend.ReferralId)).toMatchObject({ status: 409, refusal: { code: 'referrals.needs_reason' } })
    expect(await approve(friend.ReferralId, 'Mother and daughter')).toMatchObject({
      status: 200,
      body: { DecisionRemark: 'Mother and daughter', Flags: ['ContactNo'] },
    })
  })

  test('is left by the night also where the phone became the same only afterwards', async () => {
    const { by, friend } = await qualified()
    await app.sql(
      `update customer set alternate_contact_no = (select contact_no from customer where customer_id = $1) where customer_id = $2`,
      by.CustomerId,
      friend.CustomerId,
    )
    await night('2027-01-31')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', Flags: ['ContactNo'] })
  })

  test.each([
    ['who is suspended', `update membership set status = 'Suspended' where membership_no = $1`, 'referrer_not_active'],
    [
      'who holds no points',
      `update membership set member_type = 'Non-Premium Member', card_category_code = null where membership_no = $1`,
      'referrer_not_premium',
    ],
  ])('waits for a referrer %s', async (_, change, reason) => {
    const { by, friend } = await qualified()
    await app.sql(change, by.MembershipNo)
    expect(await approve(friend.ReferralId)).toMatchObject({ status: 409, refusal: { code: `referrals.${reason}` } })
    await night('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Qualified')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('comes to the day of the setting for the return window', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.returnDays', '0')`)
    const { friend } = await qualified()
    await app.sql(`delete from setting where name = 'referral.returnDays'`)
    await night('2026-11-21')
    expect(await statusOf(friend.CustomerId)).toBe('Approved')
  })

  test('sent again with the same key answers the same and gives nothing more', async () => {
    const { by, friend } = await qualified()
    const send = () =>
      app.call(approveReferral, { ReferralId: friend.ReferralId, Remark: null }, { as: hq, key: 'referral-once' })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })
})

describe('rejecting', () => {
  test('clears the number that the friend named and keeps the reason', async () => {
    const { by, friend } = await qualified()
    expect(await reject(friend.ReferralId, manager)).toMatchObject({
      status: 200,
      body: { Status: 'Rejected', DecisionRemark: 'They live together' },
    })
    const { body } = await app.call(getCustomer, { CustomerId: friend.CustomerId }, hq)
    expect(body.RecommendMembershipNo).toBeNull()
    await night('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
    const log = await app.sql<{ log_text: string }>(
      `select log_text from audit_log where object_type = 'Referral' and object_id = $1`,
      `${friend.ReferralId}`,
    )
    expect(log[0]!.log_text).toMatch(/^FGF REJECTED\. .*They live together$/)
  })

  test('is for the outlet of the friend and for head office', async () => {
    const by = await referrer('PAV')
    const friend = await friendOf(by.MembershipNo)
    expect(await reject(friend.ReferralId, elsewhere)).toMatchObject({ status: 403, refusal: { code: 'referrals.foreign' } })
    expect(await reject(friend.ReferralId, hq)).toMatchObject({ status: 200 })
  })
})

describe('a purchase that is taken back', () => {
  test('before the award makes the referral Voided, and approving it is refused', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await takeBack(InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Voided', VoidReason: 'Sale cancelled' })
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: {
        message: 'The referral is Voided, approval is not allowed if the record Status is not Qualified',
      },
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('after the award takes it back from both, and what was spent is owed', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const { by, friend, InvoiceNo } = await qualified()
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    await approve(friend.ReferralId)
    const spend = { MembershipNo: by.MembershipNo, Points: 400, ObjectType: 'Reward', ObjectValue: 'referral' }
    expect((await app.call(redeemPoints, spend, manager)).status).toBe(201)
    await takeBack(InvoiceNo)

    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([80, -80])
    expect(await booksAgree(app.db, by.MembershipNo)).toMatchObject({ agree: true, points: 10 - 400 })
    await night('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('in part leaves the award while the minimum is left, and takes it with the next part', async () => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo)
    const InvoiceNo = await buy(friend.MembershipNo, '0', { Details: [line('600'), line('300')] })
    await approve(friend.ReferralId)
    await takeBack(InvoiceNo, [{ OldSequenceNo: 2 }])
    expect(await statusOf(friend.CustomerId)).toBe('Approved')
    await takeBack(InvoiceNo, [{ OldSequenceNo: 1 }])
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('and exchanged for another before the award counts by the other, also when that was bought first', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    const other = await buy(friend.MembershipNo, '900')
    await takeBack(InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', InvoiceNo: other })
    await takeBack(other)
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    const third = await buy(friend.MembershipNo, '700')
    expect(await referralOf(friend.CustomerId)).toMatchObject({ Status: 'Qualified', InvoiceNo: third })
    await approve(friend.ReferralId)
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })

  test('and bought and taken back ten times after the award gives nothing more', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    await takeBack(InvoiceNo)
    for (let round = 0; round < 10; round++) {
      const again = await buy(friend.MembershipNo, '800')
      expect((await approve(friend.ReferralId)).status).toBe(409)
      await takeBack(again)
    }
    await buy(friend.MembershipNo, '800')
    await night('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
  })

  test('and was the referrer’s only one takes the referrer’s award, not the friend’s', async () => {
    await app.sql(`insert into setting (name, value) values ('referral.pointsFriend', '80')`)
    const { by, friend } = await qualified()
    await app.sql(`delete from setting where name = 'referral.pointsFriend'`)
    await approve(friend.ReferralId)
    await takeBack(by.InvoiceNo)
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Voided',
      VoidReason: 'Referrer has no purchase',
    })
    expect(await awardsOf(by.MembershipNo)).toEqual([500, -500])
    expect(await awardsOf(friend.MembershipNo)).toEqual([80])
  })

  test('and was the referrer’s only one before the award keeps it from being given', async () => {
    const { by, friend } = await qualified()
    await takeBack(by.InvoiceNo)
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: { message: 'Referrer has no purchase' },
    })
    await night('2027-01-31')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })

  test('in a file is found by the night, before it gives anything', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await app.sql(
      `with sale as (select * from transaction_summary where invoice_no = $1),
         back as (insert into transaction_summary (transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id, outlet_code,
             total_amount, net_amount, performed_at, business_date, source)
           select 'C', invoice_no || '-FILE', invoice_no, transaction_id, membership_no, customer_id, outlet_code, net_amount, net_amount, performed_at, business_date, 'Import'
           from sale returning transaction_id)
       insert into transaction_detail (transaction_id, sequence_no, old_sequence_no, original_transaction_id, brand, quantity, unit_price, net_amount)
       select back.transaction_id, 1, 1, sale.transaction_id, 'Aurelia', 1, sale.net_amount, sale.net_amount from sale, back`,
      InvoiceNo,
    )
    expect(await approve(friend.ReferralId)).toMatchObject({
      status: 409,
      refusal: { code: 'referrals.sale_cancelled' },
    })
    await night('2027-01-31')
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await awardsOf(by.MembershipNo)).toEqual([])
  })
})

describe('a decision', () => {
  const made: Record<ReferralStatus, () => Promise<number>> = {
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
      await takeBack(InvoiceNo)
      return friend.ReferralId
    },
  }
  const allowed = { approve: ['Qualified'], reject: ['Pending', 'Qualified'] }

  test.each(States.options)('to approve what is %s', async (from) => {
    expect((await approve(await made[from]())).status).toBe(allowed.approve.includes(from) ? 200 : 409)
  })

  test.each(States.options)('to reject what is %s', async (from) => {
    expect((await reject(await made[from]())).status).toBe(allowed.reject.includes(from) ? 200 : 409)
  })

  test('about nothing is 404', async () => {
    expect((await approve(999_999)).status).toBe(404)
    expect((await reject(999_999)).status).toBe(404)
  })
})

describe('at the same moment', () => {
  test('five approvals and three nights give one award', async () => {
    const { by, friend } = await qualified()
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => approve(friend.ReferralId)),
      ...Array.from({ length: 3 }, () => night('2027-01-31').then(() => undefined)),
    ])
    const statuses = replies.filter((reply) => reply !== undefined).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })

  test('approving and rejecting end in one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const { by, friend } = await qualified()
      const replies = await Promise.all([approve(friend.ReferralId), reject(friend.ReferralId)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const status = await statusOf(friend.CustomerId)
      expect(await awardsOf(by.MembershipNo)).toEqual(status === 'Approved' ? [500] : [])
    }
  })

  test('approving and taking the purchase back end without an award, whoever was first', async () => {
    for (let round = 0; round < 8; round++) {
      const { by, friend, InvoiceNo } = await qualified()
      const [approved, cancelled] = await Promise.all([approve(friend.ReferralId), takeBack(InvoiceNo)])
      expect(cancelled.status).toBe(201)
      expect([200, 409]).toContain(approved.status)
      expect(await statusOf(friend.CustomerId)).toBe('Voided')
      expect(await awardsOf(by.MembershipNo)).toEqual(approved.status === 200 ? [500, -500] : [])
      expect(await booksAgree(app.db, friend.MembershipNo)).toMatchObject({ agree: true })
    }
  })

  test('two friends of one referrer are approved while the referrer spends and takes back the only purchase', async () => {
    for (let round = 0; round < 4; round++) {
      const by = await referrer()
      const pair = [await friendOf(by.MembershipNo), await friendOf(by.MembershipNo)]
      for (const { MembershipNo } of pair) await buy(MembershipNo, '800')
      const replies = await Promise.all([...pair.map(({ ReferralId }) => approve(ReferralId)), takeBack(by.InvoiceNo)])
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      expect((await awardsOf(by.MembershipNo)).reduce((sum, points) => sum + points, 0)).toBe(0)
    }
  })
})

describe('merging', () => {
  const { ask, approve: agree, merge } = merging(app)
  const proved = async () => {
    const { Differences } = await prove({ database: app.database, clock: app.clock.now, timeZone: 'Asia/Kuala_Lumpur' })
    return Differences
  }

  test('the referrer or the friend while the award is given leaves one award, with whoever took the number over', async () => {
    for (const whom of ['referrer', 'friend'] as const)
      for (let round = 0; round < 3; round++) {
        const { by, friend } = await qualified()
        const survivor = await member(app.db)
        const { body } = await ask(survivor, whom === 'referrer' ? by : friend)
        const replies = await Promise.all([agree(body.ApprovalId), approve(friend.ReferralId)])
        expect(replies.map(({ status }) => status)).toEqual([200, 200])
        const holder = whom === 'referrer' ? survivor : by
        // Given before the merge, the award went over as points; given after it, it is the survivor's own.
        expect(await booksAgree(app.db, holder.MembershipNo)).toMatchObject({ agree: true, points: 510 })
      }
    expect(await proved()).toBe(0)
  })

  test('the referrer after the award takes it from the survivor when the friend’s purchase is taken back', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    const survivor = await member(app.db)
    await merge(survivor, by)
    await takeBack(InvoiceNo)
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await booksAgree(app.db, survivor.MembershipNo)).toMatchObject({ agree: true, points: 10 })
    expect(await proved()).toBe(0)
  })
})

describe('the lists', () => {
  test('show a referrer with friends, what became of them, their sales and the points', async () => {
    const by = await referrer()
    const [first, second, third] = [
      await friendOf(by.MembershipNo),
      await friendOf(by.MembershipNo),
      await friendOf(by.MembershipNo),
    ]
    await buy(first.MembershipNo, '800')
    const InvoiceNo = await buy(second.MembershipNo, '1000')
    await takeBack(InvoiceNo)
    await approve(first.ReferralId)
    await reject(third.ReferralId)
    const { body } = await app.call(listReferrers, { Search: { MembershipNo: by.MembershipNo } }, hq)
    expect(body.rows).toEqual([
      {
        MembershipNo: by.MembershipNo,
        CustomerId: by.CustomerId,
        FullName: by.FullName,
        OutletCode: 'KLCC',
        Friends: 3,
        Pending: 0,
        Qualified: 0,
        Approved: 1,
        Rejected: 1,
        Voided: 1,
        FriendsSales: '800.00',
        PointsAwarded: 500,
        LastDate: '2026-11-21',
      },
    ])
  })

  test('hide what was bought without View Sales Information', async () => {
    const { by, friend } = await qualified()
    const { body } = await app.call(listReferrers, { Search: { MembershipNo: by.MembershipNo } }, manager)
    expect(body.rows).toMatchObject([{ FriendsSales: null }])
    expect(await list({ MembershipNo: friend.MembershipNo }, manager)).toMatchObject([{ SaleAmount: null }])
  })

  test('show an outlet its own side of a referral, and the other by initials', async () => {
    const by = await referrer('PAV')
    const friend = await friendOf(by.MembershipNo)
    const stranger = await referrer('PAV')
    expect(await list({ MembershipNo: friend.MembershipNo }, elsewhere)).toMatchObject([
      { ReferrerName: by.FullName, FullName: expect.stringMatching(/^L\** W\** J\** /) },
    ])
    expect(await list({ MembershipNo: friend.MembershipNo }, manager)).toMatchObject([
      { ReferrerName: expect.stringMatching(/^T\** M\** L\** /) },
    ])
    const { body } = await app.call(listReferrers, { Search: { MembershipNo: stranger.MembershipNo } }, manager)
    expect(body.rows).toEqual([])
    const asked = await app.call(listReferrers, { Search: { OutletCode: 'PAV' } }, manager)
    expect(asked).toMatchObject({ status: 403, refusal: { code: 'referrals.other_outlet' } })
  })

  test('tell both people’s timelines what happened', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    await takeBack(InvoiceNo)
    const told = async (CustomerId: number) =>
      (await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Referral' }, SortDirection: 'ASC' }, hq)).body.rows
        .map(({ Subject, Updated }) => `${Subject} ${Updated}`)
        .sort()
    const events = (number: string, first: string) =>
      ['Approved', 'Qualified', 'Voided', first].map((event) => `${event} ${number}`).sort()
    expect(await told(friend.CustomerId)).toEqual(events(by.MembershipNo, 'Named'))
    expect(await told(by.CustomerId)).toEqual(events(friend.MembershipNo, 'Recommended'))
  })

  test('are not for who lacks the role', async () => {
    expect(await app.call(listReferrers, {}, outletStaff)).toMatchObject({ status: 403 })
    const { MembershipNo } = await member(app.db)
    expect(MembershipNo).toBeTruthy()
  })
})
