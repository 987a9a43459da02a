import type { Page } from '@playwright/test'

type InputCounts = { clicks: number; keys: number }
declare global {
  interface Window {
    isCountingInput?: boolean
  }
}

const STORAGE_KEY = 'test.input-counts'
const NONE = '{"clicks":0,"keys":0}'

/** Counts the user's clicks and keys on this page and on all later pages, before the application handles them. */
export async function startInputMeter(page: Page): Promise<void> {
  await page.addInitScript(count, { STORAGE_KEY, NONE })
  await page.evaluate(count, { STORAGE_KEY, NONE })
}

function count({ STORAGE_KEY, NONE }: { STORAGE_KEY: string; NONE: string }) {
  if (window.isCountingInput || location.protocol === 'about:') return
  window.isCountingInput = true
  // Counts `pointerdown` instead of `click`, because keys on buttons and labels of checkboxes also cause clicks.
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
