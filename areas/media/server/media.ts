import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { queryList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../contract.ts'
import { type Media, MediaObject, mediaRefusals } from '../contract.ts'
import { refuseFilesOfOtherOutlet } from './objects.ts'

type Row = Selectable<Tables['Media']>

const urlOf = (storedName: string) => `/media/${storedName}`

/** Converts a row to the contract's type. The stored name of a file appears only in its URL. */
export const toMedia = (row: Row): Media => ({
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

/** Locks a file after checking that the caller may change it. */
async function lockEditable(ctx: Ctx, MediaId: number): Promise<Row> {
  const row = await ctx.db.selectFrom('Media').selectAll().where('MediaId', '=', MediaId).forUpdate().executeTakeFirst()
  if (!row) throw mediaRefusals.notFound()
  if (row.ObjectType !== null)
    refuseFilesOfOtherOutlet(ctx, MediaObject.parse(row.ObjectType), row.ObjectId!, row.CreatedById)
  // A file that is not attached to a record can be changed only by its uploader.
  else if (row.CreatedById !== ctx.actor.userId) throw mediaRefusals.notFound()
  return row
}

export const listMedia = (ctx: Ctx, { Search }: Input<typeof contract.listMedia>) =>
  queryList(
    ctx.db
      .selectFrom('Media')
      .selectAll()
      .where('ObjectType', '=', Search.ObjectType)
      .where('ObjectId', '=', Search.ObjectId)
      .where('Status', '=', 'Active'),
    { tie: 'MediaId', map: toMedia },
  )

export async function updateMedia(ctx: Ctx, { MediaId, Version, ...texts }: Input<typeof contract.updateMedia>) {
  const media = await lockEditable(ctx, MediaId)
  if (media.Status === 'Deleted') throw mediaRefusals.notFound()
  if (media.Version !== Version) throw staleVersionRefusal(toMedia(media))

  const row = await ctx.db
    .updateTable('Media')
    .set({ ...texts, Version: Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Update Media', 'Media', MediaId, `Update Media in Media. MediaId - ${MediaId}`)
  return toMedia(row)
}

/** Marks a file as Deleted, so that its URL returns 404. The job in clean-up.ts removes the content later. */
export async function deleteMedia(ctx: Ctx, { MediaId }: Input<typeof contract.deleteMedia>) {
  const media = await lockEditable(ctx, MediaId)
  if (media.Status === 'Deleted') throw mediaRefusals.notFound()

  const row = await ctx.db
    .updateTable('Media')
    .set({ Status: 'Deleted', Version: media.Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Delete Media', 'Media', MediaId, `Delete Media in Media. MediaId - ${MediaId}`)
  return toMedia(row)
}

/** Undoes the deletion of a file within 30 seconds. */
export async function restoreMedia(ctx: Ctx, { MediaId }: Input<typeof contract.restoreMedia>) {
  const media = await lockEditable(ctx, MediaId)
  if (media.Status !== 'Deleted') throw mediaRefusals.notDeleted()
  refuseLateUndo(ctx, media.UpdatedAt, mediaRefusals.undoOver)

  const row = await ctx.db
    .updateTable('Media')
    .set({ Status: 'Active', Version: media.Version + 1, UpdatedAt: ctx.now })
    .where('MediaId', '=', MediaId)
    .returningAll()
    .executeTakeFirstOrThrow()

  ctx.audit('Restore Media', 'Media', MediaId, `Restore Media in Media. MediaId - ${MediaId}`)
  return toMedia(row)
}
