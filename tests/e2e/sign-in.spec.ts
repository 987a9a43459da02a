import { latestCode, PASSWORD, post, signIn } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
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

test('an unknown path leads to the dashboard', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')

  await page.goto('/no/such/page')

  await expect(page).toHaveURL(/\/dashboard$/)
  await expectLoaded(page)
})

test('an account without roles is told so instead of seeing an empty menu', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  // The demo has no such account; the server's answer about this one is emptied on its way.
  await page.route('**/api/1.0/auth/profile', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { user_info: object }
    await route.fulfill({ response: reply, json: { ...body, user_info: { ...body.user_info, roles: [] } } })
  })

  await page.goto('/dashboard')

  await expect(page.getByText('You have no access yet')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
})

test('a session that ended on the server asks to sign in again and keeps what was typed', async ({
  strangerPage: page,
}) => {
  await signIn(page.request, 'outlet')
  await page.addInitScript(() => localStorage.setItem('auth_token', 'cookie'))
  await page.goto('/registration/customers/add')
  const name = page.getByRole('textbox', { name: 'Full name' })
  await name.fill('AMINAH BINTI YUSOF')
  await page.getByRole('textbox', { name: 'Phone' }).fill('0123456789')

  await post(page.request, '/auth/sign-out', {})
  await page.getByRole('button', { name: /^Register|^Save/ }).click()
  await page.getByRole('textbox', { name: 'Phone' }).blur()

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const code = dialog.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await code.fill(await latestCode(page.request))
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('AMINAH BINTI YUSOF')
})
