import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { addExport } from '#areas/exports/contract.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { csvOf, exportInput } from '#tests/factories/exports.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addExpiryContact, listExpiryContacts, listRescue } from '../../contract/rescue.ts'
import { addExpiryReward } from '../../contract/rewards.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const outlet = staffWith({ roles: ['Customer', 'Redeem Rewards'] })

beforeAll(async () => {
  await earningRules(app.db)
  for (const PointDeduct of [100, 400])
    await voucherReward(app.db, 1, { Type: 'Point Expiry', DeductPointInClaimYN: 'Y', PointDeduct })
})

let number = 0
async function ending(amount: string, PerformedAt = '2024-12-05T10:00:00', place = 'KLCC') {
  const made = await member(app.db, { outlet: place })
  const sale = {
    TransactionType: 'N',
    InvoiceNo: `S${++number}`,
    MembershipNo: made.MembershipNo,
    PerformedAt,
    Details: [line(amount)],
  }
  await app.call(lookupMember, { Typed: made.MembershipNo }, outletStaff)
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
  return made
}
const rowOf = async (MembershipNo: string, caller = hq) =>
  (await app.call(listRescue, { Search: { MembershipNo } }, caller)).body.rows[0]
const reported = (MembershipNo: string, more: object = {}) =>
  app.call(addExpiryContact, { MembershipNo, ContactType: 'Call', Outcome: 'Will come', ...more }, outlet)

describe('the list of whom to call', () => {
  test('has the members whose points end soon and still buy something, with what that is', async () => {
    const { MembershipNo, FullName } = await ending('4300')
    const tooFew = await ending('900')
    const later = await ending('4300', '2025-06-05T10:00:00')
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

  test('loses who spent the points, and follows the setting for what is soon', async () => {
    const { MembershipNo } = await ending('1500')
    await app.call(redeemPoints, { MembershipNo, Points: 100, ObjectType: 'Gift', ObjectValue: 'rescue' }, outlet)
    expect(await rowOf(MembershipNo)).toBeUndefined()
    const later = await ending('1500', '2025-06-05T10:00:00')
    expect((await app.call(updateSetting, { Name: 'expiry.rescueDays', Version: 0, Value: 365 })).status).toBe(200)
    expect(await rowOf(later.MembershipNo)).toMatchObject({ ExpiryDate: '2027-06-30' })
    expect((await app.call(updateSetting, { Name: 'expiry.rescueDays', Version: 1, Value: 90 })).status).toBe(200)
  })

  test('shows an outlet its own members, who serves them, and how they agreed to be reached', async () => {
    const { MembershipNo, CustomerId } = await ending('2000')
    const other = await ending('2000', undefined, 'PAV')
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
    expect(await rowOf(other.MembershipNo, outlet)).toBeUndefined()
    expect(await app.call(listRescue, { Search: { OutletCode: 'PAV' } }, outlet)).toMatchObject({ status: 403 })
  })

  test('goes into a file as it stands', async () => {
    const { MembershipNo, FullName, CustomerId } = await ending('2000')
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select $1, channel, 'Y', '1', 'Counter', '2026-01-01Z' from unnest(array['Call', 'Email']) channel`,
      CustomerId,
    )
    await reported(MembershipNo)
    const fields = ['FullName', 'MembershipNo', 'Channels', 'PointExpiry', 'RewardPoints', 'LastOutcome']
    const { status, body } = await app.call(
      addExport,
      exportInput('/point/expiry-rescue/find-all', fields, { Input: { Search: { MembershipNo } } }),
    )
    expect(status).toBe(201)
    expect((await csvOf(app, body.ExportId)).filter(([, number]) => number === MembershipNo)).toEqual([
      [FullName, MembershipNo, 'Call, Email', '200', '100', 'Will come'],
    ])
  })

  test('says what was offered', async () => {
    const { MembershipNo } = await ending('2000')
    const { body } = await app.call(addExpiryReward, { MembershipNo, ExpiryYear: 2026, ExpiryMonth: 12 })
    expect(await rowOf(MembershipNo)).toMatchObject({ ReferenceCode: body.ReferenceCode, RewardStatus: 'Active' })
  })
})

describe('a contact', () => {
  test('is noted with its outcome, and the list shows the latest one', async () => {
    const { MembershipNo } = await ending('2000')
    await reported(MembershipNo, { Outcome: 'No answer' })
    app.clock.advance(60)
    const { status, body } = await reported(MembershipNo, { ContactType: 'WhatsApp', Note: 'Comes on Saturday' })

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

  test('stands in the customer’s timeline', async () => {
    const { MembershipNo, CustomerId } = await ending('2000')
    await reported(MembershipNo, { Note: 'Comes on Saturday' })
    const { body } = await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Contact' } }, outlet)
    expect(body.rows).toMatchObject([
      { Kind: 'Contact', Subject: 'Call', Detail: 'Will come', Updated: 'Comes on Saturday', MembershipNo },
    ])
  })

  test('takes a member off the list of those who were not contacted yet', async () => {
    const { MembershipNo } = await ending('2000')
    const requested = async (ContactedYN: 'Y' | 'N') =>
      (await app.call(listRescue, { Search: { MembershipNo, ContactedYN } })).body.count
    expect([await requested('N'), await requested('Y')]).toEqual([1, 0])
    await reported(MembershipNo)
    expect([await requested('N'), await requested('Y')]).toEqual([0, 1])
    const byOutcome = async (Outcome: 'Will come' | 'Reached') =>
      (await app.call(listRescue, { Search: { MembershipNo, Outcome } })).body.count
    expect([await byOutcome('Will come'), await byOutcome('Reached')]).toEqual([1, 0])
  })

  test('needs a member', async () => {
    expect((await reported('JC999999999')).refusal).toMatchObject({ statusCode: 403, code: 'customers.foreign' })
  })
})
