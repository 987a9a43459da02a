import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('reports: a report is run, exported and printed with the same rows, and a row leads to its sale', async ({
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
  // The page displays the previous rows until the reply arrives.
  await expect.poll(count).not.toBe(everywhere)
  const rowCount = await count()
  expect(rowCount).toBeGreaterThan(0)

  await test.step('a row leads to its sale', async () => {
    await rows.first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(/customer-transaction-report/)
    await page.goBack()
    await expectLoaded(page)
  })

  await test.step('the exported file has the rows of the screen', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Text (CSV)').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^Export / }).click(),
    ])
    const [, ...lines] = parse(await readFile(await download.path()), { bom: true }) as string[][]
    // The footer of the table contains the totals.
    expect(lines.length - rowCount).toBeLessThanOrEqual(1)
    expect(lines.length - rowCount).toBeGreaterThanOrEqual(0)
  })

  await test.step('the printed page has the same rows and no buttons', async () => {
    await page.getByRole('link', { name: 'Print view' }).click()
    await expect(page.getByRole('heading', { name: 'Customer Transaction Report' })).toBeVisible()
    await expect(page.locator('.report-rows tbody tr')).toHaveCount(Math.min(rowCount, 1000))
    await expect(page.getByText('JB1').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.locator('.report-rows')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })
})
