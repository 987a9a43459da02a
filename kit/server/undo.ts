import { DELETE_UNDO_SECONDS } from '#kit/contract/record.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx } from './ctx.ts'

/** Refuses an undo after its time is over, because other users may rely on an older deletion. */
export function refuseLateUndo(ctx: Ctx, deletedAt: string, refused: RefusalKind) {
  if (ctx.now.getTime() - Date.parse(deletedAt) > DELETE_UNDO_SECONDS * 1000) throw (refused as () => Error)()
}

/** Reads the status before the delete from the audit log, so that an Inactive record does not become Active. */
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
