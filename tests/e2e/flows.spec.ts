import type { Page } from '@playwright/test'
import { allScreens } from '#app/web/screens.ts'
import { type Member, recordSale, registerMember, signIn, unique } from './api.ts'
import { expectAccessible, expectLoaded, visit } from './expectations.ts'
import { addressOf, makeRecords, type Records } from './samples.ts'
import { scan } from './scanner.ts'
import { expect, openStaffPage, test } from './staff.ts'

// What staff do all day, counted by what their hands do; and a scanner, which must find its record wherever one is and act
// by none of its keys.

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
/** Its letters are those of shortcuts. */
let InvoiceNo: string

test.beforeAll(async ({ browser }) => {
  const outlet = await browser.newContext()
  const hq = await browser.newContext()
  await signIn(outlet.request, 'outlet')
  await signIn(hq.request, 'hq')
  member = await registerMember(outlet.request, hq.request)
  InvoiceNo = `NREJ-${unique()}`
  await recordSale(outlet.request, {
    InvoiceNo,
    MembershipNo: member.MembershipNo,
    Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', Description: 'Ring', UnitPrice: '1000' }],
  })
  await outlet.close()
  await hq.close()
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

test('flow A: two taps and digits lead to the member on a phone', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, '/registration/customers')

  await page.getByRole('button', { name: 'Find a member, sale or page' }).click()
  await page.keyboard.type(member.ContactNo)
  await page.getByRole('option', { name: new RegExp(member.FullName, 'i') }).click()

  await expect(page).toHaveURL(atCounter(member))
  expect(await hands(page)).toMatchObject({ clicks: 2 })
})

test('flow B: who is not found is registered with two clicks, and the number that was typed is there already', async ({
  staffPage,
}) => {
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

test('a code that nobody knows fires no shortcut, stays, and can be registered or searched for', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  await page.goto('/registration/customers')
  await expectLoaded(page)
  await scan(page, 'RNG-E18N')

  const told = page.getByRole('region', { name: 'Scanner' })
  await expect(told).toContainText('Unknown code')
  await expect(told).toContainText('RNG-E18N')
  await expect(page).toHaveURL(/\/registration\/customers$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('combobox', { name: 'Find a member, sale or page' })).toHaveValue('RNG-E18N')
  await page.keyboard.press('Escape')

  await scan(page, 'RNG-E18N')
  await told.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/registration\/customers\/add/)
})

test('the number of a receipt is scanned into its field, and the next fields take what is typed quickly', async ({
  staffPage,
}) => {
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

test('a scan asks before it leaves what is not saved', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.goto('/registration/customers/add')
  await expectLoaded(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill('LIM CHEE KEONG')
  await page.locator('main').focus()
  await scan(page, member.MembershipNo)

  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('LIM CHEE KEONG')
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
  test(`the box of ${place} takes what is typed faster than it answers, with Enter`, async ({ staffPage }) => {
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

test.describe('a scan on every page finds its record', () => {
  let page: Page
  let records: Records
  const troubles: string[] = []

  test.beforeAll(async ({ browser }) => {
    page = await openStaffPage(browser, 'hq', troubles)
    const outlet = await openStaffPage(browser, 'outlet', troubles)
    records = await makeRecords(outlet.request, page.request)
    await outlet.context().close()
  })
  test.afterAll(() => page.context().close())

  for (const screen of allScreens)
    test(`${screen.path}`, async () => {
      const address = await addressOf(screen, records, page)
      await visit(page, address)
      await expectLoaded(page)
      // A page that asks for a member takes the card itself.
      const asks = (await page.locator('main [data-scan]').count()) > 0
      const shows = async () => (await page.locator('main').innerText()).includes(records.MembershipNo)
      // Where the number stands already, as in what was opened last, only the address tells that it was taken.
      const shown = await shows()
      await scan(page, asks ? records.MembershipNo : InvoiceNo)
      const asked = new RegExp(`=(${records.MembershipNo}|${records.CustomerId})$`)
      const taken = async () => asked.test(page.url()) || (!shown && (await shows()))
      if (asks) {
        await expect.poll(taken).toBe(true)
        // Found while it was typed, it is asked for by Enter once more: the box is empty when that is over too.
        const box = page.locator('#counter-box')
        if (await box.isVisible()) await expect(box).toHaveValue('')
      } else {
        // At once, for a page of a thousand rows may take as long to go as the words stay.
        await Promise.all([
          expect(page).toHaveURL(new RegExp(`/transactions/N/${InvoiceNo}$`)),
          expect(page.getByRole('status').filter({ hasText: 'Scanned' })).toContainText(InvoiceNo),
        ])
      }
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(troubles).toEqual([])
    })
})
