import { expect, type JSHandle, type Page } from '@playwright/test'
import { scannerKeys } from '../scanner-keys.ts'
import { soon } from './at-rest.ts'

/** Types a code as a scanner does. */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await Promise.all(scannerKeys(code).map((key) => browser.send('Input.dispatchKeyEvent', key)))
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
