import type { Page } from '@playwright/test'

type InputCounts = { clicks: number; keys: number }
declare global {
  interface Window {
    isCountingInput?: boolean
  }
}

const STORAGE_KEY = 'test.input-counts'
const NONE = '{"clicks":0,"keys":0}'

/** Counts clicks and keys by the user on this page, before the application handles them, and on every page that follows. */
export async function startInputMeter(page: Page): Promise<void> {
  await page.addInitScript(count, { STORAGE_KEY, NONE })
  await page.evaluate(count, { STORAGE_KEY, NONE })
}

function count({ STORAGE_KEY, NONE }: { STORAGE_KEY: string; NONE: string }) {
  if (window.isCountingInput || location.protocol === 'about:') return
  window.isCountingInput = true
  // `pointerdown` instead of `click`, because a key on a button and the label of a checkbox cause clicks too.
  const countEvent = ({ type, isTrusted }: UIEvent) => {
    if (!isTrusted) return
    const counts = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? NONE) as InputCounts
    counts[type === 'keydown' ? 'keys' : 'clicks'] += 1
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(counts))
  }
  window.addEventListener('pointerdown', countEvent, { capture: true })
  window.addEventListener('keydown', countEvent, { capture: true })
}

/** Returns the counts since the last call and resets them. */
export const takeInputCounts = (page: Page): Promise<InputCounts> =>
  page.evaluate(
    ({ STORAGE_KEY, NONE }) => {
      const counts = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? NONE) as InputCounts
      sessionStorage.removeItem(STORAGE_KEY)
      return counts
    },
    { STORAGE_KEY, NONE },
  )
