import type { Page } from '@playwright/test'
import type { Member } from './api.ts'
import { faultsIn } from './axe.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, newMember, test } from './staff.ts'

// The shell against the server. What it does by itself is judged in app/web/layout/AppShell.component.test.tsx.

let member: Member

test.beforeAll(async ({ browser }) => {
  member = await newMember(browser)
})

const openLook = async (page: Page) => {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Theme and language' }).click()
  return page.getByRole('dialog', { name: 'Theme and language' })
}

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
