import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

// A third-party parser reads the exported file, which is compared with the screen.

test('exports: many sales are exported in the background with the rows of the screen, which another page announces', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/points-management/customer-transactions/listing?sort=InvoiceNo&size=20')
  await expectLoaded(page)
  const rows = page.locator('.carat-list-rows tbody tr.ant-table-row')
  await expect(rows).toHaveCount(20)
  const screen = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).innerText))

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Text (CSV)').click()
  const start = dialog.getByRole('button', { name: /^Export [\d,]+ rows$/ })
  const total = (await start.innerText()).match(/[\d,]+/)![0]
  await start.click()
  await expect(page.getByText(/You will be notified when the file is ready/)).toBeVisible()
  await visit(page, '/exports')
  await expect(page.getByRole('status').filter({ hasText: `${total} rows in` })).toBeVisible()
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  const [head, ...lines] = parse(await readFile(await download.path()), { bom: true }) as string[][]
  expect(lines).toHaveLength(Number(total.replace(',', '')))
  expect(lines.length).toBeGreaterThan(1000)
  const net = head!.indexOf('Net amount (MYR)')
  for (const [index, text] of screen.entries()) {
    expect(text).toContain(lines[index]![0])
    expect(text.replaceAll(',', '').replaceAll('−', '-')).toContain(lines[index]![net])
  }
})
