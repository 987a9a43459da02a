import type { Page } from '@playwright/test'
import { registerMember } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

// A picture of one pixel.
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const openHousehold = async (page: Page, CustomerId: number) => {
  await visit(page, `/customers/${CustomerId}?tab=jewellery`)
  await expectLoaded(page)
}
const wishList = (page: Page) => page.getByRole('region', { name: 'Wish list' })
const household = (page: Page) => page.getByRole('region', { name: 'Household' })
const tastes = (page: Page) => page.getByRole('region', { name: 'Taste and sizes' })

test('household: relatives see a wish, and the customer who made the wish never sees that it was bought', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const page = await staffPage('outlet')
  const her = await registerMember(page.request, hq.request, { premium: false })
  const him = await registerMember(page.request, hq.request, { premium: false })

  await openHousehold(page, her.CustomerId)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add to wish list' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Item' }).fill('Jade bangle')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('3880')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'bangle.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await expect(dialog.getByRole('img', { name: 'Photograph' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Added to the wish list').first()).toBeVisible()
  await expect(wishList(page)).toContainText('Jade bangle')
  await expect(wishList(page).locator('img')).toBeVisible()

  await openHousehold(page, him.CustomerId)
  await page.getByRole('button', { name: 'Link a relative' }).click()
  await expectAccessible(page)
  const relative = dialog.getByRole('combobox', { name: 'Relative' })
  await relative.fill(her.MembershipNo)
  await expect(dialog.getByRole('button', { name: 'Change' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(household(page)).toContainText('Spouse')
  await household(page).getByRole('button', { name: 'Mark Jade bangle as bought' }).click()
  await expect(household(page)).toContainText('Bought by this customer')
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await openHousehold(page, her.CustomerId)
  await expect(wishList(page)).toContainText('Jade bangle')
  await expect(household(page)).toContainText('Spouse')
  await expect(page.getByText('Bought by')).toHaveCount(0)
})

test('household: ring sizes are stored by person and finger, and edited in place', { tag: '@all' }, async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const page = await staffPage('outlet')
  const { CustomerId } = await registerMember(page.request, hq.request, { premium: false })
  await openHousehold(page, CustomerId)
  await tastes(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Allergies' }).fill('Nickel')
  await dialog.getByRole('button', { name: 'Add size' }).click()
  await dialog.getByRole('textbox', { name: 'Size 1' }).fill('12')
  await dialog.getByRole('button', { name: 'Add size' }).click()
  await dialog.getByRole('textbox', { name: 'Size 2' }).fill('9')
  await dialog.getByRole('textbox', { name: 'Person 2' }).fill('Daughter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tastes(page)).toContainText('Nickel')
  await expect(tastes(page)).toContainText('Left ring finger Daughter')

  await tastes(page).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Remove size 2' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Taste and sizes saved').first()).toBeVisible()
  await expect(tastes(page)).not.toContainText('Daughter')
})
