import { neverUpwardsOnStaff } from '#areas/access/server/index.ts'
import { UNDO_SECONDS } from '#areas/customers/contract/customers.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type restoreStaff as endpoint, peopleRefusals as refusals } from '../../contract/people.ts'
import { lockPerson, personBy, placeOf } from './person-rows.ts'

/** Undoes a delete within 30 seconds; somebody who was Inactive before comes back Inactive. */
export async function restoreStaff(ctx: Ctx, { StaffId }: Input<typeof endpoint>) {
  const person = await lockPerson(ctx, StaffId)
  await neverUpwardsOnStaff(ctx, StaffId)
  if (person.Status !== 'Deleted') throw refusals.notDeleted()
  if (ctx.now.getTime() - Date.parse(person.UpdatedAt) > UNDO_SECONDS * 1000) throw refusals.undoOver()
  const Status = await statusBefore(ctx, StaffId)
  // The outlet may have been closed in the meantime.
  if (Status === 'Active') await placeOf(ctx, person)

  await ctx.db
    .updateTable('Staff')
    .set({ Status, Version: person.Version + 1, UpdatedAt: ctx.now })
    .where('StaffId', '=', StaffId)
    .execute()

  ctx.audit('Restore Staff', 'Staff', StaffId, `Restore Staff in Staff. StaffId - ${StaffId}`)
  return personBy(ctx, StaffId)
}

/** What the delete overwrote stands in the field audit. */
async function statusBefore(ctx: Ctx, StaffId: number) {
  const record = await ctx.db
    .selectFrom('AuditRecord')
    .select('PreviousInfo')
    .where('ObjectType', '=', 'Staff')
    .where('ObjectId', '=', String(StaffId))
    .where('UpdatedFieldName', '=', 'Status')
    .where('UpdatedInfo', '=', 'Deleted')
    .orderBy('AuditedAt', 'desc')
    .orderBy('AuditRecordId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return record?.PreviousInfo === 'Active' ? 'Active' : 'Inactive'
}
