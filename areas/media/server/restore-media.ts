import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import { type restoreMedia as endpoint, refusals } from '../contract.ts'
import { lockOwn, mediaOf } from './media-rows.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreMedia(ctx: Ctx, { MediaId }: Input<typeof endpoint>) {
  const media = await lockOwn(ctx, MediaId)
  if (media.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, media.UpdatedAt, refusals.undoOver)

  const row = await ctx.db
    .updateTable('Media')
    .set({ Status: 'Active', Version: media.Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Restore Media', 'Media', MediaId, `Restore Media in Media. MediaId - ${MediaId}`)
  return mediaOf(row)
}
