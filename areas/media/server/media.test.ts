import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { FileStorageFactory } from '#kit/server/storage.ts'
import { file, upload } from '#tests/factories/media.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { deleteMedia, listMedia, restoreMedia, updateMedia } from '../contract.ts'
import { removeUnreachableFiles } from './clean-up.ts'

// An in-memory storage that can simulate a full disk.
const files = new Map<string, { content: Buffer; modified: Date }>()
let isFull = false
const storage: FileStorageFactory = () => ({
  async put(name, content) {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
    files.set(name, { content: Buffer.concat(await content.toArray()), modified: app.clock.now() })
  },
  get: async (name) => {
    const entry = files.get(name)
    return entry && { content: Readable.from([entry.content]), size: entry.content.length }
  },
  delete: async (name) => void files.delete(name),
  async *list() {
    for (const [name, { content, modified }] of files) yield { name, size: content.length, modified }
  },
})

const app = useApp({ storage, at: '2026-03-01T04:00:00Z' })
const photo = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#b08d3c' } })
    .jpeg()
    .toBuffer()

const ownRecord = async (as = outletStaff) => ({
  ObjectType: 'StaffId' as const,
  ObjectId: `${(await app.token(as)).staffId}`,
})

describe('upload of photos and documents', () => {
  test('photo: an upload is re-encoded, has a URL that cannot be guessed, and is listed with its record', async () => {
    const owner = await ownRecord()
    const { status, body } = await upload(app, await photo(4000, 1000), {
      as: outletStaff,
      name: 'me.jpg',
      fields: { ...owner, AltText: 'Me' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      Type: 'Photo',
      FileName: 'me.webp',
      Width: 2000,
      Height: 500,
      AltText: 'Me',
      ...owner,
    })
    expect(body.Url).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)

    const photoFile = await file(app, body.Url)
    expect(photoFile).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
    })
    expect(photoFile.headers['content-disposition']).toMatch(/^inline/)
    expect(photoFile.headers['content-security-policy']).toContain('sandbox')
    expect(photoFile.headers['cache-control']).toContain('immutable')
    expect(await sharp(photoFile.content).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 500 })
    expect(await sharp((await file(app, body.ThumbnailUrl!)).content).metadata()).toMatchObject({
      width: 320,
      height: 320,
    })

    const list = await app.call(listMedia, { Search: owner }, outletStaff)
    expect(list.body.rows).toMatchObject([{ MediaId: body.MediaId }])
    expect((await file(app, body.Url, null)).status).toBe(401)
  })

  test('photo: an uploaded photo is rotated upright, and its metadata is removed', async () => {
    const rotatedPhoto = await sharp(await photo())
      .withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await upload(app, rotatedPhoto)
    const { content } = await file(app, body.Url)
    const { exif, width, height } = await sharp(content).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 200, height: 300 })
  })

  test('photo: a user can neither add a photo to another user’s record nor delete a photo there', async () => {
    const owner = await ownRecord(hq)
    expect(await upload(app, await photo(), { as: outletStaff, fields: owner })).toMatchObject({
      status: 403,
      refusal: { code: 'media.forbidden' },
    })
    const { body } = await upload(app, await photo(), { fields: owner })
    expect(await app.call(deleteMedia, { MediaId: body.MediaId }, outletStaff)).toMatchObject({ status: 404 })
  })

  test('photo: until it is attached to a record, only its uploader can see or delete it', async () => {
    const { body } = await upload(app, await photo(), { as: outletStaff })
    expect((await file(app, body.Url, outletStaff)).status).toBe(200)
    expect((await file(app, body.Url, hq)).status).toBe(404)
    expect(await app.call(deleteMedia, { MediaId: body.MediaId }, hq)).toMatchObject({ status: 404 })
  })
})

test('document: a PDF is stored unchanged and sent as a download', async () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  const { body } = await upload(app, pdf, { name: 'Ringmaß 53.pdf', fields: { Title: 'Ring size' } })
  expect(body).toMatchObject({ Type: 'Document', FileName: 'Ringmaß 53.pdf', Title: 'Ring size', ThumbnailUrl: null })
  const { headers, content } = await file(app, body.Url)
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''Ringma%C3%9F%2053.pdf")
  expect(content.equals(pdf)).toBe(true)
})

test('deletion of a file: takes effect at once and can be undone for 30 seconds', async () => {
  const { body } = await upload(app, await photo())
  const { MediaId, Url } = body
  expect((await app.call(deleteMedia, { MediaId })).body.Status).toBe('Deleted')
  expect((await file(app, Url)).status).toBe(404)
  app.clock.advance(29)
  expect((await app.call(restoreMedia, { MediaId })).body.Status).toBe('Active')
  expect((await file(app, Url)).status).toBe(200)
  await app.call(deleteMedia, { MediaId })
  app.clock.advance(31)
  expect(await app.call(restoreMedia, { MediaId })).toMatchObject({ status: 409, refusal: { code: 'media.undo_over' } })
})

test('title and description of a file: an update needs the current version', async () => {
  const { body } = await upload(app, await photo())
  const changed = await app.call(updateMedia, { MediaId: body.MediaId, AltText: 'A ring', Version: 1 })
  expect(changed.body).toMatchObject({ AltText: 'A ring', Version: 2 })
  expect(await app.call(updateMedia, { MediaId: body.MediaId, AltText: 'x', Version: 1 })).toMatchObject({
    status: 409,
  })
})

describe('storage space for uploaded files', () => {
  test('storage quota: an upload beyond the quota is refused with a message, and existing files can still be read', async () => {
    const { body } = await upload(app, await photo())
    await app.sql(`insert into setting (name, value) values ('MEDIA_QUOTA_MB', '0')`)
    const before = files.size
    expect(await upload(app, await photo())).toMatchObject({ status: 507, refusal: { code: 'media.no_room' } })
    expect(files.size).toBe(before)
    expect((await file(app, body.Url)).status).toBe(200)
    await app.sql(`delete from setting where name = 'MEDIA_QUOTA_MB'`)
    expect((await upload(app, await photo())).status).toBe(201)
  })

  test('full disk: an upload fails with 503 and leaves no file, and succeeds once there is space', async () => {
    const [before] = await app.sql<{ n: number }>('select count(*)::int as n from media')
    const stored = files.size
    isFull = true
    expect(await upload(app, await photo())).toMatchObject({ status: 503, refusal: { code: 'kit.full' } })
    isFull = false
    expect(await app.sql('select count(*)::int as n from media')).toEqual([before])
    expect(files.size).toBe(stored)
    expect((await upload(app, await photo())).status).toBe(201)
  })

  test('storage clean-up: deletes unattached uploads after a day, deleted files after thirty days, and content without a row', async () => {
    const context = jobContext(app, { services: { storage } as never })
    const unsaved = (await upload(app, await photo())).body
    const attached = (await upload(app, await photo(), { fields: await ownRecord(hq) })).body
    const deleted = (await upload(app, await photo(), { fields: await ownRecord(hq) })).body
    await app.call(deleteMedia, { MediaId: deleted.MediaId })
    files.set('orphan.webp', { content: Buffer.from('x'), modified: app.clock.now() })
    const isStored = ({ Url }: { Url: string }) => files.has(Url.replace('/media/', ''))

    await removeUnreachableFiles(context)
    expect([isStored(unsaved), isStored(attached), isStored(deleted), files.has('orphan.webp')]).toEqual([
      true,
      true,
      true,
      true,
    ])
    app.clock.advance(2 * 86_400)
    await removeUnreachableFiles(context)
    expect([isStored(unsaved), isStored(attached), isStored(deleted), files.has('orphan.webp')]).toEqual([
      false,
      true,
      true,
      false,
    ])
    app.clock.advance(29 * 86_400)
    await removeUnreachableFiles(context)
    expect([isStored(attached), isStored(deleted)]).toEqual([true, false])
  })
})

test('upload: requires the session of a staff member, and a till gets 403', async () => {
  expect((await upload(app, await photo(), { as: null })).status).toBe(401)
  expect(
    (await upload(app, await photo(), { as: { ...staffWith(), kind: 'system', scopes: ['sales:write'] } })).status,
  ).toBe(403)
})

testSetting(
  app,
  'MEDIA_QUOTA_MB',
  [
    [0, 507],
    [1, 201],
  ],
  async () => (await upload(app, await photo())).status,
)
