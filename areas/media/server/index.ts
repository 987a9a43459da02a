import type { Ctx } from '#kit/server/ctx.ts'
import { type MediaObject, mediaRefusals } from '../contract.ts'

// The functions of media for other areas: images as fields of records, and storing the demo's files.

export { storeMediaFile } from './store.ts'

type OwnerRecord = { ObjectType: MediaObject; ObjectId: string | number }

/**
 * Replaces the image of a record. `oldUrl` and `newUrl` have the form in which the record stores them.
 * The caller must have checked that the user may change the record.
 * The new image must be an upload of the same user that is not attached, or already belong to the record.
 */
export async function replaceImageOfRecord(ctx: Ctx, owner: OwnerRecord, oldUrl: string | null, newUrl: string | null) {
  if (oldUrl === newUrl) return
  if (newUrl !== null) await attach(ctx, owner, newUrl)
  if (oldUrl !== null)
    await ctx.db
      .updateTable('Media')
      .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
      .where('StoredName', '=', storedNameOf(oldUrl))
      .where('ObjectType', '=', owner.ObjectType)
      .where('ObjectId', '=', String(owner.ObjectId))
      .where('Status', '=', 'Active')
      .execute()
}

/** Moves the files of a record to the outlet to which the record has moved. */
export const moveFilesToOutlet = (ctx: Ctx, { ObjectType, ObjectId }: OwnerRecord, OutletCode: string) =>
  ctx.db
    .updateTable('Media')
    .set({ OutletCode })
    .where('ObjectType', '=', ObjectType)
    .where('ObjectId', '=', String(ObjectId))
    .execute()

/** Sets the images of a record and deletes its other images, under the same conditions as replaceImageOfRecord. */
export async function replaceImagesOfRecord(ctx: Ctx, { ObjectType, ObjectId }: OwnerRecord, ids: readonly number[]) {
  const rows = ids.length
    ? await ctx.db
        .selectFrom('Media')
        .select(['MediaId', 'ObjectType', 'ObjectId', 'CreatedById', 'Type'])
        .where('MediaId', 'in', ids)
        .where('Status', '=', 'Active')
        .orderBy('MediaId')
        .forUpdate()
        .execute()
    : []
  if (rows.length !== new Set(ids).size) throw mediaRefusals.notFound()
  for (const row of rows) {
    if (row.Type !== 'Photo') throw mediaRefusals.notAnImage()
    const isOwn = row.ObjectType === ObjectType && row.ObjectId === String(ObjectId)
    if (!isOwn && (row.ObjectType !== null || row.CreatedById !== ctx.actor.userId)) throw mediaRefusals.attached()
  }
  const values = { ObjectType, ObjectId: String(ObjectId), UpdatedAt: ctx.now }
  if (ids.length)
    await ctx.db
      .updateTable('Media')
      .set(({ eb }) => ({ ...values, Version: eb('Version', '+', 1) }))
      .where('MediaId', 'in', ids)
      .where('ObjectType', 'is', null)
      .execute()
  await ctx.db
    .updateTable('Media')
    .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('ObjectType', '=', ObjectType)
    .where('ObjectId', '=', String(ObjectId))
    .where('Status', '=', 'Active')
    .$if(ids.length > 0, (query) => query.where('MediaId', 'not in', ids))
    .execute()
}

async function attach(ctx: Ctx, { ObjectType, ObjectId }: OwnerRecord, url: string) {
  const row = await ctx.db
    .selectFrom('Media')
    .select(['MediaId', 'ObjectType', 'ObjectId', 'CreatedById', 'Type'])
    .where('StoredName', '=', storedNameOf(url))
    .where('Status', '=', 'Active')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw mediaRefusals.notFound()
  if (row.Type !== 'Photo') throw mediaRefusals.notAnImage()
  if (row.ObjectType === ObjectType && row.ObjectId === String(ObjectId)) return
  if (row.ObjectType !== null || row.CreatedById !== ctx.actor.userId) throw mediaRefusals.attached()
  await ctx.db
    .updateTable('Media')
    .set(({ eb }) => ({ ObjectType, ObjectId: String(ObjectId), Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('MediaId', '=', row.MediaId)
    .execute()
}

const storedNameOf = (url: string) => url.replace(/^.*\//, '')
