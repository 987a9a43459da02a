import {
  addressChanged,
  neverUpwardsOnStaff,
  oneAdministratorAtATime,
  revokeAccess,
} from '#areas/access/server/index.ts'
import { replaceImage } from '#areas/media/server/index.ts'
import { updateStaff as updateRow } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateStaff as endpoint, peopleRefusals as refusals } from '../../contract/people.ts'
import { ownCustomer } from './own-customer.ts'
import { lockPerson, personBy, placeOf, refuseTakenContact, refuseTakenSalesPerson } from './person-rows.ts'

export async function updateStaff(
  ctx: Ctx,
  { StaffId, Version, BuildingCode, DepartmentCode, OwnMembershipNo, ...changes }: Input<typeof endpoint>,
) {
  if (changes.Status === 'Inactive' || BuildingCode !== undefined) await oneAdministratorAtATime(ctx)
  const person = await lockPerson(ctx, StaffId)
  await neverUpwardsOnStaff(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.deleted()
  if (person.Version !== Version) throw stale(person)
  const requested = {
    StaffType: changes.StaffType ?? person.StaffType,
    BuildingCode: BuildingCode ?? person.BuildingCode,
    DepartmentCode: DepartmentCode === undefined ? person.DepartmentCode : DepartmentCode,
  }
  const moves =
    requested.StaffType !== person.StaffType ||
    requested.BuildingCode !== person.BuildingCode ||
    requested.DepartmentCode !== person.DepartmentCode
  const returns = changes.Status === 'Active' && person.Status === 'Inactive'
  const leaves = changes.Status === 'Inactive' && person.Status === 'Active'
  // Where one works decides what one sees, so it is nobody's own to change.
  // So does where one's codes go: a session that was left open must not be enough to lead them elsewhere.
  const reached = { Email: person.Email, ContactNo: person.ContactNo, ...sent(changes) }
  const readdressed = reached.Email !== person.Email || reached.ContactNo !== person.ContactNo
  // And who of the customers one is: whose sales one may not touch.
  const renamed = OwnMembershipNo !== undefined && OwnMembershipNo !== person.OwnMembershipNo
  if (
    ctx.actor.staffId === StaffId &&
    (leaves || readdressed || renamed || requested.BuildingCode !== person.BuildingCode)
  )
    throw refusals.self()
  const isActive = (changes.Status ?? person.Status) === 'Active'
  if (isActive && (readdressed || returns)) await refuseTakenContact(ctx, { StaffId, ...reached })
  const own = renamed ? await ownCustomer(ctx, OwnMembershipNo) : {}
  const place = moves || returns ? await placeOf(ctx, requested) : {}
  if (changes.Image !== undefined)
    await replaceImage(ctx, { ObjectType: 'StaffId', ObjectId: StaffId }, person.Image, changes.Image)

  await updateRow(ctx, { ...changes, ...place, ...own, StaffId, version: Version }).catch(
    refuseTakenSalesPerson(changes.SalesPersonCode ?? null),
  )
  if (readdressed) await addressChanged(ctx, StaffId, person, reached)
  if (leaves || requested.BuildingCode !== person.BuildingCode) await revokeAccess(ctx, StaffId)

  ctx.audit('Update Staff', 'Staff', StaffId, `Update Staff in Staff. StaffId - ${StaffId}`)
  return personBy(ctx, StaffId)
}

/** The addresses that the caller sent; what was not sent stays as it is. */
const sent = ({ Email, ContactNo }: { Email?: string | null | undefined; ContactNo?: string | null | undefined }) => ({
  ...(Email !== undefined && { Email }),
  ...(ContactNo !== undefined && { ContactNo }),
})
