import type { Page } from '@playwright/test'
import { post } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Whom to call before they are lost, and how well the model that says so tells.

/** A demo computes in the background what the night would have computed. */
async function fitted({ request }: Page) {
  const status = async () =>
    (await post<{ Fit: { Status: string } | null }>(request, '/retention/fits/latest', {})).Fit?.Status
  await expect.poll(status, { timeout: 240_000 }).toBe('Fitted')
}

test('the worklist of those about to be lost leads to a customer whose page says it in words', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await fitted(page)
  await page.goto('/customers/retention')
  await expectLoaded(page)
  const rows = page.locator('.ant-table-row')
  await expect(rows.first()).toContainText('At risk')
  await expect(rows.first()).toContainText(/Every \d+ (days|weeks|months)/)
  await rows.first().getByRole('link').first().click()
  await expectLoaded(page)
  const card = page.locator('.carat-card').filter({ hasText: 'Will they come back?' })
  await expect(card).toContainText(/Usually back every \d+ (days|weeks|months); now \d+ (days|weeks|months)/)
  await expect(card).toContainText(/\d+% likely still a customer/)
})

test('a fit on what was known a year ago is drawn beside what came since, and is a table too', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await fitted(page)
  await page.goto('/customers/retention')
  await expectLoaded(page)
  await page.getByText('How well it tells', { exact: true }).first().click()
  await expectLoaded(page)
  const heading = page.getByRole('heading', { name: 'Expected and actual purchases by number of earlier visits' })
  await expect(heading).toBeVisible()
  await expect(page.locator('canvas')).toBeVisible()
  await page.getByText('View as table', { exact: true }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
  for (const name of ['Repeat visits before', 'Customers', 'Expected each', 'Came each'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible()
})

test('fitting again while nobody bought anything says that the fit still holds', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await fitted(page)
  const stillHolds = page.getByText('Nothing has been bought or returned since the last fit: it still holds').first()
  const fitNow = async () => {
    await page.goto('/customers/retention?show=model')
    await expectLoaded(page)
    await page.getByRole('button', { name: 'Fit now' }).click()
  }
  // Journeys before this one may have sold something, so the first time may make a fit.
  await fitNow()
  await expect(stillHolds.or(page.getByText('The model was fitted', { exact: true }).first())).toBeVisible({
    timeout: 180_000,
  })
  await fitNow()
  await expect(stillHolds).toBeVisible({ timeout: 180_000 })
  await expect(page.getByText(/^Checked at .*it still holds$/)).toBeVisible()
})
