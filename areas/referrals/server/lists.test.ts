import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { friends } from '#tests/factories/referrals.ts'
import { earningRules } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { listReferrers } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { buy, cancelSale, referrer, friendOf, qualified, approve, reject, list } = friends(app)

const manager = staffWith({ roles: ['Referrer Listing'] })
const elsewhere = staffWith({ roles: ['Referrer Listing'], outlet: 'PAV' })

beforeAll(() => earningRules(app.db))

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

  test('hide the sum of what friends bought without View Sales Information, not what one friend bought', async () => {
    const { by, friend } = await qualified()
    const { body } = await app.call(listReferrers, { Search: { MembershipNo: by.MembershipNo } }, manager)
    expect(body.rows).toMatchObject([{ FriendsSales: null }])
    expect(await list({ MembershipNo: friend.MembershipNo }, manager)).toMatchObject([{ SaleAmount: '800.00' }])
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
    const requested = await app.call(listReferrers, { Search: { OutletCode: 'PAV' } }, manager)
    expect(requested).toMatchObject({ status: 403, refusal: { code: 'referrals.other_outlet' } })
  })

  test('tell both people’s timelines what happened', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    await cancelSale(InvoiceNo)
    const reported = async (CustomerId: number) =>
      (
        await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Referral' }, SortDirection: 'ASC' }, hq)
      ).body.rows
        .map(({ Subject, Updated }) => `${Subject} ${Updated}`)
        .sort()
    const events = (number: string, first: string) =>
      ['Approved', 'Qualified', 'Voided', first].map((event) => `${event} ${number}`).sort()
    expect(await reported(friend.CustomerId)).toEqual(events(by.MembershipNo, 'Named'))
    expect(await reported(by.CustomerId)).toEqual(events(friend.MembershipNo, 'Recommended'))
    const named = async (as: typeof hq) =>
      (
        await app.call(customerTimeline, { Search: { CustomerId: friend.CustomerId, Kind: 'Referral' } }, as)
      ).body.rows.map(({ Previous }) => Previous)
    expect(new Set(await named(hq))).toEqual(new Set([by.FullName]))
  })

  test('are not for who lacks the role', async () => {
    expect(await app.call(listReferrers, {}, outletStaff)).toMatchObject({ status: 403 })
  })
})
