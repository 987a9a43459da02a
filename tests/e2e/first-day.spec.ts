import type { Page } from '@playwright/test'
import { latestCode, PASSWORD, recordSale, registerMember, signIn, uniqueDigits } from './api.ts'
import { startInputMeter, takeInputCounts } from './input-meter.ts'
import { scan } from './scanner.ts'
import { expect, test } from './staff.ts'

// A new clerk serves three customers without help; clicks and keys are counted over all pages.

/** Enters a sale of one piece, from the receipt number to the button for the next customer. */
async function enterSale(page: Page, invoice: string, price: string): Promise<void> {
  await expect(page.getByLabel('Invoice no.')).toBeFocused()
  await page.keyboard.type(invoice)
  await page.keyboard.press('Enter')
  for (const [label, typed, option] of [
    ['Brand', 'Carat', 'Carat'],
    ['Product group', 'Pend', 'Pendants'],
  ] as const) {
    const select = page.getByRole('combobox', { name: label })
    await expect(select).toBeFocused()
    await page.keyboard.type(typed)
    await expect(page.locator('.ant-select-item-option-active').filter({ hasText: option })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(select).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Ruby pendant')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(price)
  await page.keyboard.press('Control+Enter')
  const next = page.getByRole('button', { name: 'Next customer' })
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#sale-member')).toBeFocused()
}

test('first day: a clerk signs in, registers a customer, scans a card and returns goods with few clicks and keys', async ({
  browser,
  strangerPage: page,
}, { annotations }) => {
  const outlet = await browser.newContext()
  const hq = await browser.newContext()
  await signIn(hq.request, 'hq')
  await signIn(outlet.request, 'outlet.manager')
  const existingMember = await registerMember(outlet.request, hq.request)
  const returning = await registerMember(outlet.request, hq.request)
  const receipt = `RET-${uniqueDigits()}`
  await recordSale(outlet.request, {
    InvoiceNo: receipt,
    MembershipNo: returning.MembershipNo,
    Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', Description: 'Ring', UnitPrice: '1000' }],
  })

  let began = Date.now()
  const step = async (name: string, most: { clicks: number; keys: number }) => {
    const input = await takeInputCounts(page)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    annotations.push({ type: name, description: `${input.clicks} clicks, ${input.keys} keys, ${seconds} s` })
    expect(input.clicks, `clicks: ${name}`).toBeLessThanOrEqual(most.clicks)
    expect(input.keys, `keys: ${name}`).toBeLessThanOrEqual(most.keys)
    began = Date.now()
  }

  await startInputMeter(page)
  await page.goto('/')
  await page.getByLabel('User name').click()
  await page.keyboard.type('outlet')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.keyboard.type(await latestCode(page.request))
  await page.keyboard.press('Enter')
  const box = page.locator('#counter-box')
  await expect(box).toBeFocused()
  await step('Sign in', { clicks: 1, keys: 33 })

  const phone = `013${uniqueDigits().slice(-7)}`
  await page.keyboard.type(phone, { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: `Register ${phone}` })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  await page.keyboard.type('TAN MEI LING')
  const unseen = page.getByRole('switch', { name: 'Identity document not shown' })
  await unseen.click()
  await page.getByRole('checkbox').first().click()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/customers\/\d+/)
  await page
    .getByRole('link', { name: 'Record a sale' })
    .or(page.getByRole('button', { name: 'Record a sale' }))
    .first()
    .click()
  await enterSale(page, `NEW-${uniqueDigits()}`, '480')
  await step('An unknown customer, with a sale', { clicks: 3, keys: 73 })

  await scan(page, existingMember.MembershipNo)
  await enterSale(page, `SCAN-${uniqueDigits()}`, '1250')
  await step('A member by scan, with a sale', { clicks: 0, keys: 61 })

  await page.getByRole('link', { name: 'Counter', exact: true }).click()
  await expect(box).toBeFocused()
  await scan(page, receipt)
  await expect(page).toHaveURL(new RegExp(`/transactions/N/${receipt}`))
  await page.getByRole('button', { name: 'Cancel lines' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel sale ${receipt}` })
  await dialog.getByRole('checkbox', { name: /Ring/ }).click()
  await dialog.getByLabel('Reason').click()
  await page.keyboard.type('Wrong size')
  await dialog.getByRole('button', { name: 'Cancel whole sale' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cancelled: MYR 1,000.00 and 125 points')).toBeVisible()
  await step('A return, by scan of the receipt', { clicks: 5, keys: 24 })

  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/logout|login/)
  await step('Handing over', { clicks: 2, keys: 0 })
  await outlet.close()
  await hq.close()
})
