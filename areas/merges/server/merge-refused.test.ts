import { describe, expect, test } from 'vitest'
import { getApproval } from '#areas/approvals/contract.ts'
import { customer, registered } from '#tests/factories/customers.ts'
import { membership } from '#tests/factories/memberships.ts'
import { secondPerson } from '#tests/factories/merges.ts'
import { mergingCompany } from '#tests/factories/merging-company.ts'
import { member } from '#tests/factories/sales.ts'
import { outletStaff, staffWith } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests the blockers and warnings of a merge.

const { app, requestMerge, approve, merge, pair, preview } = mergingCompany()

describe('reasons that prevent a merge', () => {
  test('merge: a customer cannot be merged with themselves, with a deleted customer or with a merged customer', async () => {
    const [survivor, merged] = await pair()
    expect((await requestMerge(survivor, survivor)).refusal.code).toBe('merges.same_person')
    const deleted = await member(app.db, { customerStatus: 'Deleted', status: 'Deleted' })
    expect((await requestMerge(survivor, deleted)).refusal.code).toBe('merges.not_mergeable')
    await merge(survivor, merged)
    const third = await member(app.db)
    expect((await requestMerge(survivor, merged)).refusal.code).toBe('merges.not_mergeable')
    expect((await requestMerge(merged, third)).refusal.message).toMatch('cannot be merged. Status: Merged')
    expect(await requestMerge(survivor, { CustomerId: 999_999, MembershipNo: 'JC0' })).toMatchObject({ status: 404 })
  })

  test('merge: the user must type the number to be merged as a confirmation', async () => {
    const [survivor, merged] = await pair()
    expect(await requestMerge(survivor, merged, { ConfirmMembershipNo: survivor.MembershipNo })).toMatchObject({
      status: 400,
      refusal: { code: 'merges.confirmation_wrong' },
    })
  })

  test.each([
    [
      'a pending change of level',
      'merges.level_pending',
      `insert into membership_level_history (membership_no, action, from_category, to_category, reason, status, requested_at)
       values ($1, 'Upgrade', 'SILVER', 'GOLD', 'Staff request', 'Pending', now())`,
    ],
    [
      'a pending approval',
      'merges.approval_pending',
      `insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, requested_by, requested_at)
       values ('Point adjustment', 'PointAdjustment', $1, '{}', '{}', 'Approve Adjustment', $1, 'X', now())`,
    ],
    [
      'a prepared upgrade',
      'merges.upgrade_pending',
      `update customer set upgrade_pending_yn = 'Y', upgrade_data = '{}' where customer_id = (select customer_id from membership where membership_no = $1)`,
    ],
    [
      'a profile amendment awaiting review',
      'merges.amendment_pending',
      `insert into profile_updated_history (customer_id, action_type, source, applied_yn, updated_by, updated_at)
       select customer_id, 'Update', 'CRM', 'Y', 'X', now() from membership where membership_no = $1`,
    ],
  ])('merge: %s of the merged customer prevents the merge', async (_, code, prepare) => {
    const [survivor, merged] = await pair()
    await app.sql(prepare, merged.MembershipNo)
    expect((await preview(survivor.CustomerId, merged.CustomerId)).body.Obstacles).toMatchObject([{ code }])
    expect(await requestMerge(survivor, merged)).toMatchObject({ status: 409, refusal: { code } })
    expect((await requestMerge(merged, survivor)).status).toBe(201)
  })

  test('merge: an approval of a merge that has become impossible is refused with the reason, and the request stays pending', async () => {
    const [survivor, merged] = await pair()
    const { ApprovalId } = (await requestMerge(survivor, merged)).body
    await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, survivor.CustomerId)
    expect(await approve(ApprovalId)).toMatchObject({ status: 409, refusal: { code: 'merges.not_mergeable' } })
    expect((await app.call(getApproval, { ApprovalId }, secondPerson)).body).toMatchObject({
      Status: 'Pending',
      Obstacle: { code: 'merges.not_mergeable' },
    })
  })

  test('merge: the requester needs the privilege, and outlet staff can merge only customers of their outlet', async () => {
    const [survivor, merged] = await pair()
    const input = { SurvivorId: survivor.CustomerId, MergedId: merged.CustomerId }
    expect(await app.call(contract.previewMerge, input, outletStaff)).toMatchObject({ status: 403 })
    const away = staffWith({ roles: ['Customer'], privileges: ['Merge Members'], outlet: 'PAV' })
    expect(await app.call(contract.previewMerge, input, away)).toMatchObject({
      status: 403,
      refusal: { code: 'customers.foreign' },
    })
    const ownOutletStaff = staffWith({ roles: ['Customer'], privileges: ['Merge Members'] })
    expect(await app.call(contract.previewMerge, input, ownOutletStaff)).toMatchObject({ status: 200 })
  })

  test('merge and undo: a time in the body is refused, because the server’s clock dates a merge', async () => {
    const [survivor, merged] = await pair()
    expect(await requestMerge(survivor, merged, { MergedAt: '2020-01-01T00:00:00Z' } as never)).toMatchObject({
      status: 400,
    })
    const MergeId = await merge(survivor, merged)
    const undo = { MergeId, Reason: 'x', UnmergedAt: '2026-11-22T00:00:00Z' }
    expect(await app.call(contract.unmergeMembers, undo as never)).toMatchObject({ status: 400 })
    expect((await app.call(contract.getMerge, { MergeId })).body.MergedAt).toBe(app.clock.now().toISOString())
  })

  test('merge: a merge cannot leave a premium member without an identity number', async () => {
    const survivor = await member(app.db)
    const merged = await registered(app.db, { IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
    expect((await requestMerge(survivor, merged, { TakeFromMerged: ['IdNo'] })).refusal.code).toBe(
      'merges.identity_missing',
    )
    expect((await requestMerge(survivor, merged)).status).toBe(201)
  })
})

describe('warnings before a merge', () => {
  test('merge preview: differences between the two records are listed as warnings', async () => {
    const survivor = await customer(app.db, { FullName: 'LIM AH KOW', Gender: 'Male', DateOfBirth: '1980-01-01' })
    await membership(app.db, { CustomerId: survivor.CustomerId })
    const merged = await registered(app.db, {
      FullName: 'SITI NURHALIZA',
      Gender: 'Female',
      DateOfBirth: '1990-02-02',
      Status: 'Suspended',
    })
    const { body } = await preview(survivor.CustomerId, merged.CustomerId)
    expect(body.Warnings.map(({ code }) => code)).toEqual([
      'merges.identity_differs',
      'merges.birth_date_differs',
      'merges.gender_differs',
      'merges.name_differs',
      'merges.status_differs',
    ])
    expect(body.Fields.find(({ Field }) => Field === 'IdNo')!.Merged).not.toContain(merged.IdNo)
  })
})
