import { latestCode, PASSWORD } from './api.ts'
import { expectAccessible, expectNoSideScroll } from './expectations.ts'
import { expect, signInHere, test } from './staff.ts'

test('staff sign in with password and code, and sign out again', async ({ strangerPage: page }) => {
  await page.goto('/auth/login')
  await expectAccessible(page)
  await expectNoSideScroll(page)
  await page.getByLabel('User name').fill('outlet')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page.getByText('A one-time code was sent to')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('One-time code').fill(await latestCode(page.request))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  // Who serves customers begins at the counter, with the caret in the box.
  await expect(page).toHaveURL(/\/counter$/)
  await expect(page.locator('#counter-box')).toBeFocused()
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()

  await expect(page).toHaveURL(/\/logout$/)
  await expect(page.getByRole('heading', { name: 'Thank you for your work' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Login activities' })).toContainText('Signed in')
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('a stranger is sent to sign in and comes back where they wanted to go', async ({ strangerPage: page }) => {
  await page.goto('/points-management/customer-transactions/listing?TransactionType=C')

  await expect(page).toHaveURL(/\/auth\/login/)
  await signInHere(page, 'outlet')

  await expect(page.getByRole('heading', { name: 'Customer Transactions' })).toBeVisible()
  await expect(page).toHaveURL(/TransactionType=C/)
})
