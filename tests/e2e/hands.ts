import type { Page } from '@playwright/test'

const HANDS = 'test.hands'

/** Counts what hands do on every page that this one becomes. */
export const countHands = (page: Page) =>
  page.addInitScript((name) => {
    const note = ({ type, isTrusted, detail }: UIEvent) => {
      if (!isTrusted || (type === 'click' && detail === 0)) return
      const hands = JSON.parse(sessionStorage.getItem(name) ?? '{"clicks":0,"keys":0}') as Record<string, number>
      const what = type === 'keydown' ? 'keys' : 'clicks'
      hands[what] = (hands[what] ?? 0) + 1
      sessionStorage.setItem(name, JSON.stringify(hands))
    }
    window.addEventListener('click', note, { capture: true })
    window.addEventListener('keydown', note, { capture: true })
  }, HANDS)

/** What they did since they were asked last. */
export const takeHands = (page: Page) =>
  page.evaluate((name) => {
    const hands = JSON.parse(sessionStorage.getItem(name) ?? '{"clicks":0,"keys":0}') as {
      clicks: number
      keys: number
    }
    sessionStorage.removeItem(name)
    return hands
  }, HANDS)
