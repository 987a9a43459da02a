import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { quickenCodes } from './api.ts'
import { daysAgo } from './days.ts'
import { expectLoaded, expectNoSideScroll } from './expectations.ts'
import { saveView } from './save-view.ts'
import { expect, signInHere, test } from './staff.ts'

// A report is looked into; its address is opened by somebody else.

const year = daysAgo(360)

test('a number of the analysis leads to the members behind it, and its chart is a table too', { tag: '@all' }, async ({
  staffPage,
}) => {
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

test('a bookmarked view opens in a fresh browser after the sign-in, for who has its role', async ({
  staffPage,
  strangerPage: page,
}) => {
  const address = `/customer-transaction-report/view?TransactionDateFrom=${year}`
  const outlet = await staffPage('outlet')
  await outlet.goto(address)
  await expect(outlet.getByRole('heading', { name: 'Customer Transaction Report' })).toHaveCount(0)
  await quickenCodes((await staffPage('hq')).request)

  await page.goto(address)
  await expect(page).toHaveURL(/\/auth\/login/)
  await signInHere(page, 'hq.analyst')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { name: 'Customer Transaction Report' })).toBeVisible()
  await expect(page.getByText(/^Data as at /)).toBeVisible()
})

test('a report is run, looked into, kept as a view, exported and printed, with the same rows everywhere', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const rows = page.locator('.carat-list-rows tbody tr.ant-table-row')
  const count = async () =>
    Number((await page.getByText(/^Data as at /).innerText()).match(/([\d,]+) rows?/)![1]!.replace(',', ''))

  await page.goto('/reporting/customer-transaction-report')
  await expectLoaded(page)
  const everywhere = await count()
  await page.getByRole('combobox', { name: 'Outlet' }).click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: 'Johor Bahru' }).click()
  await page.getByRole('button', { name: 'Run report' }).click()
  await expect(page).toHaveURL(/OutletCode=JB1/)
  // Until it has answered, what was found before stands.
  await expect.poll(count).not.toBe(everywhere)
  const found = await count()
  expect(found).toBeGreaterThan(0)

  await test.step('a row leads to its sale', async () => {
    await rows.first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(/customer-transaction-report/)
    await page.goBack()
    await expectLoaded(page)
  })

  await test.step('it is kept under a name, and its own address opens it', async () => {
    await saveView(page, 'Sales at Johor Bahru')
    expect(await count()).toBe(found)
  })

  await test.step('its file has the rows of the screen', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Text (CSV)').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^Export / }).click(),
    ])
    const [, ...lines] = parse(await readFile(await download.path()), { bom: true }) as string[][]
    // The sums stand below.
    expect(lines.length - found).toBeLessThanOrEqual(1)
    expect(lines.length - found).toBeGreaterThanOrEqual(0)
  })

  await test.step('on paper stand the same rows, and nothing to press', async () => {
    await page.getByRole('link', { name: 'Print view' }).click()
    await expect(page.getByRole('heading', { name: 'Customer Transaction Report' })).toBeVisible()
    await expect(page.locator('.report-rows tbody tr')).toHaveCount(Math.min(found, 1000))
    await expect(page.getByText('JB1').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.locator('.report-rows')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })
})

test('on a phone each row names its figures', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/reporting/customer-performance-report?DateFrom=${year}`)
  await expectLoaded(page)
  const figure = page.locator('.carat-record .carat-record-figure').first()
  await expect(figure.locator('.carat-record-of')).toBeVisible()
  await expect(figure).toHaveText(/^Net sales \(MYR\) [\d,.]+$/)
  await expectNoSideScroll(page)
})

test('a report is found at home, kept at hand and run: what it was run last stands there', { tag: '@all' }, async ({
  staffPage,
}) => {
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
