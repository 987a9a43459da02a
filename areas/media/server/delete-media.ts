import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteMedia as endpoint, refusals } from '../contract.ts'
import { lockOwn, mediaOf } from './media-rows.ts'

/** Marks a file as Deleted: from then on its address answers nothing. The content goes later, see clean-up.ts. */
export async function deleteMedia(ctx: Ctx, { MediaId }: Input<typeof endpoint>) {
  const media = await lockOwn(ctx, MediaId)
  if (media.Status === 'Deleted') throw refusals.notFound()

  const row = await ctx.db
    .updateTable('Media')
    .set({ Status: 'Deleted', Version: media.Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Delete Media', 'Media', MediaId, `Delete Media in Media. MediaId - ${MediaId}`)
  return mediaOf(row)
}
