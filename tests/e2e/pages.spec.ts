import type { Page } from '@playwright/test'
import { allScreens } from '#app/web/screens.ts'
import type { Screen } from '#kit/web/screen.ts'
import { faultsIn, NAMES } from './axe.ts'
import { expectLoaded, tooWide, visit } from './expectations.ts'
import { walkByKeyboard } from './keyboard.ts'
import { addressOf, makeRecords, type Records } from './samples.ts'
import { expect, openStaffPage, test } from './staff.ts'

// Every page that head office can open, taken from the application itself: in four languages, by day and by night, from
// either side, on desktop, tablet and phone, and by keyboard alone. One window is used for all of them and changes its
// look in place, so that a page costs about three seconds. What is the same on every page (header, menu) is looked at
// once, in shell.spec.ts.

const WIDTHS = [1440, 768, 390]
/** Rows are alike: some of them are as good as all, in a tenth of the time. */
const fewRows = ':is(main tbody > tr, .roles-list > li):nth-child(n + 7) { display: none }'

type Look = { mode: 'light' | 'dark'; direction: 'ltr' | 'rtl'; language: 'en' | 'zh' | 'fr' | 'ja' }

const day: Look = { mode: 'light', direction: 'ltr', language: 'en' }
const night: Look = { mode: 'dark', direction: 'rtl', language: 'ja' }
const others: Look[] = [
  { mode: 'light', direction: 'rtl', language: 'fr' },
  { mode: 'dark', direction: 'ltr', language: 'zh' },
]

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

for (const screen of allScreens) {
  test(`${screen.path}`, async () => {
    const address = await addressOf(screen, records, page)
    troubles.length = 0
    await show(page, day)
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, address)
    await expectLoaded(page)
    await page.addStyleTag({ content: fewRows })
    expect(new URL(page.url()).pathname, 'stays where it was asked for').toBe(address.split('?')[0])

    const faults = [
      ...inLook('by day', await faultsIn(page, 'main')),
      ...inLook('by keyboard', await walkByKeyboard(page)),
      ...(await faultsOfWidths(page, 'by day')),
      ...inLook('in its dialog', await faultsOfDialog(page, screen)),
    ]
    await show(page, night)
    faults.push(...inLook('by night', await faultsIn(page, 'main')), ...(await faultsOfWidths(page, 'by night')))
    for (const look of others) {
      await show(page, look)
      faults.push(...inLook(look.language, await faultsIn(page, 'main', NAMES)))
      faults.push(...(await faultsOfWidths(page, look.language)))
    }
    faults.push(...troubles)
    expect(faults).toEqual([])
  })
}

const inLook = (look: string, faults: string[]) => faults.map((fault) => `${look}: ${fault}`)

/** Another tab of the browser could have chosen this look; the page follows. */
async function show(page: Page, look: Look): Promise<void> {
  if (new URL(page.url()).protocol === 'about:') await page.goto('/help')
  await expectLoaded(page)
  await page.evaluate((look) => {
    const key = 'carat.appearance'
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...look })
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, look)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', look.mode)
  await expect(html).toHaveAttribute('dir', look.direction)
  await expect(html).toHaveAttribute('lang', look.language)
  await expectLoaded(page)
  // Judged from its top: what the header covers of a page that is scrolled is not too small for that.
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function faultsOfWidths(page: Page, look: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await settled(page)
    if (wide.length > 0) faults.push(`${look} at ${width} px it scrolls sideways: ${wide.join(', ')}`)
  }
  const untranslated = (await page.locator('main').innerText()).match(/\b[a-z]+:[a-z]\w*(\.\w+)+/g) ?? []
  await page.setViewportSize({ width: 1440, height: 900 })
  return [...faults, ...untranslated.map((key) => `${look} the key ${key} is shown instead of a text`)]
}

/** A page needs a moment to follow a new width; what is still too wide then is too wide. */
async function settled(page: Page): Promise<string[]> {
  let wide: string[] = []
  for (let tries = 0; tries < 5; tries++) {
    wide = await page.evaluate(tooWide)
    if (wide.length === 0) break
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return wide
}

/** An add button that opens a dialog: with N, and away again with Escape. */
async function faultsOfDialog(page: Page, { add }: Screen): Promise<string[]> {
  if (!add || 'to' in add) return []
  await page.evaluate(() => document.querySelector<HTMLElement>('main')!.focus())
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const faults = await faultsIn(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return faults
}
