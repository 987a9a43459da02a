import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { post } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Judging a page takes a while on a busy machine.
test.slow()

// What people leave behind: a photo, a changed field, something typed and not saved.

test('one’s own photo is uploaded, seen in the header, and taken away again', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.goto('/dashboard')
  await expectLoaded(page)
  await openPhoto(page)
  const dialog = page.getByRole('dialog', { name: 'My photo' })

  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
  await choose('me.html', 'text/html', Buffer.from('<script>alert(1)</script>'))
  await expect(dialog.getByRole('alert')).toContainText('me.html is not one of JPEG, PNG, WebP')
  await choose('me.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))
  await expect(dialog.getByRole('alert')).toContainText('This kind of file is not accepted')

  await choose('me.png', 'image/png', png(300, [176, 141, 60]))
  await expect(dialog.locator('img')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const shown = page.locator('header img')
  await expect(shown).toHaveAttribute('src', /\/media\/[0-9a-f]{32}\.webp$/)
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)

  await openPhoto(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(shown).toHaveCount(0)
})

test('after an edit the history of a customer shows each field before and after, and takes a note', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const { customer, name } = await someCustomer(page)
  await page.goto(`/customers/${customer}?edit=profile`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Preferred name').fill('Before')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.goto(`/customers/${customer}?edit=profile`)
  await form.getByLabel('Preferred name').fill('After')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const drawer = page.getByRole('dialog', { name: `History of ${name}` })
  const newest = drawer.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()
  await expect(newest).toContainText('Preferred name')
  await expect(newest).toContainText(/Before: Before.*After: After/s)
  await expect(newest).toContainText('Aisyah, HQ')
  await expectAccessible(page)

  await drawer.getByRole('tab', { name: 'Log' }).click()
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Prefers to be called in the evening')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(drawer.getByRole('list', { name: 'Log' })).toContainText('Prefers to be called in the evening')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

async function openPhoto(page: Page) {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'My photo' }).click()
}

/** A customer of the demo that the other tests of this run leave alone. */
async function someCustomer(page: Page) {
  const { rows } = await post<{ rows: { CustomerId: number; FullName: string }[] }>(
    page.request,
    '/customer/customers/find-all',
    { Rows: 50, Search: { Status: 'Active' } },
  )
  const { CustomerId, FullName } = rows.at(-1)!
  return { customer: CustomerId, name: FullName }
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
