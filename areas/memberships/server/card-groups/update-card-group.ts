import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateCardGroup as endpoint, cardGroupRefusals as refusals } from '../../contract/card-groups.ts'
import { cardGroupFields, lockCardGroup, refuseTakenName } from './card-group-rows.ts'

export async function updateCardGroup(ctx: Ctx, { GroupId, Version, ...changes }: Input<typeof endpoint>) {
  const group = await lockCardGroup(ctx, GroupId)
  if (group.Status === 'Deleted') throw refusals.deleted()
  if (group.Version !== Version) throw stale(group)

  const updated = await ctx.db
    .updateTable('CardGroup')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('GroupId', '=', GroupId)
    .returning(cardGroupFields)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(changes.Name ?? group.Name))

  ctx.audit('Update Card Group', 'CardGroup', GroupId, `Update Card Group in Card Group. GroupId - ${GroupId}`)
  return updated
}
