import { expect, type Page } from '@playwright/test'

// Selects elements that are loading, or dimmed during a reload.
const BUSY = '[aria-busy="true"], .loading-bar, .ant-btn-loading, .ant-spin-spinning'
const EVALUATED_AGAIN_MAX = 20

declare global {
  interface Window {
    wasRestless?: boolean
    /** The number of consecutive frames without a change since the last query. */
    calm?: { time: number; frames: number }
  }
}

const SOON_MS = 5_000

/**
 * Polls every frame, because an assertion polls only after 100, 350 and 850 ms.
 * A timeout is not an error here, because the assertion that follows waits longer and reports the missing part.
 */
export const waitForCondition = <Argument>(
  page: Page,
  condition: (argument: Argument) => boolean,
  argument: Argument,
): Promise<unknown> =>
  page.waitForFunction(condition as (argument: unknown) => boolean, argument, { timeout: SOON_MS }).catch(() => {})

/** Expects that the page is not loading. */
export const expectIdle = (page: Page) => expect(page.locator(BUSY)).toHaveCount(0)

/** The required number of idle frames, because a page is idle for one frame between two consecutive calls. */
const CALM_FRAMES = 3
let requestCount = 0

/** Waits until all requests of the page, and all requests that follow from them, have been answered. */
export async function expectLoaded(page: Page): Promise<void> {
  await waitForCondition(
    page,
    ({ busy, frames, time }) => {
      const calm = window.calm?.time === time ? window.calm : { time, frames: 0 }
      const heading = document.querySelector('main h1, h1')
      calm.frames = heading?.checkVisibility() && document.querySelector(busy) === null ? calm.frames + 1 : 0
      window.calm = calm
      return calm.frames >= frames
    },
    { busy: BUSY, frames: CALM_FRAMES, time: ++requestCount },
  )
  await expect(page.locator('main h1, h1').first()).toBeVisible()
  await expectIdle(page)
}

/**
 * Checks the page while it is idle, and repeats the check if the page changed meanwhile.
 * Dimmed content during a reload and fading messages would fail the contrast rules.
 */
export async function evaluateWhileIdle<Fault>(page: Page, check: () => Promise<Fault[]>): Promise<Fault[]> {
  for (let again = 0; ; again++) {
    await expectIdle(page)
    // The observer starts before the wait, so that a change in between is noticed.
    await page.evaluate(watchForUnrest, BUSY)
    await expect.poll(() => page.evaluate(fading), { message: `${page.url()} fades for ever` }).toBe(0)
    const faults = await check()
    const restless = await page.evaluate(() => window.wasRestless)
    if (faults.length === 0 || !restless || again === EVALUATED_AGAIN_MAX) return faults
  }
}

/** Sets `wasRestless` as soon as anything on the page loads or changes its colours gradually. */
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

/** The number of running transitions and finite animations. */
function fading() {
  const animations = document.getAnimations()
  return animations.filter(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
  ).length
}
