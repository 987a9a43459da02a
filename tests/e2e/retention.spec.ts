import type { Page } from '@playwright/test'
import { post } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Tests the list of customers at risk, and the accuracy of the forecast model.

/** Waits for the forecasts, which the demo computes in the background instead of in the nightly batch. */
async function fitted({ request }: Page) {
  const status = async () =>
    (await post<{ Fit: { Status: string } | null }>(request, '/retention/fits/latest', {})).Fit?.Status
  await expect.poll(status, { timeout: 240_000 }).toBe('Fitted')
}

test('retention: a row in the list of customers at risk opens that customer’s forecast', async ({ staffPage }) => {
  const page = await staffPage('hq')
  await fitted(page)
  await page.goto('/customers/retention')
  await expectLoaded(page)
  const rows = page.locator('.ant-table-row')
  await expect(rows.first()).toContainText('At risk')
  await expect(rows.first()).toContainText(/Every \d+ (days|weeks|months)/)
  await rows.first().getByRole('link').first().click()
  await expectLoaded(page)
  const card = page.locator('.carat-card').filter({ hasText: 'Retention' })
  await expect(card).toContainText(/Usually back every \d+ (days|weeks|months); now \d+ (days|weeks|months)/)
  await expect(card).toContainText(/\d+% likely still a customer/)
})
