import type { Page } from '@playwright/test'
import { type Member, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { scan } from './scanner.ts'
import { expect, newMember, test } from './staff.ts'

// What staff do all day, counted by what their hands do; and a scanner, which acts by none of its keys. That it finds its
// record wherever one is, pages.spec.ts tries on every page.

declare global {
  interface Window {
    hands?: { clicks: number; keys: number }
  }
}

/** Opens a page on which everything is counted that hands do from now on, before the page itself hears of it. */
async function begin(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const hands = { clicks: 0, keys: 0 }
    window.hands = hands
    const note = ({ type, isTrusted, detail }: UIEvent) => {
      if (isTrusted && type === 'keydown') hands.keys += 1
      // A key on a button makes a click too, of no hand.
      if (isTrusted && type === 'click' && detail > 0) hands.clicks += 1
    }
    window.addEventListener('click', note, { capture: true })
    window.addEventListener('keydown', note, { capture: true })
  })
  await page.goto(address)
  await expectLoaded(page)
}
const hands = (page: Page) => page.evaluate(() => window.hands!)

const atCounter = ({ MembershipNo }: Member) => new RegExp(`/counter\\?member=${MembershipNo}$`)

let member: Member

test.beforeAll(async ({ browser }) => {
  member = await newMember(browser)
})

test('flow A: one scan and no click lead from any page to the member', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await begin(page, '/registration/customers')

  await scan(page, member.MembershipNo)

  await expect(page).toHaveURL(atCounter(member))
  await expect(page.getByRole('status').filter({ hasText: 'Scanned' })).toContainText(member.FullName, {
    ignoreCase: true,
  })
  expect(await hands(page)).toEqual({ clicks: 0, keys: member.MembershipNo.length + 1 })
})

test('flow A: a key, twelve characters at most and Enter lead to the member, however fast they are typed', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await begin(page, '/registration/customers')

  await page.keyboard.press('/')
  await page.keyboard.type(member.ContactNo)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(atCounter(member))
  expect(member.ContactNo.length).toBeLessThanOrEqual(12)
  expect(await hands(page)).toEqual({ clicks: 0, keys: member.ContactNo.length + 2 })
})

test('flow A: two taps and digits lead to the member on a phone', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, '/registration/customers')

  await page.getByRole('button', { name: 'Find a member, sale or page' }).click()
  await page.keyboard.type(member.ContactNo)
  await page.getByRole('option', { name: new RegExp(member.FullName, 'i') }).click()

  await expect(page).toHaveURL(atCounter(member))
  expect(await hands(page)).toMatchObject({ clicks: 2 })
})

test('flow B: who is not found is registered with two clicks, and the number that was typed is there already', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  const number = `013${unique().slice(-7)}`
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
  expect((await hands(page)).clicks).toBeLessThanOrEqual(2)
})

test('the number of a receipt is scanned into its field, and the next fields take what is typed quickly', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.goto('/transactions/add')
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

test('single keys act for a hand: R records a sale of the member who is open, J walks the list', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await page.goto(`/points/explain?MembershipNo=${member.MembershipNo}`)
  await expectLoaded(page)
  await page.locator('main').focus()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(new RegExp(`/transactions/add\\?MembershipNo=${member.MembershipNo}`))

  await page.goto('/points-management/customer-transactions/listing')
  await expectLoaded(page)
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
  test(`the box of ${place} takes what is typed faster than it answers, with Enter`, {
    tag: path === '/counter' ? [] : '@all',
  }, async ({ staffPage }) => {
    const page = await staffPage('hq')
    await page.goto(path)
    await expectLoaded(page)
    const box = page.locator('main [data-scan] input')
    await expect(box).toBeFocused()
    const text = `0${member.ContactNo.slice(1)}`
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toContainText(
      path === '/member/merge' ? 'Duplicate record' : member.MembershipNo,
    )
  })
