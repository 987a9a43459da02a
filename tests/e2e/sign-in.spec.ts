import { latestCode, PASSWORD } from './api.ts'
import { expectAccessible, expectNoSideScroll } from './expectations.ts'
import { expect, signInByKeyboard, test } from './staff.ts'

test('sign-in: staff sign in with a password and a code, and sign out', async ({ strangerPage: page }) => {
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

  // Outlet staff start at the counter, with the focus in the search box.
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

test('sign-in: a signed-out user returns to the requested page after signing in', async ({ strangerPage: page }) => {
  await page.goto('/points-management/customer-transactions/listing?TransactionType=C')

  await expect(page).toHaveURL(/\/auth\/login/)
  await signInByKeyboard(page, 'outlet')

  await expect(page.getByRole('heading', { name: 'Customer Transactions' })).toBeVisible()
  await expect(page).toHaveURL(/TransactionType=C/)
})
