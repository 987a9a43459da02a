import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateMedia as endpoint, refusals } from '../contract.ts'
import { lockOwn, mediaOf } from './media-rows.ts'

export async function updateMedia(ctx: Ctx, { MediaId, Version, ...words }: Input<typeof endpoint>) {
  const media = await lockOwn(ctx, MediaId)
  if (media.Status === 'Deleted') throw refusals.notFound()
  if (media.Version !== Version) throw stale(mediaOf(media))

  const row = await ctx.db
    .updateTable('Media')
    .set({ ...words, Version: Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Update Media', 'Media', MediaId, `Update Media in Media. MediaId - ${MediaId}`)
  return mediaOf(row)
}
