import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, optionalField, text, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, rowKindFromField, unnamedRows } from '#kit/contract/scope.ts'

export const MediaType = z.enum(['Photo', 'Video', 'Document'])
export type MediaType = z.infer<typeof MediaType>

/** The kinds of records that can have files, named after their key. areas/media/server/objects.ts checks who may change them. */
export const MediaObject = z.enum(['StaffId', 'RewardId', 'FavouriteId', 'TaskId'])
export type MediaObject = z.infer<typeof MediaObject>

/** The maximum size by kind of file, in megabytes. */
export const mediaSizeMaxInMegabytes = { Photo: 5, Document: 20, Video: 50 } as const satisfies Record<
  MediaType,
  number
>

/** The accepted file types, detected from the content and never from the name. Other files are rejected. */
export const mediaTypeByContentType = {
  'image/jpeg': 'Photo',
  'image/png': 'Photo',
  'image/webp': 'Photo',
  'application/pdf': 'Document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Document',
  'video/mp4': 'Video',
  'video/webm': 'Video',
  'video/quicktime': 'Video',
} as const satisfies Record<string, MediaType>

export const Media = z.strictObject({
  MediaId: Id,
  ObjectType: MediaObject.nullable(),
  ObjectId: z.string().nullable(),
  Type: MediaType,
  /** The path below the base path; reading the file requires a session. */
  Url: z.string(),
  ThumbnailUrl: z.string().nullable(),
  FileName: z.string(),
  FileExtension: z.string(),
  Bytes: z.int(),
  Width: z.int().nullable(),
  Height: z.int().nullable(),
  Title: z.string().nullable(),
  Description: z.string().nullable(),
  AltText: z.string().nullable(),
  Status: z.enum(['Active', 'Deleted']),
  CreatedById: Id,
  CreatedAt: Instant,
  Version,
})
export type Media = z.infer<typeof Media>

export const mediaRefusals = {
  notFound: refusal(404, 'media.not_found', 'Record not found'),
  forbidden: refusal(403, 'media.forbidden', 'You do not have permission to change the files of this record'),
  noFile: refusal(400, 'media.no_file', 'Choose a file'),
  malformed: refusal(400, 'media.malformed', 'The upload is not a form with one file'),
  tooLarge: refusal(413, 'media.too_large', 'The file is larger than {megabytes} MB'),
  wrongType: refusal(
    415,
    'media.wrong_type',
    'This kind of file is not accepted. Choose a JPEG, PNG or WebP image, a PDF, Word or Excel document, or an MP4 or WebM video',
  ),
  notAnImage: refusal(415, 'media.not_an_image', 'Choose a JPEG, PNG or WebP image'),
  unreadable: refusal(400, 'media.unreadable', 'The image cannot be read. Choose another one'),
  tooManyPixels: refusal(413, 'media.too_many_pixels', 'The image has more than {megapixels} million pixels'),
  tooMany: refusal(409, 'media.too_many', 'The record can have {Limit} files at most'),
  noRoom: refusal(507, 'media.no_room', 'There is no space for more files. Ask your administrator'),
  attached: refusal(409, 'media.attached', 'This file belongs to another record'),
  undoOver: refusal(409, 'media.undo_over', 'A delete can be undone within 30 seconds only'),
  notDeleted: refusal(409, 'media.not_deleted', 'Only a deleted file can be restored'),
}

const MediaTexts = z.strictObject({
  Title: optionalField(text(100)),
  Description: optionalField(longText(500)),
  /** The alternative text for screen readers. */
  AltText: optionalField(text(200)),
})

const MediaOwner = z.strictObject({ ObjectType: MediaObject, ObjectId: text(40) })

/** Takes a multipart form with these fields and the file as `FileStream`. Without an object, the file is attached later. */
export const uploadMedia = change({
  path: '/media/upload',
  access: 'staff',
  scope: unnamedRows(
    'own account',
    row(
      rowKindFromField('ObjectType', { StaffId: 'files of staff', RewardId: 'files of rewards', TaskId: 'task' }),
      'ObjectId',
      'own outlet',
    ),
  ),
  about: ['media'],
  summary: 'Takes one file; images are encoded again, so that only the picture is stored',
  status: 201,
  ignored: {
    ...ignoreFields('The content of the file determines it', 'Type', 'FileExtension'),
    ...ignoreFields('The file in the form has its name', 'FileName'),
  },
  body: MediaTexts.extend(MediaOwner.partial().shape).refine(
    ({ ObjectType, ObjectId }) => (ObjectType === undefined) === (ObjectId === undefined),
    'ObjectType and ObjectId only go together',
  ),
  reply: Media,
  file: { takes: 'FileStream', fieldsIn: 'form' },
})

export const listMedia = read({
  path: '/media/find-all',
  access: 'staff',
  scope: namedRows(row(rowKindFromField('Search.ObjectType', { TaskId: 'task' }), 'Search.ObjectId', 'own outlet')),
  about: ['media'],
  summary: 'Lists the files of one record, newest first',
  body: pageQuery({}, { rows: 20, sort: ['CreatedAt'], direction: 'DESC' }).extend({ Search: MediaOwner }),
  reply: pageReply(Media),
})

export const updateMedia = change({
  path: '/media/update',
  access: 'staff',
  scope: namedRows(row('media', 'MediaId', 'own outlet')),
  summary: 'Changes what is written about a file',
  body: MediaTexts.extend({ MediaId: Id, Version }),
  reply: Media,
})

export const deleteMedia = change({
  path: '/media/delete',
  access: 'staff',
  scope: namedRows(row('media', 'MediaId', 'own outlet')),
  summary: 'Marks a file as Deleted; its content goes thirty days later',
  body: z.strictObject({ MediaId: Id }),
  reply: Media,
})

export const restoreMedia = change({
  path: '/media/restore',
  access: 'staff',
  scope: namedRows(row('media', 'MediaId', 'own outlet')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ MediaId: Id }),
  reply: Media,
})

/** Serves a file at `/media/{name}`, outside of the API path, so that pages can link to the file. */
export const mediaFile = read({
  method: 'GET',
  path: '/media/:Name',
  access: 'staff',
  scope: namedRows(row('media', 'Name', 'everyone')),
  summary: 'Returns the content of a file',
  body: z.strictObject({ Name: z.string().regex(/^[a-z0-9]{32}(-s)?\.[a-z0-9]{2,4}$/, 'There is no such file') }),
  reply: z.strictObject({ Name: z.string(), MimeType: z.string(), FileName: z.string(), Type: MediaType }),
  file: { gives: Object.keys(mediaTypeByContentType) },
})

/** The URL of an uploaded image as a form value. The server checks that the image exists. */
export const ImageUrl = z.string().regex(/^\/media\/[a-z0-9]{32}\.webp$/, 'Choose a JPEG, PNG or WebP image')
