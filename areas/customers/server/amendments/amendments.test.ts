import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addAmendment, listAmendments, reviewAmendment } from '../../contract/amendments.ts'
import { getCustomer, revealIdentity, updateCustomer } from '../../contract/customers.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
})
const amendmentsOf = async (CustomerId: number) =>
  (await app.call(listAmendments, { Search: { CustomerId } })).body.rows
const editCustomer = async (changes: object, values: Parameters<typeof registered>[1] = {}) => {
  const person = await registered(app.db, { DateOfBirth: '1990-05-17', Gender: 'Female', ...values })
  const { CustomerId, MembershipNo } = person
  await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
  expect((await app.call(updateCustomer, { CustomerId, Version: 1, ...changes }, outletStaff)).status).toBe(200)
  return { ...person, amendment: (await amendmentsOf(CustomerId))[0]! }
}
const profileOf = async (CustomerId: number) => (await app.call(getCustomer, { CustomerId })).body

describe('amendments of customer data', () => {
  test('amendment: a change of identifying fields by staff is recorded for each field, with its author', async () => {
    const { amendment, FullName } = await editCustomer({
      FullName: 'SITI AMINAH',
      DateOfBirth: '1990-05-18',
      Remarks: 'VIP',
    })
    expect(amendment).toMatchObject({
      ActionType: 'Update',
      AppliedYN: 'Y',
      OutletCode: 'KLCC',
      ReviewedDate: null,
      MayReviewYN: 'Y',
      Fields: [
        { FieldName: 'FullName', Previous: FullName, Updated: 'SITI AMINAH', Outcome: null },
        { FieldName: 'DateOfBirth', Previous: '1990-05-17', Updated: '1990-05-18', Outcome: null },
      ],
    })
  })

  test('amendment: filling an empty field or changing a field that does not identify the customer creates no amendment', async () => {
    const { CustomerId } = await customer(app.db)
    await app.call(updateCustomer, { CustomerId, Version: 1, DateOfBirth: '1990-05-17', Gender: 'Male' }, outletStaff)
    await app.call(updateCustomer, { CustomerId, Version: 2, ContactNo: '0123456789', Remarks: 'x' }, outletStaff)
    expect(await amendmentsOf(CustomerId)).toEqual([])
  })

  test('amendment: changing or clearing the birth date creates an amendment, and filling in an empty one does not', async () => {
    const { CustomerId } = await editCustomer({ DateOfBirth: '1990-05-11' }, { DateOfBirth: '1990-08-11' })
    await app.call(updateCustomer, { CustomerId, Version: 2, DateOfBirth: null }, outletStaff)
    await app.call(updateCustomer, { CustomerId, Version: 3, DateOfBirth: '1990-08-11' }, outletStaff)
    expect(
      (await amendmentsOf(CustomerId)).map(({ Fields }) => Fields.map((field) => [field.Previous, field.Updated])),
    ).toEqual([[['1990-08-11', '1990-05-11']], [['1990-05-11', null]]])
  })

  test('amendment: identity numbers are masked', async () => {
    const { amendment } = await editCustomer({ IdType: 'Passport', IdNo: 'K99999123' })
    expect(amendment.Fields).toMatchObject([{ FieldName: 'IdNo', Updated: '*****9123' }])
    expect(JSON.stringify(amendment)).not.toContain('K99999123')
  })

  test('amendment: an outlet does not see amendments of another outlet’s customers', async () => {
    const { CustomerId } = await editCustomer({ FullName: 'OTHER NAME' }, { RegisteredOutletCode: 'PAV' })
    const reviewer = staffWith({ roles: ['Profile Amendment Review'] })
    expect((await app.call(listAmendments, { Search: { CustomerId } }, reviewer)).body.count).toBe(0)
    const { HistoryId } = (await amendmentsOf(CustomerId))[0]!
    expect(await app.call(reviewAmendment, { HistoryId }, reviewer)).toMatchObject({ status: 403 })
  })
})

describe('review of an amendment', () => {
  test('amendment review: a review that restores no field leaves the profile unchanged', async () => {
    const { amendment, CustomerId } = await editCustomer({ FullName: 'SITI AMINAH' })
    const reply = await app.call(reviewAmendment, { HistoryId: amendment.HistoryId, Remark: 'Saw the card' })
    expect(reply).toMatchObject({
      status: 200,
      body: { ReviewRemark: 'Saw the card', MayReviewYN: 'N', Fields: [{ Outcome: 'Accepted' }] },
    })
    expect(reply.body.ReviewedById).toBe((await app.token(hq)).userId)
    expect(await profileOf(CustomerId)).toMatchObject({ FullName: 'SITI AMINAH', Version: 2 })
  })

  test('amendment review: only the fields that the reviewer names are restored, without a new amendment', async () => {
    const { amendment, CustomerId, FullName } = await editCustomer({
      FullName: 'SITI AMINAH',
      DateOfBirth: '1991-01-01',
    })
    const { HistoryId } = amendment
    const reply = await app.call(reviewAmendment, { HistoryId, Restore: ['FullName'] })
    expect(reply.body.Fields.map(({ Outcome }) => Outcome)).toEqual(['Restored', 'Accepted'])
    expect(await profileOf(CustomerId)).toMatchObject({ FullName, DateOfBirth: '1991-01-01', Version: 3 })
    expect(await amendmentsOf(CustomerId)).toHaveLength(1)
  })

  test('amendment review: document type and number are restored together', async () => {
    const { amendment, CustomerId, IdNo } = await editCustomer({ IdType: 'NRIC', IdNo: '900517-14-5678' })
    await app.call(reviewAmendment, { HistoryId: amendment.HistoryId, Restore: ['IdNo'] })
    expect((await app.call(revealIdentity, { CustomerId, Reason: 'Checking the card' })).body).toMatchObject({
      IdType: 'Passport',
      IdNo,
    })
  })

  test('amendment review: an identity number that staff removed can be restored', async () => {
    const { amendment, CustomerId, IdNo } = await editCustomer({ IdNotGivenYN: 'Y' })
    await app.call(reviewAmendment, { HistoryId: amendment.HistoryId, Restore: ['IdNo'] })
    expect((await app.call(revealIdentity, { CustomerId, Reason: 'Checking the card' })).body).toMatchObject({
      IdType: 'Passport',
      IdNo,
    })
  })

  test('amendment review: of two concurrent reviews one succeeds, and the other gets 409 with the first reviewer’s name', async () => {
    const { amendment, CustomerId } = await editCustomer({ FullName: 'SITI AMINAH' })
    const { HistoryId } = amendment
    const replies = await Promise.all([
      app.call(reviewAmendment, { HistoryId }),
      app.call(reviewAmendment, { HistoryId, Restore: ['FullName'] }, staffWith({ roles: 'all', outlet: 'HQ' })),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = replies.find(({ status }) => status === 200)!
    expect(replies.find(({ status }) => status === 409)!.refusal).toMatchObject({
      code: 'customers.reviewed',
      message: `This amendment has already been reviewed by ${won.body.ReviewedBy}`,
    })
    const { FullName } = await profileOf(CustomerId)
    expect(FullName === 'SITI AMINAH').toBe(won.body.Fields[0]!.Outcome === 'Accepted')
  })

  test('amendment review: a user cannot review their own change, which a database constraint prevents as well', async () => {
    const { CustomerId } = await registered(app.db)
    await app.call(updateCustomer, { CustomerId, Version: 1, FullName: 'SITI AMINAH' })
    const ownAmendment = (await amendmentsOf(CustomerId))[0]!
    expect(ownAmendment.MayReviewYN).toBe('N')
    expect(await app.call(reviewAmendment, { HistoryId: ownAmendment.HistoryId })).toMatchObject({
      status: 403,
      refusal: { message: 'Another user must review your own change' },
    })
    await expect(
      app.sql(
        `update profile_updated_history set reviewed_by_id = updated_by_id, reviewed_by = 'x', reviewed_date = now() where history_id = $1`,
        ownAmendment.HistoryId,
      ),
    ).rejects.toThrow('profile_reviewed_by_another')
  })

  test('amendment review: a field that changed after the amendment cannot be restored', async () => {
    const { amendment, CustomerId } = await editCustomer({ FullName: 'SITI AMINAH' })
    await app.call(updateCustomer, { CustomerId, Version: 2, FullName: 'SITI AMINAH BINTI ALI' }, outletStaff)
    expect(await app.call(reviewAmendment, { HistoryId: amendment.HistoryId, Restore: ['FullName'] })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.changed_since' },
    })
    expect((await amendmentsOf(CustomerId)).every(({ ReviewedDate }) => ReviewedDate === null)).toBe(true)
  })

  test('amendment review: only fields that the amendment contains can be restored', async () => {
    const { amendment } = await editCustomer({ FullName: 'SITI AMINAH' })
    expect(await app.call(reviewAmendment, { HistoryId: amendment.HistoryId, Restore: ['Gender'] })).toMatchObject({
      status: 400,
      refusal: { code: 'customers.not_in_amendment' },
    })
    expect(await app.call(reviewAmendment, { HistoryId: 999_999 })).toMatchObject({ status: 404 })
  })

  test('amendments: the menu shows how many amendments the user may review', async () => {
    const before = await waitingFor(hq)
    const { amendment } = await editCustomer({ FullName: 'SITI AMINAH' })
    expect(await waitingFor(hq)).toBe(before + 1)
    expect(await waitingFor(outletStaff)).toBe(0)
    await app.call(reviewAmendment, { HistoryId: amendment.HistoryId })
    expect(await waitingFor(hq)).toBe(before)
  })

  test('amendment review: a completed review cannot be repeated or changed', async () => {
    const { amendment } = await editCustomer({ FullName: 'SITI AMINAH' })
    await app.call(reviewAmendment, { HistoryId: amendment.HistoryId })
    for (const change of [`review_remark = 'x'`, `updated_by = 'x'`])
      await expect(
        app.sql(`update profile_updated_history set ${change} where history_id = $1`, amendment.HistoryId),
      ).rejects.toThrow('reviewed once')
    await expect(
      app.sql(`update profile_updated_field set previous = 'X' where history_id = $1`, amendment.HistoryId),
    ).rejects.toThrow('reviewed once')
  })
})

const waitingFor = async (as: typeof hq) =>
  (await app.call(getMenuBadges, {}, as)).body.rows.find(({ Path }) => Path === '/member/profile-amendment-review')
    ?.Count ?? 0

describe('amendments requested by staff', () => {
  const requested = async (changes: object) => {
    const { CustomerId, FullName } = await registered(app.db, { DateOfBirth: '1990-05-17' })
    const reply = await app.call(addAmendment, { CustomerId, Remark: 'Asked by phone', ...changes }, outletStaff)
    return { CustomerId, FullName, reply }
  }

  test('change request: the change takes effect only after a second person’s review', async () => {
    const { CustomerId, FullName, reply } = await requested({ FullName: 'Siti Aminah', DateOfBirth: '1990-05-18' })
    expect(reply).toMatchObject({ status: 201, body: { AppliedYN: 'N', Remark: 'Asked by phone' } })
    expect(await profileOf(CustomerId)).toMatchObject({ FullName, Version: 1 })
    await app.call(reviewAmendment, { HistoryId: reply.body.HistoryId, Restore: ['DateOfBirth'] })
    expect(await profileOf(CustomerId)).toMatchObject({ FullName: 'SITI AMINAH', DateOfBirth: '1990-05-17' })
  })

  test('change request: a request that changes nothing or is for an unknown customer is refused', async () => {
    const { reply } = await requested({ DateOfBirth: '1990-05-17' })
    expect(reply).toMatchObject({ status: 409, refusal: { code: 'customers.nothing_changes' } })
    expect(await app.call(addAmendment, { CustomerId: 999_999, FullName: 'X' })).toMatchObject({ status: 404 })
  })

  test('change request: an identity number that another customer has is refused', async () => {
    const holder = await registered(app.db, { IdType: 'NRIC', IdNo: '880808145678' })
    const { reply } = await requested({ IdType: 'NRIC', IdNo: '880808-14-5678' })
    expect(await app.call(reviewAmendment, { HistoryId: reply.body.HistoryId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.duplicate_identity', params: { CustomerId: holder.CustomerId } },
    })
  })

  test('change request: a reviewer and an author in the body are ignored, and other fields that the server sets are refused', async () => {
    const { CustomerId } = await registered(app.db)
    for (const forged of [{ UpdatedAt: '2020-01-01T00:00:00Z' }, { AppliedYN: 'Y' }])
      expect(await app.call(addAmendment, { CustomerId, FullName: 'X', ...forged } as never)).toMatchObject({
        status: 400,
      })
    const forged = { ReviewedById: 1, ReviewedDate: '2020-01-01', UpdatedById: 1 }
    const { body } = await app.call(addAmendment, { CustomerId, FullName: 'X', ...forged } as never)
    const { userId } = await app.token(hq)
    expect(body).toMatchObject({ ReviewedById: null, ReviewedDate: null, AppliedYN: 'N', UpdatedById: userId })
  })
})
