import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { addExport } from '#areas/exports/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { exportInput, readCsv } from '#tests/factories/exports.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addExpiryContact, listExpiryContacts, listRescue } from '../../contract/rescue.ts'
import { addExpiryReward } from '../../contract/rewards.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const outlet = staffWith({ roles: ['Customer', 'Redeem Rewards'] })

beforeAll(async () => {
  await addEarningRules(app.db)
  for (const PointDeduct of [100, 400])
    await voucherReward(app.db, 1, { Type: 'Point Expiry', DeductPointInClaimYN: 'Y', PointDeduct })
})

let number = 0
async function memberWithExpiringPoints(amount: string, PerformedAt = '2024-12-05T10:00:00', outletCode = 'KLCC') {
  const created = await member(app.db, { outlet: outletCode })
  const sale = {
    TransactionType: 'N',
    InvoiceNo: `S${++number}`,
    MembershipNo: created.MembershipNo,
    PerformedAt,
    Details: [line(amount)],
  }
  await app.call(lookupMember, { Typed: created.MembershipNo }, outletStaff)
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
  return created
}
const rowOf = async (MembershipNo: string, caller = hq) =>
  (await app.call(listRescue, { Search: { MembershipNo } }, caller)).body.rows[0]
const addContact = (MembershipNo: string, more: object = {}) =>
  app.call(addExpiryContact, { MembershipNo, ContactType: 'Call', Outcome: 'Will come', ...more }, outlet)

describe('call list for expiring points', () => {
  test('expiry call list: lists members whose points expire soon and suffice for a reward', async () => {
    const { MembershipNo, FullName } = await memberWithExpiringPoints('4300')
    const tooFew = await memberWithExpiringPoints('900')
    const later = await memberWithExpiringPoints('4300', '2025-06-05T10:00:00')
    expect(await rowOf(MembershipNo)).toMatchObject({
      FullName,
      ExpiryDate: '2026-12-31',
      PointExpiry: 430,
      Value: '21.50',
      PointBalance: 430,
      RewardPoints: 400,
      RewardValue: '50.00',
      ReferenceCode: null,
      LastContactAt: null,
    })
    expect(await rowOf(tooFew.MembershipNo)).toBeUndefined()
    expect(await rowOf(later.MembershipNo)).toBeUndefined()
  })

  test('expiry call list: omits members who spent the points, and looks ahead by the setting expiry.rescueDays', async () => {
    const { MembershipNo } = await memberWithExpiringPoints('1500')
    await app.call(redeemPoints, { MembershipNo, Points: 100, ObjectType: 'Gift', ObjectValue: 'rescue' }, outlet)
    expect(await rowOf(MembershipNo)).toBeUndefined()
    const later = await memberWithExpiringPoints('1500', '2025-06-05T10:00:00')
    expect((await app.call(updateSetting, { Name: 'expiry.rescueDays', Version: 0, Value: 365 })).status).toBe(200)
    expect(await rowOf(later.MembershipNo)).toMatchObject({ ExpiryDate: '2027-06-30' })
    expect((await app.call(updateSetting, { Name: 'expiry.rescueDays', Version: 1, Value: 90 })).status).toBe(200)
  })

  test('expiry call list: an outlet sees its own members, with preferred staff and consented channels', async () => {
    const { MembershipNo, CustomerId } = await memberWithExpiringPoints('2000')
    const otherOutletMember = await memberWithExpiringPoints('2000', undefined, 'PAV')
    await app.sql(
      `update customer set preferred_staff_id = (select staff_id from user_account where user_id = $2) where customer_id = $1`,
      CustomerId,
      (await app.token(outlet)).userId,
    )
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select $1, channel, granted, '1', 'Counter', at::timestamptz from (values ('Call', 'Y', '2026-01-01'), ('WhatsApp', 'Y', '2026-01-01'),
         ('WhatsApp', 'N', '2026-02-01'), ('Service', 'Y', '2026-01-01')) given (channel, granted, at)`,
      CustomerId,
    )
    const row = await rowOf(MembershipNo, outlet)
    expect(row).toMatchObject({ Channels: ['Call'], OutletCode: 'KLCC' })
    expect(row!.PreferredStaffName).not.toBeNull()
    expect(await rowOf(otherOutletMember.MembershipNo, outlet)).toBeUndefined()
    expect(await app.call(listRescue, { Search: { OutletCode: 'PAV' } }, outlet)).toMatchObject({ status: 403 })
  })

  test('expiry call list: staff can export the list', async () => {
    const { MembershipNo, FullName, CustomerId } = await memberWithExpiringPoints('2000')
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select $1, channel, 'Y', '1', 'Counter', '2026-01-01Z' from unnest(array['Call', 'Email']) channel`,
      CustomerId,
    )
    await addContact(MembershipNo)
    const fields = ['FullName', 'MembershipNo', 'Channels', 'PointExpiry', 'RewardPoints', 'LastOutcome']
    const { status, body } = await app.call(
      addExport,
      exportInput('/point/expiry-rescue/find-all', fields, { Input: { Search: { MembershipNo } } }),
    )
    expect(status).toBe(201)
    expect((await readCsv(app, body.ExportId)).filter(([, number]) => number === MembershipNo)).toEqual([
      [FullName, MembershipNo, 'Call, Email', '200', '100', 'Will come'],
    ])
  })

  test('expiry call list: a row shows the expiry reward that the member was offered', async () => {
    const { MembershipNo } = await memberWithExpiringPoints('2000')
    const { body } = await app.call(addExpiryReward, { MembershipNo, ExpiryYear: 2026, ExpiryMonth: 12 })
    expect(await rowOf(MembershipNo)).toMatchObject({ ReferenceCode: body.ReferenceCode, RewardStatus: 'Active' })
  })
})

describe('contact about expiring points', () => {
  test('expiry contact: the contact is recorded with its outcome, and the call list shows the latest contact', async () => {
    const { MembershipNo } = await memberWithExpiringPoints('2000')
    await addContact(MembershipNo, { Outcome: 'No answer' })
    app.clock.advance(60)
    const { status, body } = await addContact(MembershipNo, { ContactType: 'WhatsApp', Note: 'Comes on Saturday' })

    expect([status, body.Outcome, body.OutletCode]).toEqual([201, 'Will come', 'KLCC'])
    expect(await rowOf(MembershipNo)).toMatchObject({
      LastContactAt: body.ContactedAt,
      LastContactType: 'WhatsApp',
      LastOutcome: 'Will come',
      LastContactByName: body.ContactedByName,
    })
    const past = await app.call(listExpiryContacts, { Search: { MembershipNo } }, outlet)
    expect(past.body.rows.map(({ Outcome, Note }) => [Outcome, Note])).toEqual([
      ['Will come', 'Comes on Saturday'],
      ['No answer', null],
    ])
  })

  test('expiry contact: the customer timeline shows the contact', async () => {
    const { MembershipNo, CustomerId } = await memberWithExpiringPoints('2000')
    await addContact(MembershipNo, { Note: 'Comes on Saturday' })
    const { body } = await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Contact' } }, outlet)
    expect(body.rows).toMatchObject([
      { Kind: 'Contact', Subject: 'Call', Detail: 'Will come', Updated: 'Comes on Saturday', MembershipNo },
    ])
  })

  test('expiry contact: after a contact, the member is listed as contacted', async () => {
    const { MembershipNo } = await memberWithExpiringPoints('2000')
    const countContacted = async (ContactedYN: 'Y' | 'N') =>
      (await app.call(listRescue, { Search: { MembershipNo, ContactedYN } })).body.count
    expect([await countContacted('N'), await countContacted('Y')]).toEqual([1, 0])
    await addContact(MembershipNo)
    expect([await countContacted('N'), await countContacted('Y')]).toEqual([0, 1])
    const byOutcome = async (Outcome: 'Will come' | 'Reached') =>
      (await app.call(listRescue, { Search: { MembershipNo, Outcome } })).body.count
    expect([await byOutcome('Will come'), await byOutcome('Reached')]).toEqual([1, 0])
  })

  test('expiry contact: an unknown membership number is refused', async () => {
    expect((await addContact('JC999999999')).refusal).toMatchObject({ statusCode: 403, code: 'customers.foreign' })
  })
})
