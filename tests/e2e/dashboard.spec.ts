import type { Page } from '@playwright/test'
import { daysAgo } from './days.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// A number of the dashboard opens the rows that it counts, and there are as many of them.

const figureIn = (text: string) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''))
const rowsFound = async (page: Page) =>
  figureIn((await page.locator('.carat-list-foot [role=status]').innerText()).split(/of/).at(-1)!)

const yearAgo = daysAgo(360)
const today = daysAgo(0)

/** About a year, so that the demo has something of everything. */
async function openDashboard(page: Page) {
  await page.goto(`/dashboard?DateFrom=${yearAgo}&DateTo=${today}`)
  await expectLoaded(page)
}

test('each of the four figures opens the members that it counts', async ({ staffPage }) => {
  const page = await staffPage('hq')
  for (const name of ['Total Active Member', 'Total New Member', 'Total Self-Registered', 'Total Manual Registered']) {
    await openDashboard(page)
    const card = page.getByRole('link').filter({ hasText: name })
    const counted = figureIn(await card.locator('.dashboard-card-figure').innerText())
    expect(counted).toBeGreaterThan(0)
    await card.click()
    await expectLoaded(page)
    await expect.poll(() => rowsFound(page), { message: name }).toBe(counted)
  }
})

test('what was sold and who joined lead to the sales and the members of these days; sales by what members are to their report', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await openDashboard(page)
  const card = (title: string) =>
    page.locator('.carat-card').filter({ has: page.getByRole('heading', { name: title }) })
  await card('Registrations').locator('.dashboard-card-figure a').click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/JoinDateFrom=/)
  expect(await rowsFound(page)).toBeGreaterThan(0)
  await openDashboard(page)
  await card('Sales').first().locator('.dashboard-card-figure a').click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/DateFrom=/)
  expect(await rowsFound(page)).toBeGreaterThan(0)
  await openDashboard(page)
  const byGender = page.getByRole('region', { name: 'Total Sales by Gender' })
  await byGender.getByRole('link', { name: 'Total Sales by Gender' }).click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/customer-analysis-report.*AnalysisType=Gender/)
  const women = page.locator('.ant-table-row').filter({ hasText: 'Female' }).locator('td').first()
  await expect(women).toHaveText(/\d/)
  const counted = figureIn(await women.innerText())
  await openDashboard(page)
  await byGender.getByRole('listitem').filter({ hasText: 'Female' }).getByRole('link').click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/AnalysisValue=Female/)
  // Members who only returned something are listed with their amounts, but are not counted as buyers.
  await expect.poll(() => rowsFound(page)).toBeGreaterThanOrEqual(counted)
})
