import { expect, type JSHandle, type Page } from '@playwright/test'
import { soon } from './at-rest.ts'

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

/** What a page gives the focus to when it opens: a scan finds it there, whatever was done on the page since. */
export const focusOf = (page: Page): Promise<JSHandle<Element | null>> =>
  page.evaluateHandle(() => document.activeElement)

/** A scan finds its record: the card on a page that asks for a member, the receipt on every other, in any language. */
export async function expectScanFinds(
  page: Page,
  {
    focus,
    card,
    CustomerId,
    receipt,
  }: { focus: JSHandle<Element | null>; card: string; CustomerId: number; receipt: string },
): Promise<void> {
  await focus.evaluate((element) => {
    if (element instanceof HTMLElement && element !== document.body) element.focus()
    else (document.activeElement as HTMLElement | null)?.blur()
  })
  // A page that asks for a member takes the card itself.
  const asks = (await page.locator('main [data-scan]').count()) > 0
  const shows = async () => (await page.locator('main').innerText()).includes(card)
  // Where the number stands already, as in what was opened last, only the address tells that it was taken.
  const shown = await shows()
  await scan(page, asks ? card : receipt)
  if (asks) {
    const asked = new RegExp(`=(${card}|${CustomerId})$`)
    await expect.poll(async () => asked.test(page.url()) || (!shown && (await shows()))).toBe(true)
    // Found while it was typed, it is asked for by Enter once more: the box is empty when that is over too.
    const box = page.locator('#counter-box')
    if (await box.isVisible()) await expect(box).toHaveValue('')
  } else {
    await soon(page, (receipt) => location.pathname === `/transactions/N/${receipt}`, receipt)
    // At once, for a page of a thousand rows may take as long to go as the words stay.
    await Promise.all([
      expect(page).toHaveURL(new RegExp(`/transactions/N/${receipt}$`)),
      expect(page.getByRole('status').filter({ hasText: receipt })).toContainText('Scanned'),
    ])
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
