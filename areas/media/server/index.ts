import type { Ctx } from '#kit/server/ctx.ts'
import { type MediaObject, refusals } from '../contract.ts'

// What others may do with files: keep a picture as a field of their record, and store what the demo draws.

export { store } from './store.ts'

type Place = { ObjectType: MediaObject; ObjectId: string | number }

/**
 * A record's picture becomes `now` in place of `before`, both addresses as the record keeps them. The caller has validated
 * that the record may be changed. The picture must be one that the same person has just uploaded, or the record's own.
 */
export async function replaceImage(ctx: Ctx, place: Place, before: string | null, now: string | null) {
  if (before === now) return
  if (now !== null) await attach(ctx, place, now)
  if (before !== null)
    await ctx.db
      .updateTable('Media')
      .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
      .where('StoredName', '=', storedNameOf(before))
      .where('ObjectType', '=', place.ObjectType)
      .where('ObjectId', '=', String(place.ObjectId))
      .where('Status', '=', 'Active')
      .execute()
}

/** The record is another outlet's from now on, and its files with it. */
export const giveFiles = (ctx: Ctx, { ObjectType, ObjectId }: Place, OutletCode: string) =>
  ctx.db
    .updateTable('Media')
    .set({ OutletCode })
    .where('ObjectType', '=', ObjectType)
    .where('ObjectId', '=', String(ObjectId))
    .execute()

/** A record's pictures become these, in the order that the record itself keeps; what is left out goes. Refuses as one picture does. */
export async function keepImages(ctx: Ctx, { ObjectType, ObjectId }: Place, ids: readonly number[]) {
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
  if (rows.length !== new Set(ids).size) throw refusals.notFound()
  for (const row of rows) {
    if (row.Type !== 'Photo') throw refusals.notAnImage()
    const isOwn = row.ObjectType === ObjectType && row.ObjectId === String(ObjectId)
    if (!isOwn && (row.ObjectType !== null || row.CreatedById !== ctx.actor.userId)) throw refusals.attached()
  }
  const changed = { ObjectType, ObjectId: String(ObjectId), UpdatedAt: ctx.now }
  if (ids.length)
    await ctx.db
      .updateTable('Media')
      .set(({ eb }) => ({ ...changed, Version: eb('Version', '+', 1) }))
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

async function attach(ctx: Ctx, { ObjectType, ObjectId }: Place, url: string) {
  const row = await ctx.db
    .selectFrom('Media')
    .select(['MediaId', 'ObjectType', 'ObjectId', 'CreatedById', 'Type'])
    .where('StoredName', '=', storedNameOf(url))
    .where('Status', '=', 'Active')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusals.notFound()
  if (row.Type !== 'Photo') throw refusals.notAnImage()
  if (row.ObjectType === ObjectType && row.ObjectId === String(ObjectId)) return
  if (row.ObjectType !== null || row.CreatedById !== ctx.actor.userId) throw refusals.attached()
  await ctx.db
    .updateTable('Media')
    .set(({ eb }) => ({ ObjectType, ObjectId: String(ObjectId), Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('MediaId', '=', row.MediaId)
    .execute()
}

const storedNameOf = (url: string) => url.replace(/^.*\//, '')
