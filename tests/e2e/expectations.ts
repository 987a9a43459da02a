import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { allScreens } from '#app/web/screens.ts'
import { COLOURS, faultsIn } from './axe.ts'
import { expectIdle, expectLoaded, soon } from './page-idle.ts'

export { expectLoaded } from './page-idle.ts'

/** Excluded because they are the same everywhere: the menu, checked in AppShell.component.test.tsx, and most rows of a list. */
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
    // Dark mode changes colours only, so only the colour rules are checked again.
    const faults = await faultsIn(page, part, colorScheme === 'light' ? undefined : COLOURS, whole ? [] : ALIKE)
    expect(faults, `accessibility of ${page.url()} in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const NARROW = [768, 390]

/** Expects that the page scrolls vertically only, on a phone and on an upright tablet. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 844 })
    await expectIdle(page)
    await expect.poll(() => page.evaluate(tooWide), { message: `${page.url()} at ${width} px` }).toEqual([])
  }
  await page.setViewportSize(before)
  // Elements of wide windows return with the next frame; until then a link of that name may be another one.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** The elements that extend beyond the window on either side, if the page scrolls sideways. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const reaches = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > clientWidth + 1 || left < -1
  }
  // A scroll container clips its content.
  const isAllowed = (element: Element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && !reaches(box)) return true
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => reaches(element) && !isAllowed(element))
    .slice(0, 5)
    .map((element) => `<${element.tagName.toLowerCase()} class="${element.className}">`)
    .concat(`${scrollWidth} px`)
}

/** Opens an address and waits until its page has loaded. In a loaded application it navigates like a link, which is four times as fast. */
export async function openPage(page: Page, address: string): Promise<void> {
  await visit(page, address)
  await expectLoaded(page)
}

/** Navigates like a link, without reloading the application. */
export async function visit(page: Page, address: string): Promise<void> {
  const path = new URL(address, 'http://this.server').pathname
  // A page outside the shell is loaded like a bookmark.
  const alone = allScreens.some((screen) => screen.fullPage && matchPath(screen.path, path))
  if (alone || (await page.locator('.skip-link').count()) === 0) {
    await page.goto(address)
    return
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  // The address changes at once, the page only when its code has loaded; the skip link names the page that is displayed.
  const href = `${path}#main`
  await soon(page, (href) => document.querySelector('.skip-link')?.getAttribute('href') === href, href)
  await expect(page.locator('.skip-link')).toHaveAttribute('href', href)
}
