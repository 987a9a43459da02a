import { UNDO_SECONDS } from '#kit/contract/record.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx } from './ctx.ts'

/** An undo is for the slip of a finger: later it would bring back what others have gone on without. */
export function refuseLateUndo(ctx: Ctx, deletedAt: string, refused: RefusalKind) {
  if (ctx.now.getTime() - Date.parse(deletedAt) > UNDO_SECONDS * 1000) throw (refused as () => Error)()
}

/** What a delete overwrote, out of the field audit: what was Inactive or Suspended must not come back Active. */
export async function statusBeforeDelete(ctx: Ctx, objectType: string, objectId: string | number) {
  const record = await ctx.db
    .selectFrom('AuditRecord')
    .select('PreviousInfo')
    .where('ObjectType', '=', objectType)
    .where('ObjectId', '=', String(objectId))
    .where('UpdatedFieldName', '=', 'Status')
    .where('UpdatedInfo', '=', 'Deleted')
    .orderBy('AuditedAt', 'desc')
    .orderBy('AuditRecordId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return record?.PreviousInfo ?? 'Inactive'
}
