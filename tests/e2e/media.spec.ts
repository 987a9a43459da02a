import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('photo: a user’s photo is uploaded, shown in the header and removed, and an SVG file is refused', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await page.goto('/dashboard')
  await expectLoaded(page)
  await openPhoto(page)
  const dialog = page.getByRole('dialog', { name: 'My photo' })

  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
  await choose('me.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))
  await expect(dialog.getByRole('alert')).toContainText('This kind of file is not accepted')

  await choose('me.png', 'image/png', png(300, [176, 141, 60]))
  await expect(dialog.locator('img')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const logo = page.locator('header img')
  await expect(logo).toHaveAttribute('src', /\/media\/[0-9a-f]{32}\.webp$/)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)

  await openPhoto(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(logo).toHaveCount(0)
})

async function openPhoto(page: Page) {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'My photo' }).click()
}

/** A picture of one colour. */
function png(side: number, colour: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: side }, () => colour).flat())])
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const around = Buffer.alloc(8)
    around.writeUInt32BE(data.length, 0)
    around.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
