import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { allScreens } from '#app/web/screens.ts'
import type { Screen } from '#kit/web/screen.ts'
import { recordSale, uniqueDigits } from './api.ts'
import { findAxeViolations, NAME_AND_COLOUR_RULES, NAME_RULES } from './axe.ts'
import { describeTooWideElements, expectLoaded, visit } from './expectations.ts'
import { checkKeyboardFocus } from './keyboard.ts'
import { findListFaults, storedNames } from './lists.ts'
import { everyLook, type Look, pairwiseLooks } from './looks.ts'
import { waitForCondition } from './page-idle.ts'
import { createSampleRecords, findSampleAddress, type SampleRecords } from './samples.ts'
import { expectScanFinds, focusOf } from './scanner.ts'
import { expect, openStaffPage, prepareRecords, test } from './staff.ts'

// Every page that head office can open: `npm test` opens each page in one look and checks for errors.
// `npm run test:all` checks four looks, keyboard, dialog, desktop lists and a scan; `test:all-looks` uses all looks.
// Each worker loads the application once and changes the look in place.
// app/web/layout/AppShell.component.test.tsx checks header and menu, which are the same on every page.

test.describe.configure({ mode: 'parallel' })

const inFull = process.env.TEST_ALL !== undefined
const inAllLooks = process.env.ALL_LOOKS !== undefined
const LOOK_MS = 30_000
/** The maximum height of a page at phone width, in pixels. */
const PHONE_HEIGHT_MAX = 5000

/** Shows only the first rows, because the others have the same faults and take ten times as long. */
const fewRows = ':is(main tbody > tr, .roles-list > li):nth-child(n + 7) { display: none }'
const onDesk: Look = { language: 'en', mode: 'light', direction: 'ltr', colours: 'own', width: 1440 }

let page: Page
let records: SampleRecords
/** A receipt number whose letters are shortcut keys, which must not act during a scan. */
let receipt: string
let stored: string[]
const troubles: string[] = []

test.beforeAll(async ({ browser }) => {
  receipt = `NREJ-${uniqueDigits()}`
  await prepareRecords(browser, async (outlet, hq) => {
    records = await createSampleRecords(outlet, hq)
    stored = await storedNames(hq)
    await recordSale(outlet, {
      InvoiceNo: receipt,
      MembershipNo: records.MembershipNo,
      Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', Description: 'Ring', UnitPrice: '1000' }],
    })
  })
  expect(stored.length).toBeGreaterThan(100)
  page = await openStaffPage(browser, 'hq', troubles)
})

test.afterAll(() => page.context().close())

const looks = inAllLooks ? allScreens.map(() => everyLook) : pairwiseLooks(allScreens.length)

for (const [index, screen] of allScreens.entries()) {
  const [first, ...others] = looks[index]!
  if (inFull)
    test(`${screen.path}: has no error in its tested appearances, by keyboard, in its dialog and with a scan`, async () => {
      if (inAllLooks) test.setTimeout(everyLook.length * LOOK_MS)
      await openInLook(screen, onDesk)
      const focus = await focusOf(page)
      await page.evaluate(drawRules, '')
      const faults = inLook(onDesk, await findListFaults(page, stored))
      await page.evaluate(drawRules, fewRows)
      await show(page, first!)
      faults.push(
        ...inLook(first!, [
          ...(await faultsOfLook(page)),
          ...(await checkKeyboardFocus(page)),
          ...(await faultsOfDialog(page, screen)),
        ]),
      )
      const checkedValues = new Set(newIn(first!))
      for (const look of others) {
        await show(page, look)
        faults.push(...inLook(look, await faultsOfLook(page, rulesFor(look, checkedValues))))
        for (const thing of newIn(look)) checkedValues.add(thing)
      }
      expect([...faults, ...troubles]).toEqual([])

      await show(page, onDesk)
      await expectScanFinds(page, { focus, card: records.MembershipNo, CustomerId: records.CustomerId, receipt })
      expect(troubles).toEqual([])
    })
  else
    test(`${screen.path}: opens without an error in one language, colour scheme and width`, async () => {
      await openInLook(screen, first!)
      await page.evaluate(drawRules, fewRows)
      expect([...inLook(first!, await faultsOfLook(page)), ...troubles]).toEqual([])
    })
}

/** Opens the page in this look, and waits until the page has loaded. */
async function openInLook(screen: Screen, look: Look): Promise<void> {
  const address = await findSampleAddress(screen, records, page)
  troubles.length = 0
  await show(page, look)
  await visit(page, address)
  await expectLoaded(page)
  expect(new URL(page.url()).pathname, 'the address stays').toBe(address.split('?')[0])
}

/** Replaces the style rules of the previous document with those of this document. */
function drawRules(rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [sheet]
}

const layoutOf = ({ width }: Look) => (width === 390 ? 'as on a phone' : 'as on a desk')
const newIn = (look: Look) => [layoutOf(look), ...(look.colours === 'own' ? [look.mode] : [])]

/** Runs all axe rules at desktop and phone width, then only the rules for language, and for colours in both modes. */
function rulesFor(look: Look, checkedValues: ReadonlySet<string>): RunOnly | undefined {
  if (!checkedValues.has(layoutOf(look))) return undefined
  return newIn(look).every((thing) => checkedValues.has(thing)) ? NAME_RULES : NAME_AND_COLOUR_RULES
}

const inLook = ({ language, mode, direction, colours, width }: Look, faults: string[]) =>
  faults.map((fault) => `${language}, ${mode}, ${direction}, ${colours} colours at ${width} px: ${fault}`)

/** Changes the look as another tab would, so that the open page updates. */
async function show(page: Page, { width, colours, ...look }: Look): Promise<void> {
  await page.emulateMedia({ forcedColors: colours === 'forced' ? 'active' : 'none' })
  await page.setViewportSize({ width, height: 900 })
  if (new URL(page.url()).protocol === 'about:') {
    await page.goto('/help')
    await expectLoaded(page)
  }
  await page.evaluate((look) => {
    const key = 'carat.appearance'
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...look })
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, look)
  const { mode, direction: dir, language: lang } = look
  await waitForCondition(
    page,
    ({ mode, dir, lang }) => {
      const html = document.documentElement
      return html.dataset.theme === mode && html.dir === dir && html.lang === lang
    },
    { mode, dir, lang },
  )
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', mode)
  await expect(html).toHaveAttribute('dir', dir)
  await expect(html).toHaveAttribute('lang', lang)
  await expectLoaded(page)
  // Scrolls to the top first, because elements covered by the header would be reported as too small.
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function faultsOfLook(page: Page, rules?: RunOnly): Promise<string[]> {
  const faults = await findAxeViolations(page, 'main', rules)
  const wide = await findTooWideElements(page)
  const height = await page.evaluate(heightOnPhone)
  const untranslated = (await page.locator('main').innerText()).match(/\b[a-z]+:[a-z]\w*(\.\w+)+/g) ?? []
  return [
    ...faults,
    ...(wide.length > 0 ? [`it scrolls sideways: ${wide.join(', ')}`] : []),
    ...(height > PHONE_HEIGHT_MAX ? [`it is ${height} px long`] : []),
    ...untranslated.map((key) => `the key ${key} is shown instead of a text`),
  ]
}

/** Returns the height of a page at phone width, including the rows that `fewRows` hides; returns 0 for other widths. */
function heightOnPhone() {
  if (innerWidth > 390) return 0
  const rules = document.adoptedStyleSheets
  document.adoptedStyleSheets = []
  const height = document.documentElement.scrollHeight
  document.adoptedStyleSheets = rules
  return height
}

/** A page needs a moment to follow a new width; anything still too wide afterwards is a fault. */
async function findTooWideElements(page: Page): Promise<string[]> {
  let wide: string[] = []
  for (let frames = 0; frames < 30; frames++) {
    wide = await page.evaluate(describeTooWideElements)
    if (wide.length === 0) break
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return wide
}

/** Opens the add dialog with the key N, and closes the dialog with Escape. */
async function faultsOfDialog(page: Page, { add }: Screen): Promise<string[]> {
  if (!add || 'to' in add) return []
  await page.evaluate(() => document.querySelector<HTMLElement>('main')!.focus())
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const faults = await findAxeViolations(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return faults
}
