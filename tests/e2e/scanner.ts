import { expect, type JSHandle, type Page } from '@playwright/test'
import { scannerKeys } from '../scanner-keys.ts'
import { waitForCondition } from './page-idle.ts'

/** Types a code with the key timing of a scanner. */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await Promise.all(scannerKeys(code).map((key) => browser.send('Input.dispatchKeyEvent', key)))
  await browser.detach()
}

/** Returns the element that a page focuses when it opens; scans start from this element. */
export const focusOf = (page: Page): Promise<JSHandle<Element | null>> =>
  page.evaluateHandle(() => document.activeElement)

/** Expects that a scan opens the member on a page that asks for a member, and the receipt on other pages. */
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
  // A page that asks for a member handles the card itself.
  const asks = (await page.locator('main [data-scan]').count()) > 0
  const shows = async () => (await page.locator('main').innerText()).includes(card)
  // If the page already shows the number, as in the recent records, only the address proves that the scan was handled.
  const isAlreadyShown = await shows()
  await scan(page, asks ? card : receipt)
  if (asks) {
    const expectedAddress = new RegExp(`=(${card}|${CustomerId})$`)
    await expect.poll(async () => expectedAddress.test(page.url()) || (!isAlreadyShown && (await shows()))).toBe(true)
    // Enter opens the match that was found while typing, and the box is empty afterwards.
    const box = page.locator('#counter-box')
    if (await box.isVisible()) await expect(box).toHaveValue('')
  } else {
    await waitForCondition(page, (receipt) => location.pathname === `/transactions/N/${receipt}`, receipt)
    // Checks the message at once, because leaving a page of a thousand rows may take as long as the message is visible.
    await Promise.all([
      expect(page).toHaveURL(new RegExp(`/transactions/N/${receipt}$`)),
      expect(page.getByRole('status').filter({ hasText: receipt })).toContainText('Scanned'),
    ])
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
