import { expect, test } from 'vitest'
import { profile } from '#areas/access/contract.ts'
import { blackPng, file, upload } from '#tests/factories/media.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import { getStaff, updateStaff } from '../../contract/people.ts'
import { changeOwnPhoto } from '../../contract/photo.ts'

const app = useApp()

test('own photo: a new photo replaces the previous one, and colleagues can see it', async () => {
  const first = (await upload(app, blackPng(50), { as: outletStaff })).body.Url
  const second = (await upload(app, blackPng(60), { as: outletStaff })).body.Url
  await app.call(changeOwnPhoto, { Image: first }, outletStaff)
  expect((await app.call(profile, {}, outletStaff)).body.user_info.staff?.image).toBe(first)
  expect((await file(app, first, hq)).status).toBe(200)

  await app.call(changeOwnPhoto, { Image: second }, outletStaff)
  expect((await file(app, first, hq)).status).toBe(404)
  await app.call(changeOwnPhoto, { Image: null }, outletStaff)
  expect((await app.call(profile, {}, outletStaff)).body.user_info.staff?.image).toBeNull()
  expect((await file(app, second, hq)).status).toBe(404)
})

test('own photo: a photo uploaded by another user is refused', async () => {
  const imageOfHQ = (await upload(app, blackPng(50), { as: hq })).body.Url
  expect(await app.call(changeOwnPhoto, { Image: imageOfHQ }, outletStaff)).toMatchObject({
    status: 409,
    refusal: { code: 'media.attached' },
  })
  for (const Image of [
    'https://evil.example/a.webp',
    '/media/../a.webp',
    'javascript:alert(1)',
    `/media/${'0'.repeat(32)}.svg`,
  ])
    expect((await app.call(changeOwnPhoto, { Image }, outletStaff)).status).toBe(400)
  expect((await app.call(changeOwnPhoto, { Image: `/media/${'0'.repeat(32)}.webp` }, outletStaff)).status).toBe(404)
})

test('staff photo: head office can set and remove the photo of other staff', async () => {
  const { staffId } = await app.token(outletStaff)
  const { Version } = (await app.call(getStaff, { StaffId: staffId! })).body
  const Image = (await upload(app, blackPng(70), { as: hq })).body.Url
  const updated = await app.call(updateStaff, { StaffId: staffId!, Version, Image })
  expect(updated.body.Image).toBe(Image)
  expect((await file(app, Image, outletStaff)).status).toBe(200)
  const unchanged = await app.call(updateStaff, { StaffId: staffId!, Version: Version + 1, JobTitle: 'Adviser' })
  expect(unchanged.body.Image).toBe(Image)
  const removed = await app.call(updateStaff, { StaffId: staffId!, Version: Version + 2, Image: null })
  expect(removed.body.Image).toBeNull()
  expect((await file(app, Image, outletStaff)).status).toBe(404)
})
