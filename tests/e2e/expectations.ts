import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { allScreens } from '#app/web/screens.ts'
import { expectRest, soon } from './at-rest.ts'
import { COLOURS, faultsIn } from './axe.ts'

export { expectLoaded } from './at-rest.ts'

/** What is the same wherever one is: the menu is judged with the shell (shell.spec.ts), and rows of a list are alike. */
const ALIKE = ['.shell-nav', 'main tbody > tr:nth-child(n + 8)']
const DIALOG = '[role="dialog"]'

/**
 * Expects that axe finds no fault in light and in dark colours. While a dialog or drawer is open, only that is checked: pages.spec.ts
 * checks the page behind it. `whole` includes the menu and every row.
 */
export async function expectAccessible(page: Page, { whole = false } = {}): Promise<void> {
  const part = whole ? 'html' : DIALOG
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await soon(page, (theme) => document.documentElement.dataset.theme === theme, colorScheme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // At night the same page stands in other colours, so only those are judged again.
    const faults = await faultsIn(page, part, colorScheme === 'light' ? undefined : COLOURS, whole ? [] : ALIKE)
    expect(faults, `accessibility of ${page.url()} in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const NARROW = [768, 390]

/** On a tablet held upright and on a phone, a page is read by scrolling down only. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 844 })
    await expectRest(page)
    await expect.poll(() => page.evaluate(tooWide), { message: `${page.url()} at ${width} px` }).toEqual([])
  }
  await page.setViewportSize(before)
  // What a page shows on a wide window alone comes back with the next frame: a link of that name might be another until then.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** What reaches beyond the window on either side, if the page scrolls sideways. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const reaches = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > clientWidth + 1 || left < -1
  }
  // What scrolls by itself keeps what is in it.
  const kept = (element: Element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && !reaches(box)) return true
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => reaches(element) && !kept(element))
    .slice(0, 5)
    .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}">`)
    .concat(`${scrollWidth} px`)
}

/** Goes on as a link does, without loading the application again. */
export async function visit(page: Page, address: string): Promise<void> {
  const path = address.split('?')[0]!
  // A page without the shell is opened by itself, as a bookmark opens it.
  const alone = allScreens.some((screen) => screen.fullPage && matchPath(screen.path, path))
  if (alone || new URL(page.url()).protocol === 'about:') {
    await page.goto(address)
    return
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  // The address changes at once, the page when its code has come: the link past the menu tells which one is shown.
  const href = `${path}#main`
  await soon(page, (href) => document.querySelector('.skip-link')?.getAttribute('href') === href, href)
  await expect(page.locator('.skip-link')).toHaveAttribute('href', href)
}
