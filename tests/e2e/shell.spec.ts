import type { Page } from '@playwright/test'
import { type Account, type Member, post } from './api.ts'
import { faultsIn } from './axe.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, newMember, test } from './staff.ts'

// What stands around every page: header, menu, search, look, notifications, and what happens without a network.

let member: Member

test.beforeAll(async ({ browser }) => {
  member = await newMember(browser)
})

const openLook = async (page: Page) => {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Theme and language' }).click()
  return page.getByRole('dialog', { name: 'Theme and language' })
}

test('the look that somebody chose is there in another browser, and follows there', { tag: '@all' }, async ({
  staffPage,
}) => {
  const account: Account = 'hq.analyst'
  const one = await staffPage(account)
  const other = await staffPage(account)
  await one.goto('/dashboard')
  await other.goto('/dashboard')
  await expectLoaded(other)

  const look = await openLook(one)
  await look.getByText('Top', { exact: true }).click()
  await look.getByText('Right to left').click()
  await look.getByText('Français').click()
  await expect(one.locator('html')).toHaveAttribute('lang', 'fr')
  await expect
    .poll(async () => (await (await one.request.get('/api/1.0/workspace/preferences')).json()).Preferences)
    .toMatchObject({ Navigation: 'top', Direction: 'rtl', Language: 'fr' })
  await other.reload()

  await expect(other.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(other.getByRole('navigation', { name: 'Menu principal' })).toHaveClass(/shell-top/)
  await post(one.request, '/workspace/preferences', { Navigation: 'side', Direction: 'ltr', Language: 'en' })
})

test('the search finds a member, a page and an action by keyboard alone', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.goto('/dashboard')
  await expectLoaded(page)
  await page.locator('main').focus()

  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Find a member, sale or page' })
  await expect(search).toBeFocused()
  await page.keyboard.type(member.ContactNo)
  const option = page.getByRole('option', { name: new RegExp(member.FullName, 'i') })
  await expect(option).toContainText(/\*+/)
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/counter\\?member=${member.MembershipNo}$`))

  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await expect(page.getByRole('group', { name: 'Recently viewed' })).toContainText(member.FullName)
  await page.keyboard.type('transactions')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/customer-transactions\/listing/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('add customer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/registration\/customers\/add/)
})

test('the sheet of keys names those of the page, and single keys can be switched off', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq.approver')
  await page.goto('/setup/card-group')
  await expectLoaded(page)
  await page.locator('main').focus()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Add Card Group')
  await expect(sheet).toContainText('Find a member, sale or page')
  expect(await faultsIn(page, '[role="dialog"]')).toEqual([])
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('n')

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find a member, sale or page' })).toBeFocused()
  await post(page.request, '/workspace/preferences', { SingleKeysYN: 'Y' })
})

test('every state of the shell is accessible: search, look, notifications, help, menu of a phone', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/dashboard')
  await expectLoaded(page)
  await expectAccessible(page, { whole: true })
  await expect(page.getByRole('link', { name: 'Dashboard' }).and(page.locator('[aria-current="page"]'))).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()

  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await openLook(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Help: Dashboard' }).click()
  await expect(page.getByText('The start of the day')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the guide' }).click()
  await expect(page).toHaveURL(/\/help#/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open the main menu' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('menuitem', { name: 'Dashboard' })).toBeVisible()
  expect(await faultsIn(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('New offers from every page what one begins all day, to the person who may', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await page.goto('/help')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Register customer' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Record a sale' }).click()
  await expect(page).toHaveURL(/\/transactions\/add$/)

  const analyst = await staffPage('hq.analyst')
  await analyst.goto('/help')
  await expectLoaded(analyst)
  await expect(analyst.getByRole('button', { name: 'New', exact: true })).toHaveCount(0)
})

test('one group of the menu stands open at a time, and stays open while one is elsewhere', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/registration/customers')
  await expectLoaded(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const group = (name: string) => menu.getByRole('menuitem', { name })
  await expect(group('Registration')).toHaveAttribute('aria-expanded', 'true')

  await group('Points Management').click()
  await expect(group('Points Management')).toHaveAttribute('aria-expanded', 'true')
  await expect(group('Registration')).toHaveAttribute('aria-expanded', 'false')

  await group('Counter').click()
  await expect(page).toHaveURL(/\/counter$/)
  await expect(group('Points Management')).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, { whole: true })
})

test('what waits arrives in the menu without moving anything', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await post(page.request, '/workspace/preferences', { Navigation: 'top' })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/workspace/badges*', async (route) => {
    await asked
    await route.fulfill({ json: { rows: [{ Path: '/settings/approvals', Count: 12 }] } })
  })
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Guide' })).toBeVisible()
  const next = page.getByRole('navigation', { name: 'Main menu' }).getByRole('menuitem', { name: 'Registration' })
  // Letters that arrive later would move it too.
  await page.evaluate(() => document.fonts.ready)
  const before = await next.boundingBox()

  answer()

  await expect(page.getByRole('menuitem', { name: 'Approvals 12' })).toBeVisible()
  expect(await next.boundingBox()).toEqual(before)
  await post(page.request, '/workspace/preferences', { Navigation: 'side' })
})

test('an address that leads nowhere is named on the dashboard, and a record that is not there offers its list', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/dashboard$/)
  const note = page.getByRole('status').filter({ hasText: 'There is no page at /no/such/page' })
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Close' }).click()
  await expect(note).toHaveCount(0)

  await page.goto('/customers/99999999')
  await expect(page.getByRole('alert')).toContainText('Record not found')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to Customers' }).click()
  await expect(page).toHaveURL(/\/registration\/customers$/)
})

test('a page that is not for somebody says nothing of itself, but who can open it', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await page.goto('/settings/users')
  await expect(page.getByRole('heading')).toHaveText(['You do not have access to this page'])
  await expect(page.getByText('It requires the role User Roles')).toBeVisible()
  await expect(page).toHaveTitle(/^You do not have access/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('anyone who skips to the content skips header and menu', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto('/dashboard')
  await expectLoaded(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await page.keyboard.press('Enter')

  await expect(page.locator('#main')).toBeFocused()
})

test('without a network what was read stays, saving is off and says why, and it comes back by itself', async ({
  staffPage,
  troubles,
}) => {
  const page = await staffPage('hq')
  await page.goto(`/customers/${member.CustomerId}`)
  await expect(page.getByText(member.FullName).first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // What areas bring to the page of a customer has arrived too.
  await page.waitForLoadState('networkidle')

  await page.context().setOffline(true)

  await expect(page.getByText('No connection.')).toBeVisible()
  await expect(page.getByText(member.FullName).first()).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAccessibleDescription('You are offline; nothing can be saved right now')

  await page.context().setOffline(false)

  await expect(page.getByText('No connection.')).toBeHidden()
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  // The browser reports each call that found no network.
  troubles.length = 0
})

test('what failed is told again behind the bell, with the number that support asks for', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto(`/customers/${member.CustomerId}`)
  await page.route('**/reveal*', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-request-id': 'REQUEST-4711' },
      json: { statusCode: 409, code: 'kit.busy', error: 'Conflict', message: 'Busy', params: {}, requestId: 'x' },
    }),
  )

  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: /^Show / })
  await question.getByRole('textbox').fill('The customer asked for it at the counter')
  await question.getByRole('button', { name: 'Show', exact: true }).click()

  await expect(page.getByRole('alert')).toContainText('The record is in use')
  await page.getByRole('button', { name: 'Notifications, 1 new error' }).click()
  const history = page.getByRole('dialog', { name: 'Notifications' })
  await expect(history).toContainText('REQUEST-4711')
  await expect(history.getByRole('button', { name: 'Copy Request ID' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('terms and privacy can be read by anybody, in their language', { tag: '@all' }, async ({ strangerPage: page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'For how long' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja')
  await expect(page.getByRole('heading', { name: '保存期間' })).toBeVisible()

  await page.getByRole('link', { name: '利用規約' }).click()
  await expect(page.getByRole('heading', { name: 'お客様へ' })).toBeVisible()
  await expectAccessible(page)
})
