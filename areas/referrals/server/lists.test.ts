import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { friends } from '#tests/factories/referrals.ts'
import { addEarningRules } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { listReferrers } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { buy, cancelSale, referrer, friendOf, qualified, approve, reject, list } = friends(app)

const manager = staffWith({ roles: ['Referrer Listing'] })
const elsewhere = staffWith({ roles: ['Referrer Listing'], outlet: 'PAV' })

beforeAll(() => addEarningRules(app.db))

describe('lists of referrers and referrals', () => {
  test('referrer list: shows each referrer’s friends by status, the sales to these friends and the awarded points', async () => {
    const by = await referrer()
    const [first, second, third] = [
      await friendOf(by.MembershipNo),
      await friendOf(by.MembershipNo),
      await friendOf(by.MembershipNo),
    ]
    await buy(first.MembershipNo, '800')
    const InvoiceNo = await buy(second.MembershipNo, '1000')
    await cancelSale(InvoiceNo)
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

  test('referrer list: without View Sales Information, totals of sales are hidden and single sales are shown', async () => {
    const { by, friend } = await qualified()
    const { body } = await app.call(listReferrers, { Search: { MembershipNo: by.MembershipNo } }, manager)
    expect(body.rows).toMatchObject([{ FriendsSales: null }])
    expect(await list({ MembershipNo: friend.MembershipNo }, manager)).toMatchObject([{ SaleAmount: '800.00' }])
  })

  test('referral list: outlet staff see referrals of their own customers, with masked names of customers of other outlets', async () => {
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
    const reply = await app.call(listReferrers, { Search: { OutletCode: 'PAV' } }, manager)
    expect(reply).toMatchObject({ status: 403, refusal: { code: 'referrals.other_outlet' } })
  })

  test('customer timeline: the events of a referral are shown for both the friend and the referrer', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    await cancelSale(InvoiceNo)
    const timelineOf = async (CustomerId: number) =>
      (
        await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Referral' }, SortDirection: 'ASC' }, hq)
      ).body.rows
        .map(({ Subject, Updated }) => `${Subject} ${Updated}`)
        .sort()
    const events = (number: string, first: string) =>
      ['Approved', 'Qualified', 'Voided', first].map((event) => `${event} ${number}`).sort()
    expect(await timelineOf(friend.CustomerId)).toEqual(events(by.MembershipNo, 'Named'))
    expect(await timelineOf(by.CustomerId)).toEqual(events(friend.MembershipNo, 'Recommended'))
    const referrersSeenBy = async (as: typeof hq) =>
      (
        await app.call(customerTimeline, { Search: { CustomerId: friend.CustomerId, Kind: 'Referral' } }, as)
      ).body.rows.map(({ Previous }) => Previous)
    expect(new Set(await referrersSeenBy(hq))).toEqual(new Set([by.FullName]))
  })

  test('referrer list: a user without the role gets 403', async () => {
    expect(await app.call(listReferrers, {}, outletStaff)).toMatchObject({ status: 403 })
  })
})
