import { expect, type Page } from '@playwright/test'

// What is being fetched, or fetched again and dimmed meanwhile.
const BUSY = '[aria-busy="true"], .loading-bar, .ant-btn-loading, .ant-spin-spinning'
const EVALUATED_AGAIN_MAX = 20

declare global {
  interface Window {
    wasRestless?: boolean
    /** For how many frames in a row the page was at rest, since it was asked this time. */
    calm?: { time: number; frames: number }
  }
}

const SOON_MS = 5_000

/**
 * Waits frame by frame, for an assertion looks after 100 ms, 350 ms and 850 ms, and a page is ready in between. It decides
 * nothing: what has not come by then is left to the assertion that follows, which waits longer and says what is lacking.
 */
export const soon = <Given>(page: Page, come: (given: Given) => boolean, given: Given): Promise<unknown> =>
  page.waitForFunction(come as (given: unknown) => boolean, given, { timeout: SOON_MS }).catch(() => {})

/** Nothing is being fetched any more. */
export const expectRest = (page: Page) => expect(page.locator(BUSY)).toHaveCount(0)

/** Between two calls a page is at rest for a frame. */
const CALM_FRAMES = 3
let asked = 0

/** Everything has arrived that the page asked for, and what that asked for in turn. */
export async function expectLoaded(page: Page): Promise<void> {
  await soon(
    page,
    ({ busy, frames, time }) => {
      const calm = window.calm?.time === time ? window.calm : { time, frames: 0 }
      const heading = document.querySelector('main h1, h1')
      calm.frames = heading?.checkVisibility() && document.querySelector(busy) === null ? calm.frames + 1 : 0
      window.calm = calm
      return calm.frames >= frames
    },
    { busy: BUSY, frames: CALM_FRAMES, time: ++asked },
  )
  await expect(page.locator('main h1, h1').first()).toBeVisible()
  await expectRest(page)
}

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
function fading() {
  const animations = document.getAnimations()
  return animations.filter(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
  ).length
}
