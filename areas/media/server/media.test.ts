import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Storages } from '#kit/server/storage.ts'
import { bothWays } from '#tests/both-ways.ts'
import { file, upload } from '#tests/factories/media.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { deleteMedia, listMedia, restoreMedia, updateMedia } from '../contract.ts'
import { cleanUp } from './clean-up.ts'

// A storage in memory that can be told to be full, as a disk is from one moment to the next.
const shelf = new Map<string, { content: Buffer; modified: Date }>()
let full = false
const storage: Storages = () => ({
  async put(name, content) {
    if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
    shelf.set(name, { content: Buffer.concat(await content.toArray()), modified: app.clock.now() })
  },
  get: async (name) => {
    const found = shelf.get(name)
    return found && { content: Readable.from([found.content]), size: found.content.length }
  },
  delete: async (name) => void shelf.delete(name),
  async *list() {
    for (const [name, { content, modified }] of shelf) yield { name, size: content.length, modified }
  },
})

const app = useApp({ storage, at: '2026-03-01T04:00:00Z' })
const photo = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#b08d3c' } })
    .jpeg()
    .toBuffer()

const own = async (as = outletStaff) => ({
  ObjectType: 'StaffId' as const,
  ObjectId: `${(await app.token(as)).staffId}`,
})

describe('a photo', () => {
  test('is drawn again, shown in pages from an address that nobody guesses, and found at its record', async () => {
    const place = await own()
    const { status, body } = await upload(app, await photo(4000, 1000), {
      as: outletStaff,
      name: 'me.jpg',
      fields: { ...place, AltText: 'Me' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      Type: 'Photo',
      FileName: 'me.webp',
      Width: 2000,
      Height: 500,
      AltText: 'Me',
      ...place,
    })
    expect(body.Url).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)

    const shown = await file(app, body.Url)
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
    })
    expect(shown.headers['content-disposition']).toMatch(/^inline/)
    expect(shown.headers['content-security-policy']).toContain('sandbox')
    expect(shown.headers['cache-control']).toContain('immutable')
    expect(await sharp(shown.content).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 500 })
    expect(await sharp((await file(app, body.ThumbnailUrl!)).content).metadata()).toMatchObject({
      width: 320,
      height: 320,
    })

    const list = await app.call(listMedia, { Search: place }, outletStaff)
    expect(list.body.rows).toMatchObject([{ MediaId: body.MediaId }])
    expect((await file(app, body.Url, null)).status).toBe(401)
  })

  test('stands upright and tells neither place nor camera', async () => {
    const sideways = await sharp(await photo())
      .withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await upload(app, sideways)
    const { content } = await file(app, body.Url)
    const { exif, width, height } = await sharp(content).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 200, height: 300 })
  })

  test('of somebody else can be neither brought nor taken away', async () => {
    const place = await own(hq)
    expect(await upload(app, await photo(), { as: outletStaff, fields: place })).toMatchObject({
      status: 403,
      refusal: { code: 'media.forbidden' },
    })
    const { body } = await upload(app, await photo(), { fields: place })
    expect(await app.call(deleteMedia, { MediaId: body.MediaId }, outletStaff)).toMatchObject({ status: 404 })
  })

  test('that is not attached yet is seen and changed by nobody but its uploader', async () => {
    const { body } = await upload(app, await photo(), { as: outletStaff })
    expect((await file(app, body.Url, outletStaff)).status).toBe(200)
    expect((await file(app, body.Url, hq)).status).toBe(404)
    expect(await app.call(deleteMedia, { MediaId: body.MediaId }, hq)).toMatchObject({ status: 404 })
  })
})

test('a PDF is kept as it is and handed over, never shown in a page', async () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  const { body } = await upload(app, pdf, { name: 'Ringmaß 53.pdf', fields: { Title: 'Ring size' } })
  expect(body).toMatchObject({ Type: 'Document', FileName: 'Ringmaß 53.pdf', Title: 'Ring size', ThumbnailUrl: null })
  const { headers, content } = await file(app, body.Url)
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''Ringma%C3%9F%2053.pdf")
  expect(content.equals(pdf)).toBe(true)
})

test('a deleted file is gone at once, comes back within 30 seconds, and not later', async () => {
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

test('what is written about a file is changed by version', async () => {
  const { body } = await upload(app, await photo())
  const changed = await app.call(updateMedia, { MediaId: body.MediaId, AltText: 'A ring', Version: 1 })
  expect(changed.body).toMatchObject({ AltText: 'A ring', Version: 2 })
  expect(await app.call(updateMedia, { MediaId: body.MediaId, AltText: 'x', Version: 1 })).toMatchObject({
    status: 409,
  })
})

describe('room', () => {
  test('beyond the quota uploads are refused in words while everything else is read', async () => {
    const { body } = await upload(app, await photo())
    await app.sql(`insert into setting (name, value) values ('MEDIA_QUOTA_MB', '0')`)
    const before = shelf.size
    expect(await upload(app, await photo())).toMatchObject({ status: 507, refusal: { code: 'media.no_room' } })
    expect(shelf.size).toBe(before)
    expect((await file(app, body.Url)).status).toBe(200)
    await app.sql(`delete from setting where name = 'MEDIA_QUOTA_MB'`)
    expect((await upload(app, await photo())).status).toBe(201)
  })

  test('a full disk is a 503, leaves nothing half done, and is over once there is room again', async () => {
    const [before] = await app.sql<{ n: number }>('select count(*)::int as n from media')
    const stored = shelf.size
    full = true
    expect(await upload(app, await photo())).toMatchObject({ status: 503, refusal: { code: 'kit.full' } })
    full = false
    expect(await app.sql('select count(*)::int as n from media')).toEqual([before])
    expect(shelf.size).toBe(stored)
    expect((await upload(app, await photo())).status).toBe(201)
  })

  test('is won back: unsaved uploads after a day, deleted files after thirty, content without a record', async () => {
    const tools = jobContext(app, { services: { storage } as never })
    const unsaved = (await upload(app, await photo())).body
    const kept = (await upload(app, await photo(), { fields: await own(hq) })).body
    const deleted = (await upload(app, await photo(), { fields: await own(hq) })).body
    await app.call(deleteMedia, { MediaId: deleted.MediaId })
    shelf.set('orphan.webp', { content: Buffer.from('x'), modified: app.clock.now() })
    const has = ({ Url }: { Url: string }) => shelf.has(Url.replace('/media/', ''))

    await cleanUp(tools)
    expect([has(unsaved), has(kept), has(deleted), shelf.has('orphan.webp')]).toEqual([true, true, true, true])
    app.clock.advance(2 * 86_400)
    await cleanUp(tools)
    expect([has(unsaved), has(kept), has(deleted), shelf.has('orphan.webp')]).toEqual([false, true, true, false])
    app.clock.advance(29 * 86_400)
    await cleanUp(tools)
    expect([has(kept), has(deleted)]).toEqual([true, false])
  })
})

test('nobody uploads without a session, and a till neither', async () => {
  expect((await upload(app, await photo(), { as: null })).status).toBe(401)
  expect(
    (await upload(app, await photo(), { as: { ...staffWith(), kind: 'system', scopes: ['sales:write'] } })).status,
  ).toBe(403)
})

bothWays(
  app,
  'MEDIA_QUOTA_MB',
  [
    [0, 507],
    [1, 201],
  ],
  async () => (await upload(app, await photo())).status,
)
