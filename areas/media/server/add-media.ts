import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { mediaOf } from './media-rows.ts'
import { refuseForeign } from './objects.ts'
import { refuseBeyondQuota } from './quota.ts'
import type { StoredMedia } from './store.ts'

/** Writes down a file whose content is stored already. */
export async function addMedia(
  ctx: Ctx,
  { ObjectType, ObjectId, ...words }: Input<typeof contract.uploadMedia>,
  stored: StoredMedia,
) {
  if (ObjectType !== undefined && ObjectId !== undefined) refuseForeign(ctx, ObjectType, ObjectId)
  await refuseBeyondQuota(ctx, stored.Bytes)

  const row = await ctx.db
    .insertInto('Media')
    .values({
      ...words,
      ...stored,
      ObjectType: ObjectType ?? null,
      ObjectId: ObjectId ?? null,
      CreatedById: ctx.actor.userId!,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Create Media', 'Media', row.MediaId, `Create Media in Media. MediaId - ${row.MediaId}`)
  return mediaOf(row)
}
