import { expect, test } from 'vitest'
import { listAuditRecords } from '#areas/audit/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addStaff, getStaff, updateStaff } from '../../contract/people.ts'

const app = useApp()
const { merge } = merging(app)

let personCount = 0
const addPerson = async (OwnMembershipNo?: string) =>
  app.call(addStaff, {
    FullName: `NUR AISYAH ${++personCount}`,
    PreferredName: 'Aisyah',
    StaffType: 'Outlet Staff',
    BuildingCode: 'KLCC',
    OwnMembershipNo,
  })

test('own membership of staff: head office can set and clear the membership in a staff record', async () => {
  const { MembershipNo, FullName } = await member(app.db)
  const { status, body } = await addPerson(MembershipNo)
  expect(status).toBe(201)
  expect(body).toMatchObject({ OwnMembershipNo: MembershipNo, OwnCustomerName: FullName })
  const { StaffId } = body
  expect((await app.call(updateStaff, { StaffId, Version: 1, JobTitle: 'Adviser' })).body.OwnMembershipNo).toBe(
    MembershipNo,
  )
  const cleared = await app.call(updateStaff, { StaffId, Version: 2, OwnMembershipNo: null })
  expect(cleared.body).toMatchObject({ OwnMembershipNo: null, OwnCustomerName: null })
  const history = await app.call(listAuditRecords, {
    Search: { ObjectType: 'Staff', ObjectId: `${StaffId}` },
  } as never)
  expect(JSON.stringify(history.body)).toContain('OwnCustomerId')
})

test('own membership of staff: an unknown membership number is refused', async () => {
  expect(await addPerson('JC999999990')).toMatchObject({ status: 409, refusal: { code: 'staff.no_such_member' } })
})

test('own membership of staff: neither the staff member nor outlet staff can change the membership in a staff record', async () => {
  const { MembershipNo } = await member(app.db)
  const admin = staffWith({ roles: ['User Roles'], outlet: 'HQ' })
  const StaffId = (await app.token(admin)).staffId!
  const { Version } = (await app.call(getStaff, { StaffId }, hq)).body
  expect(await app.call(updateStaff, { StaffId, Version, OwnMembershipNo: MembershipNo }, admin)).toMatchObject({
    status: 409,
    refusal: { code: 'staff.self' },
  })
  const { body } = await addPerson()
  expect(
    await app.call(updateStaff, { StaffId: body.StaffId, Version: 1, OwnMembershipNo: MembershipNo }, outletStaff),
  ).toMatchObject({ status: 403 })
})

test('own membership of staff: after a merge the staff record refers to the survivor', async () => {
  const survivor = await member(app.db)
  const merged = await member(app.db)
  const { StaffId } = (await addPerson(merged.MembershipNo)).body
  await merge(survivor, merged)
  expect((await app.call(getStaff, { StaffId })).body.OwnMembershipNo).toBe(survivor.MembershipNo)
  const [row] = await app.sql<{ own: number }>('select own_customer_id as own from staff where staff_id = $1', StaffId)
  expect(Number(row!.own)).toBe(survivor.CustomerId)
})
