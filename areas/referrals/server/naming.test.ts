import { beforeAll, describe, expect, test } from 'vitest'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { verifyReferrer } from '#areas/customers/contract/referrers.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { friends } from '#tests/factories/referrals.ts'
import { addEarningRules, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, useApp } from '#tests/harness.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { referrer, register, friendOf, referralOf, buy, cancelSale, reject } = friends(app)

beforeAll(() => addEarningRules(app.db))

const versionOf = async (CustomerId: number) => (await app.call(getCustomer, { CustomerId }, hq)).body.Version
const nameReferrer = async (CustomerId: number, RecommendMembershipNo: string, caller: Caller = outletStaff) =>
  app.call(updateCustomer, { CustomerId, Version: await versionOf(CustomerId), RecommendMembershipNo }, caller)
const verify = (MembershipNo: string, CustomerId?: number) =>
  app.call(verifyReferrer, { MembershipNo, CustomerId }, outletStaff)
const setSetting = (Name: string, Value: unknown) => app.call(updateSetting, { Name, Version: 0, Value } as never, hq)

describe('naming a customer’s referrer', () => {
  test('naming a referrer: a referrer named at registration creates a Pending referral with the terms of that day', async () => {
    const { MembershipNo, FullName } = await referrer()
    const { CustomerId } = await friendOf(MembershipNo)
    expect(await referralOf(CustomerId)).toMatchObject({
      Status: 'Pending',
      ReferrerMembershipNo: MembershipNo,
      ReferrerName: FullName,
      MinimumAmount: '500.00',
      QualifyUntil: '2027-02-19',
      ReferrerPoints: 500,
      FriendPoints: 0,
      Flags: [],
    })
  })

  test('naming a referrer: a referrer named on the customer page creates a Pending referral', async () => {
    const { MembershipNo } = await referrer()
    const { body } = await register(null)
    expect(await nameReferrer(body.CustomerId, MembershipNo)).toMatchObject({ status: 200 })
    expect(await referralOf(body.CustomerId)).toMatchObject({ Status: 'Pending', ReferrerMembershipNo: MembershipNo })
  })

  test.each([
    ['a member who never bought', async () => (await member(app.db)).MembershipNo],
    [
      'a member whose only purchase was taken back',
      async () => {
        const { MembershipNo, InvoiceNo } = await referrer()
        await cancelSale(InvoiceNo)
        return MembershipNo
      },
    ],
    [
      'a member who bought for less than 1',
      async () => {
        const { MembershipNo } = await member(app.db)
        await buy(MembershipNo, '0.50')
        return MembershipNo
      },
    ],
  ])('naming a referrer: %s is refused with “Referrer has no purchase”', async (_, createReferrer) => {
    const refused = { status: 409, refusal: { message: 'Referrer has no purchase' } }
    const MembershipNo = await createReferrer()
    expect(await register(MembershipNo)).toMatchObject(refused)
    expect(await verify(MembershipNo)).toMatchObject(refused)
  })

  test('naming a referrer: a non-premium member with a purchase is accepted as referrer', async () => {
    const { MembershipNo } = await member(app.db, { memberType: 'Non-Premium Member' })
    expect(await register(MembershipNo)).toMatchObject({ status: 409 })
    await buy(MembershipNo, '20')
    expect(await register(MembershipNo)).toMatchObject({ status: 201 })
  })

  test('naming a referrer: customers cannot name themselves or a second referrer', async () => {
    const first = await referrer()
    const { CustomerId, MembershipNo } = await friendOf(first.MembershipNo)
    await buy(MembershipNo, '100')
    expect(await nameReferrer(CustomerId, (await referrer()).MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_set' },
    })
    const { body } = await register(null)
    const ownNumber = body.Memberships[0]!.MembershipNo
    await buy(ownNumber, '100')
    const refused = { status: 409, refusal: { code: 'customers.referrer_is_self' } }
    expect(await nameReferrer(body.CustomerId, ownNumber)).toMatchObject(refused)
    expect(await verify(ownNumber, body.CustomerId)).toMatchObject(refused)
  })

  test('naming a referrer: a referrer can be named until 14 days after joining', async () => {
    const { MembershipNo } = await referrer()
    const onTheLastDay = await registered(app.db, { CreatedAt: '2026-11-07T10:00:00Z' })
    const tooLate = await registered(app.db, { CreatedAt: '2026-11-06T10:00:00Z' })
    expect(await nameReferrer(onTheLastDay.CustomerId, MembershipNo)).toMatchObject({ status: 200 })
    expect(await nameReferrer(tooLate.CustomerId, MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_late', params: { Days: 14 } },
    })
  })

  test('naming a referrer: a circle of customers who refer each other is refused', async () => {
    const [first, second, third] = [await registered(app.db), await registered(app.db), await registered(app.db)]
    await app.sql(`update customer set created_at = $1`, app.clock.now().toISOString())
    for (const { MembershipNo } of [first, second, third]) await buy(MembershipNo, '100')
    expect(await nameReferrer(second.CustomerId, first.MembershipNo)).toMatchObject({ status: 200 })
    expect(await nameReferrer(third.CustomerId, second.MembershipNo)).toMatchObject({ status: 200 })
    const refused = { status: 409, refusal: { code: 'customers.referrer_in_circle' } }
    expect(await nameReferrer(first.CustomerId, second.MembershipNo)).toMatchObject(refused)
    expect(await nameReferrer(first.CustomerId, third.MembershipNo)).toMatchObject(refused)
  })

  test('naming a referrer: if two customers name each other at the same time, one of them is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [(await register(null)).body, (await register(null)).body]
      const numbers = pair.map(({ Memberships }) => Memberships[0]!.MembershipNo)
      for (const MembershipNo of numbers) await buy(MembershipNo, '100')
      const replies = await Promise.all([
        nameReferrer(pair[0]!.CustomerId, numbers[1]!),
        nameReferrer(pair[1]!.CustomerId, numbers[0]!),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('naming a referrer: the referral is flagged if both have the same identity number, phone, e-mail or address', async () => {
    const { MembershipNo, CustomerId } = await referrer()
    await app.sql(
      `update customer set email = 'same@carat.example', alternate_contact_no = '+60128887766' where customer_id = $1`,
      CustomerId,
    )
    await address(app.db, CustomerId, { Line1: '12, Jalan Ampang' })
    const { IdNo } = (
      await app.sql<{ IdNo: string }>('select id_no as "IdNo" from customer where customer_id = $1', CustomerId)
    )[0]!
    const friend = await friendOf(MembershipNo, {
      IdType: 'Other',
      IdNo,
      ContactNo: '012-8887766',
      Email: 'SAME@carat.example',
      Address: {
        AddressType: 'Home',
        Line1: '12 jalan AMPANG',
        Postcode: '50450',
        City: 'Kuala Lumpur',
        State: 'Kuala Lumpur',
      },
    })
    expect(await referralOf(friend.CustomerId)).toMatchObject({
      Status: 'Pending',
      Flags: ['IdNo', 'ContactNo', 'Email', 'Address'],
    })
  })

  test('naming a referrer: after a rejection, an outlet can name another referrer but not the same one again', async () => {
    const { MembershipNo } = await referrer()
    const otherReferrer = await referrer()
    const { CustomerId, ReferralId } = await friendOf(MembershipNo)
    await reject(ReferralId)
    expect(await nameReferrer(CustomerId, MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_rejected' },
    })
    expect(await nameReferrer(CustomerId, otherReferrer.MembershipNo)).toMatchObject({ status: 200 })

    const second = await friendOf(MembershipNo)
    await reject(second.ReferralId)
    expect(await nameReferrer(second.CustomerId, MembershipNo, hq)).toMatchObject({ status: 200 })
  })

  test('referrer check: returns the specified messages before the form is saved', async () => {
    const { MembershipNo, FullName } = await referrer()
    expect(await verify(MembershipNo)).toMatchObject({ status: 200, body: { MembershipNo } })
    expect((await verify(MembershipNo)).body.Name).not.toBe(FullName)
    expect(await verify('')).toMatchObject({ status: 404, refusal: { message: 'Record Not Found' } })
    expect(await verify('JC000000000')).toMatchObject({
      status: 400,
      refusal: { message: 'Recommend Friend Not Found' },
    })
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, MembershipNo)
    expect(await verify(MembershipNo)).toMatchObject({ status: 409, refusal: { message: 'Member is suspended' } })
    await app.sql(`update membership set status = 'Inactive' where membership_no = $1`, MembershipNo)
    expect(await verify(MembershipNo)).toMatchObject({ status: 409, refusal: { message: 'Member is inactive' } })
  })

  test('naming a referrer: the settings on the day of naming determine the terms and the deadline of the referral', async () => {
    const { MembershipNo } = await referrer()
    const before = await friendOf(MembershipNo)
    await setSetting('referral.minimumSale', '1200.00')
    await setSetting('referral.windowDays', 30)
    await setSetting('referral.pointsReferrer', 700)
    await setSetting('referral.pointsFriend', 70)
    await setSetting('referral.daysToName', 0)
    const after = await friendOf(MembershipNo)
    const terms = { MinimumAmount: '1200.00', QualifyUntil: '2026-12-21', ReferrerPoints: 700, FriendPoints: 70 }
    expect(await referralOf(after.CustomerId)).toMatchObject(terms)
    expect(await referralOf(before.CustomerId)).toMatchObject({ MinimumAmount: '500.00', ReferrerPoints: 500 })
    const yesterday = await registered(app.db, { CreatedAt: '2026-11-20T10:00:00Z' })
    expect(await nameReferrer(yesterday.CustomerId, MembershipNo)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.referrer_late', params: { Days: 0 } },
    })
    await app.sql(`delete from setting where name like 'referral.%'`)
  })
})
