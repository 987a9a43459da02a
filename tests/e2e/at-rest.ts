import { expect, type Page } from '@playwright/test'

// What is being fetched, or fetched again and dimmed meanwhile.
const BUSY = '[aria-busy="true"], .loading-bar, .ant-btn-loading, .ant-spin-spinning'
const EVALUATED_AGAIN_MAX = 20

declare global {
  interface Window {
    wasRestless?: boolean
  }
}

/** Nothing is being fetched any more. */
export const expectRest = (page: Page) => expect(page.locator(BUSY)).toHaveCount(0)

/**
 * What is being fetched again is dimmed, and a message that comes or goes is pale: judged then, they would have colours
 * that nobody has to read. So the page is at rest while it is judged; where it was not for a moment, it is judged again.
 */
export async function evaluateAtRest<Fault>(page: Page, check: () => Promise<Fault[]>): Promise<Fault[]> {
  for (let again = 0; ; again++) {
    await expectRest(page)
    // Watched before it is waited for, so that nothing can begin and end in between.
    await page.evaluate(watchForUnrest, BUSY)
    await expect.poll(() => page.evaluate(fading), { message: `${page.url()} fades for ever` }).toBe(0)
    const faults = await check()
    const restless = await page.evaluate(() => window.wasRestless)
    if (faults.length === 0 || !restless || again === EVALUATED_AGAIN_MAX) return faults
  }
}

/** Notes from now on whether anything on the page is fetched, or changes its colours bit by bit, if only for a moment. */
function watchForUnrest(busy: string) {
  window.wasRestless = document.querySelector(busy) !== null
  const note = () => {
    window.wasRestless = true
  }
  for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, note, { once: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(busy)) return
    note()
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** How many changes of colour or place are still under way; what turns for ever does not count. */
const fading = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
    .length
