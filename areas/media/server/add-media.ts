import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { refusals } from '../contract.ts'
import { mediaOf } from './media.ts'
import { placeOf, refuseForeign } from './objects.ts'
import type { StoredMedia } from './store.ts'

/** Uploads stop before the disk is full, so that everything else goes on. */
async function refuseBeyondQuota(ctx: Ctx, bytes: number) {
  const [{ MEDIA_QUOTA_MB }, { Used }] = await Promise.all([
    settings(ctx),
    ctx.db
      .selectFrom('Media')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('Bytes'), eb.val('0')).as('Used'))
      .executeTakeFirstOrThrow(),
  ])
  if (Number(Used) + bytes > MEDIA_QUOTA_MB * 1024 ** 2) throw refusals.noRoom()
}

/** Writes down a file whose content is stored already. */
export async function addMedia(
  ctx: Ctx,
  { ObjectType, ObjectId, ...words }: Input<typeof contract.uploadMedia>,
  stored: StoredMedia,
) {
  const isAttached = ObjectType !== undefined && ObjectId !== undefined
  if (isAttached) refuseForeign(ctx, ObjectType, ObjectId)
  const OutletCode = isAttached ? await placeOf(ctx, ObjectType, ObjectId) : null
  await refuseBeyondQuota(ctx, stored.Bytes)

  const row = await ctx.db
    .insertInto('Media')
    .values({
      ...words,
      ...stored,
      ObjectType: ObjectType ?? null,
      ObjectId: ObjectId ?? null,
      OutletCode,
      CreatedById: ctx.actor.userId!,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Create Media', 'Media', row.MediaId, `Create Media in Media. MediaId - ${row.MediaId}`)
  return mediaOf(row)
}
