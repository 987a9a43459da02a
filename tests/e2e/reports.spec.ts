import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// A report is looked into; its address is opened by somebody else.

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const year = daysAgo(360)

test('a number of the analysis leads to the members behind it, and its chart is a table too', async ({ staffPage }) => {
  const page = await staffPage('hq.analyst')
  await page.goto(
    `/reporting/customer-analysis-report?DateFrom=${year}&AnalysisType=Category&ReportOption=Sales+Analysis`,
  )
  await expectLoaded(page)
  await expect(page.getByRole('heading', { name: 'Members by value' })).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Members by value' })).toBeHidden()
  await page.locator('.ant-table-row').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/ReportType=Detail/)
  await expectLoaded(page)
  await expect(page.getByRole('columnheader', { name: 'Membership no.' })).toBeVisible()
})

test('a bookmarked view opens after the sign-in, for who has its role', async ({ staffPage, strangerPage }) => {
  const address = `/customer-transaction-report/view?TransactionDateFrom=${year}`
  await strangerPage.goto(address)
  await expect(strangerPage).toHaveURL(/\/auth\/login/)
  const outlet = await staffPage('outlet')
  await outlet.goto(address)
  await expect(outlet.getByRole('heading', { name: 'Customer Transaction Report' })).toHaveCount(0)
  const analyst = await staffPage('hq.analyst')
  await analyst.goto(address)
  await expect(analyst.getByRole('heading', { name: 'Customer Transaction Report' })).toBeVisible()
  await expect(analyst.getByText(/^Data as at /)).toBeVisible()
})

test('a report is found at home, kept at hand and run: what it was run last stands there', async ({ staffPage }) => {
  const page = await staffPage('hq.analyst')
  await page.goto('/reporting')
  await expectLoaded(page)
  await page.getByRole('textbox', { name: 'Search reports' }).fill('cohorts')
  const report = page.getByRole('listitem').filter({ hasText: 'Cohorts' })
  await expect(report).toHaveCount(1)
  await report.getByRole('button', { name: /^Favourite/ }).click()
  await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
  await report.first().getByRole('link').click()
  await expectLoaded(page)
  await expect(page.getByRole('columnheader', { name: 'Month of first purchase' })).toBeVisible()
  // It has run when it has answered; its heads are there before.
  await expect(page.getByText(/^Data as at /)).toBeVisible()
  await page.getByText('Repeat days', { exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Customers by repeat days' })).toBeVisible()
  await page.getByText('Time between', { exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Purchases by the time since the one before' })).toBeVisible()
  await page.goto('/reporting')
  await expect(page.getByRole('listitem').filter({ hasText: 'Cohorts' }).first()).toContainText('Last run')
})
