import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { allScreens } from '#app/web/screens.ts'
import { COLOUR_RULES, findAxeViolations } from './axe.ts'
import { expectIdle, expectLoaded, waitForCondition } from './page-idle.ts'

export { expectLoaded } from './page-idle.ts'

/** Excluded parts: the menu, which AppShell.component.test.tsx checks, and most rows of a list. */
const ALIKE = ['.shell-nav', 'main tbody > tr:nth-child(n + 8)']
const DIALOG = '[role="dialog"]'

/**
 * Expects that axe finds no fault in light and dark mode; `whole` includes the menu and every row.
 * Checks only the dialog or drawer if one is open, because pages.spec.ts checks the page behind it.
 */
export async function expectAccessible(page: Page, { whole = false } = {}): Promise<void> {
  const part = whole ? 'html' : DIALOG
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitForCondition(page, (theme) => document.documentElement.dataset.theme === theme, colorScheme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // Dark mode changes only colours, so only the colour rules run again.
    const faults = await findAxeViolations(
      page,
      part,
      colorScheme === 'light' ? undefined : COLOUR_RULES,
      whole ? [] : ALIKE,
    )
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
    await expect
      .poll(() => page.evaluate(describeTooWideElements), { message: `${page.url()} at ${width} px` })
      .toEqual([])
  }
  await page.setViewportSize(before)
  // Waits a frame, because until then a link of the same name may belong to the narrow layout.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Returns the elements that extend beyond the left or right edge of the window, if the page scrolls horizontally. */
export function describeTooWideElements(): string[] {
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

/** Opens an address and waits for its page; in a loaded application, navigates like a link, four times as fast. */
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
  // The address changes at once, but the page only after its code has loaded; the skip link names the displayed page.
  const href = `${path}#main`
  await waitForCondition(page, (href) => document.querySelector('.skip-link')?.getAttribute('href') === href, href)
  await expect(page.locator('.skip-link')).toHaveAttribute('href', href)
}
