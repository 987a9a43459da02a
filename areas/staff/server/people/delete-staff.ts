import { assertStaffWithinCallerRights, endAccessOfStaff, lockAdministrators } from '#areas/access/server/index.ts'
import { updateStaff } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../../contract/people.ts'
import { peopleRefusals as refusals } from '../../contract/people.ts'
import { findWorkplaceIds, lockStaffMember, readStaffMember, refuseContactOfOtherStaff } from './person-rows.ts'

/** Marks a staff member as Deleted and ends their sessions; records of past actions still show the name. */
export async function deleteStaff(ctx: Ctx, { StaffId }: Input<typeof contract.deleteStaff>) {
  if (ctx.actor.staffId === StaffId) throw refusals.self()
  await lockAdministrators(ctx)
  const person = await lockStaffMember(ctx, StaffId)
  await assertStaffWithinCallerRights(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.deleted()

  await updateStaff(ctx, { StaffId, version: person.Version, Status: 'Deleted' })
  await endAccessOfStaff(ctx, StaffId)

  ctx.audit('Delete Staff', 'Staff', StaffId, `Delete Staff in Staff. StaffId - ${StaffId}`)
  return readStaffMember(ctx, StaffId)
}

/** Restores a deleted staff member within 30 seconds, with the previous status. */
export async function restoreStaff(ctx: Ctx, { StaffId }: Input<typeof contract.restoreStaff>) {
  const person = await lockStaffMember(ctx, StaffId)
  await assertStaffWithinCallerRights(ctx, StaffId)
  if (person.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, person.UpdatedAt, refusals.undoOver)
  const Status = (await statusBeforeDelete(ctx, 'Staff', StaffId)) === 'Active' ? 'Active' : 'Inactive'
  // The workplace is checked again, because the outlet may have been deactivated after the deletion.
  if (Status === 'Active') {
    await findWorkplaceIds(ctx, person)
    await refuseContactOfOtherStaff(ctx, person)
  }

  await updateStaff(ctx, { StaffId, version: person.Version, Status })

  ctx.audit('Restore Staff', 'Staff', StaffId, `Restore Staff in Staff. StaffId - ${StaffId}`)
  return readStaffMember(ctx, StaffId)
}
