import type { Page } from '@playwright/test'
import { type Member, uniqueDigits } from './api.ts'
import { expectAccessible, openPage } from './expectations.ts'
import { startInputMeter, takeInputCounts } from './input-meter.ts'
import { scan } from './scanner.ts'
import { expect, prepareMember, test } from './staff.ts'

// Counts clicks and keys of frequent flows, and tests that keys of a scanner never act as shortcuts.
// pages.spec.ts tests on every page that a scan opens its record.

/** Opens a page, and counts clicks and keys from then on. */
async function begin(page: Page, address: string): Promise<void> {
  await startInputMeter(page)
  await openPage(page, address)
}

const atCounter = ({ MembershipNo }: Member) => new RegExp(`/counter\\?member=${MembershipNo}$`)

let member: Member

test.beforeAll(async ({ browser }) => {
  member = await prepareMember(browser)
})

test('scan: a scanned card opens the member from any page without a click', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await begin(page, '/registration/customers')

  await scan(page, member.MembershipNo)

  await expect(page).toHaveURL(atCounter(member))
  await expect(page.getByRole('status').filter({ hasText: 'Scanned' })).toContainText(member.FullName, {
    ignoreCase: true,
  })
  expect(await takeInputCounts(page)).toEqual({ clicks: 0, keys: member.MembershipNo.length + 1 })
})

test('search: one shortcut key, at most twelve characters and Enter open the member, however fast the user types', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await begin(page, '/registration/customers')

  await page.keyboard.press('/')
  await page.keyboard.type(member.ContactNo)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(atCounter(member))
  expect(member.ContactNo.length).toBeLessThanOrEqual(12)
  expect(await takeInputCounts(page)).toEqual({ clicks: 0, keys: member.ContactNo.length + 2 })
})

test('search: on a phone, two taps and digits open the member', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, '/registration/customers')

  await page.getByRole('button', { name: 'Find a member, sale or page' }).click()
  await page.keyboard.type(member.ContactNo)
  await page.getByRole('option', { name: new RegExp(member.FullName, 'i') }).click()

  await expect(page).toHaveURL(atCounter(member))
  expect(await takeInputCounts(page)).toMatchObject({ clicks: 2 })
})

test('registration: an unknown number leads to the registration with two clicks, and the number is already filled in', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  const number = `013${uniqueDigits().slice(-7)}`
  await begin(page, '/transactions/add')

  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  const register = page.getByRole('option', { name: `Register ${number}` })
  await expect(register).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await register.click()
  await expect(page).toHaveURL(/\/registration\/customers\/add/)
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(new RegExp(number.slice(-7)))
  const required = await page.locator('main [aria-required="true"]').count()
  expect(required).toBeLessThanOrEqual(8)
  await page.getByRole('textbox', { name: 'Full name' }).fill(`LIM CHEE KEONG ${number}`)
  await page.getByRole('switch', { name: 'Identity document not shown' }).press('Space')
  await page.getByRole('checkbox').first().press('Space')
  await page.keyboard.press('Control+Enter')

  await expect(page).toHaveURL(/\/customers\/\d+/)
  expect((await takeInputCounts(page)).clicks).toBeLessThanOrEqual(2)
})

test('receipt number: a scan fills its field, and fast typing reaches the next fields', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await openPage(page, '/transactions/add')
  await expect(page.locator('#sale-member')).toBeFocused()
  await scan(page, member.MembershipNo)
  const invoice = page.getByLabel('Invoice no.')
  await expect(invoice).toBeFocused()
  await scan(page, 'INV-2026-0815')
  await expect(invoice).toHaveValue('INV-2026-0815')
  await expect(page.getByRole('combobox', { name: 'Brand' })).toBeFocused()
  await scan(page, 'Lumière')
  await expect(page).toHaveURL(/transactions\/add/)
  await expect(page.getByText('Unknown code')).toBeHidden()
})

test('shortcuts: the key R starts a sale for the open member, and J moves through the list', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await openPage(page, `/points/explain?MembershipNo=${member.MembershipNo}`)
  await page.locator('main').focus()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(new RegExp(`/transactions/add\\?MembershipNo=${member.MembershipNo}`))

  await openPage(page, '/points-management/customer-transactions/listing')
  await page.locator('main').focus()
  await page.keyboard.press('j')
  const links = page.locator('main .carat-row-link')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links.first()).toBeFocused()
})

for (const { place, path } of [
  { place: 'the counter', path: '/counter' },
  { place: 'a sale', path: '/transactions/add' },
  { place: 'explained points', path: '/points/explain' },
  { place: 'the point statement', path: '/points/statement' },
  { place: 'a merge', path: '/member/merge' },
])
  test(`${place}: Enter opens the member even if the text was typed faster than the search replies`, {
    tag: path === '/counter' ? [] : '@all',
  }, async ({ staffPage }) => {
    const page = await staffPage('hq')
    await openPage(page, path)
    const box = page.locator('main [data-scan] input')
    await expect(box).toBeFocused()
    const text = `0${member.ContactNo.slice(1)}`
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toContainText(
      path === '/member/merge' ? 'Duplicate record' : member.MembershipNo,
    )
  })
