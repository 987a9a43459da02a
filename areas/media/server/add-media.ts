import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { mediaRefusals } from '../contract.ts'
import { toMedia } from './media.ts'
import { findOutletOfRecord, refuseFilesOfOtherOutlet } from './objects.ts'
import type { StoredMedia } from './store.ts'

/** Refuses uploads beyond the quota of all files, so that uploads cannot fill the disk. */
async function refuseBeyondQuota(ctx: Ctx, bytes: number) {
  const [{ MEDIA_QUOTA_MB }, { Used }] = await Promise.all([
    readSettings(ctx),
    ctx.db
      .selectFrom('Media')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('Bytes'), eb.val('0')).as('Used'))
      .executeTakeFirstOrThrow(),
  ])
  if (Number(Used) + bytes > MEDIA_QUOTA_MB * 1024 ** 2) throw mediaRefusals.noRoom()
}

/** Inserts the row of a file whose content is already stored. */
export async function addMedia(
  ctx: Ctx,
  { ObjectType, ObjectId, ...texts }: Input<typeof contract.uploadMedia>,
  stored: StoredMedia,
) {
  const isAttached = ObjectType !== undefined && ObjectId !== undefined
  if (isAttached) refuseFilesOfOtherOutlet(ctx, ObjectType, ObjectId)
  const OutletCode = isAttached ? await findOutletOfRecord(ctx, ObjectType, ObjectId) : null
  await refuseBeyondQuota(ctx, stored.Bytes)

  const row = await ctx.db
    .insertInto('Media')
    .values({
      ...texts,
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
  return toMedia(row)
}
