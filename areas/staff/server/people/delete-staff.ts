import { closeDoorFor, neverUpwardsOnStaff, oneAdministratorAtATime } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteStaff as endpoint, peopleRefusals as refusals } from '../../contract/people.ts'
import { lockPerson, personBy } from './person-rows.ts'

/** Marks a member of staff as Deleted: their sessions end with it, what they did stays theirs. */
export async function deleteStaff(ctx: Ctx, { StaffId }: Input<typeof endpoint>) {
  if (ctx.actor.staffId === StaffId) throw refusals.self()
  await oneAdministratorAtATime(ctx)
  const person = await lockPerson(ctx, StaffId)
  await neverUpwardsOnStaff(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.deleted()

  await ctx.db
    .updateTable('Staff')
    .set({ Status: 'Deleted', Version: person.Version + 1, UpdatedAt: ctx.now })
    .where('StaffId', '=', StaffId)
    .execute()
  await closeDoorFor(ctx, StaffId)

  ctx.audit('Delete Staff', 'Staff', StaffId, `Delete Staff in Staff. StaffId - ${StaffId}`)
  return personBy(ctx, StaffId)
}
