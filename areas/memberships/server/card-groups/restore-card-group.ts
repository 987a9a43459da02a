import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type restoreCardGroup as endpoint,
  cardGroupRefusals as refusals,
  SetupStatus,
} from '../../contract/card-groups.ts'
import { refuseLateUndo, statusBeforeDelete } from '../undo.ts'
import { cardGroupFields, lockCardGroup, refuseTakenName } from './card-group-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreCardGroup(ctx: Ctx, { GroupId }: Input<typeof endpoint>) {
  const group = await lockCardGroup(ctx, GroupId)
  if (group.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, group.UpdatedAt, refusals.undoOver)

  const Status = SetupStatus.parse(await statusBeforeDelete(ctx, 'CardGroup', GroupId))
  const restored = await ctx.db
    .updateTable('CardGroup')
    .set({ Status, Version: group.Version + 1, UpdatedAt: ctx.now })
    .where('GroupId', '=', GroupId)
    .returning(cardGroupFields)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(group.Name))

  ctx.audit('Restore Card Group', 'CardGroup', GroupId, `Restore Card Group in Card Group. GroupId - ${GroupId}`)
  return restored
}
