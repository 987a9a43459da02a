import {
  assertStaffWithinCallerRights,
  endAccessOfStaff,
  handleAccountAddressChange,
  lockAdministrators,
} from '#areas/access/server/index.ts'
import { replaceImageOfRecord } from '#areas/media/server/index.ts'
import { updateStaff as updateRow } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { type updateStaff as endpoint, peopleRefusals as refusals } from '../../contract/people.ts'
import { resolveOwnCustomerColumn } from './own-customer.ts'
import {
  findWorkplaceIds,
  lockStaffMember,
  readStaffMember,
  refuseContactOfOtherStaff,
  refuseDuplicateSalesPersonCode,
} from './person-rows.ts'

export async function updateStaff(
  ctx: Ctx,
  { StaffId, Version, BuildingCode, DepartmentCode, OwnMembershipNo, ...changes }: Input<typeof endpoint>,
) {
  if (changes.Status === 'Inactive' || BuildingCode !== undefined) await lockAdministrators(ctx)
  const person = await lockStaffMember(ctx, StaffId)
  await assertStaffWithinCallerRights(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.deleted()
  if (person.Version !== Version) throw staleVersionRefusal(person)
  const requested = {
    StaffType: changes.StaffType ?? person.StaffType,
    BuildingCode: BuildingCode ?? person.BuildingCode,
    DepartmentCode: DepartmentCode === undefined ? person.DepartmentCode : DepartmentCode,
  }
  const isMoving =
    requested.StaffType !== person.StaffType ||
    requested.BuildingCode !== person.BuildingCode ||
    requested.DepartmentCode !== person.DepartmentCode
  const isReactivated = changes.Status === 'Active' && person.Status === 'Inactive'
  const isDeactivated = changes.Status === 'Inactive' && person.Status === 'Active'
  // Users cannot change the following fields of their own record; the outlet, for example, determines what they see.
  // Changed contact data could redirect sign-in codes if a user leaves a session unattended.
  const contact = { Email: person.Email, ContactNo: person.ContactNo, ...sentContact(changes) }
  const hasNewContact = contact.Email !== person.Email || contact.ContactNo !== person.ContactNo
  // The own membership determines which sales a staff member must not handle, so only others can change it.
  const hasNewOwnMembership = OwnMembershipNo !== undefined && OwnMembershipNo !== person.OwnMembershipNo
  if (
    ctx.actor.staffId === StaffId &&
    (isDeactivated || hasNewContact || hasNewOwnMembership || requested.BuildingCode !== person.BuildingCode)
  )
    throw refusals.self()
  const isActive = (changes.Status ?? person.Status) === 'Active'
  if (isActive && (hasNewContact || isReactivated)) await refuseContactOfOtherStaff(ctx, { StaffId, ...contact })
  const ownCustomerFields = hasNewOwnMembership ? await resolveOwnCustomerColumn(ctx, OwnMembershipNo) : {}
  const workplace = isMoving || isReactivated ? await findWorkplaceIds(ctx, requested) : {}
  if (changes.Image !== undefined)
    await replaceImageOfRecord(ctx, { ObjectType: 'StaffId', ObjectId: StaffId }, person.Image, changes.Image)

  await updateRow(ctx, { ...changes, ...workplace, ...ownCustomerFields, StaffId, version: Version }).catch(
    refuseDuplicateSalesPersonCode(changes.SalesPersonCode ?? null),
  )
  if (hasNewContact) await handleAccountAddressChange(ctx, StaffId, person, contact)
  if (isDeactivated || requested.BuildingCode !== person.BuildingCode) await endAccessOfStaff(ctx, StaffId)

  ctx.audit('Update Staff', 'Staff', StaffId, `Update Staff in Staff. StaffId - ${StaffId}`)
  return readStaffMember(ctx, StaffId)
}

/** Returns the contact fields that the request contains; contact fields that are missing stay unchanged. */
const sentContact = ({
  Email,
  ContactNo,
}: {
  Email?: string | null | undefined
  ContactNo?: string | null | undefined
}) => ({
  ...(Email !== undefined && { Email }),
  ...(ContactNo !== undefined && { ContactNo }),
})
