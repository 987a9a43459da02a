import type { Page } from '@playwright/test'

/**
 * A scanner is a keyboard that types faster than any hand and ends with Enter. The keys carry a scanner's times, 5 ms
 * apart, and are handed over at once, as the machine's own queue does it.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const keys = [...code].map((key) => ({ key, text: key })).concat({ key: 'Enter', text: '\r' })
  const began = Date.now() / 1000
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = began + index * 0.005
      return [
        browser.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        browser.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ]
    }),
  )
  await browser.detach()
}
