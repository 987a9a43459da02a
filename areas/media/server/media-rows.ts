import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Media, MediaObject, refusals } from '../contract.ts'
import { refuseForeign } from './objects.ts'

type Row = Selectable<Tables['Media']>

export const urlOf = (storedName: string) => `/media/${storedName}`

/** As the contract shows a file; what the storage calls it is only seen in its address. */
export const mediaOf = (row: Row): Media => ({
  MediaId: row.MediaId,
  ObjectType: row.ObjectType === null ? null : MediaObject.parse(row.ObjectType),
  ObjectId: row.ObjectId,
  Type: row.Type,
  Url: urlOf(row.StoredName),
  ThumbnailUrl: row.ThumbnailName && urlOf(row.ThumbnailName),
  FileName: row.FileName,
  FileExtension: row.FileExtension,
  Bytes: row.Bytes,
  Width: row.Width,
  Height: row.Height,
  Title: row.Title,
  Description: row.Description,
  AltText: row.AltText,
  Status: row.Status,
  CreatedById: row.CreatedById,
  CreatedAt: row.CreatedAt,
  Version: row.Version,
})

/** The file, locked, if the caller may change it. */
export async function lockOwn(ctx: Ctx, MediaId: number): Promise<Row> {
  const row = await ctx.db.selectFrom('Media').selectAll().where('MediaId', '=', MediaId).forUpdate().executeTakeFirst()
  if (!row) throw refusals.notFound()
  if (row.ObjectType !== null) refuseForeign(ctx, MediaObject.parse(row.ObjectType), row.ObjectId!)
  // What is not attached yet is its uploader's and nobody else's.
  else if (row.CreatedById !== ctx.actor.userId) throw refusals.notFound()
  return row
}
