import { openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

const head = 'InvoiceNo,PerformedAt,Quantity,UnitPrice,OutletCode,Brand\n'
const bad = `${head}E2E1,2026-02-30,one,cheap,XX9,Nobody\nE2E2,2024-02-03,1,10,XX9,Carat\n`
const good = `${head}E2E3,2024-02-03,1,10,KL1,Carat\n`

test('imports: a file without valid rows cannot be imported, and each row shows all its errors', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await openPage(page, '/imports')
  await page.locator('.ant-segmented-item', { hasText: 'Sales' }).click()
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  await choose('bad.csv', bad)
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await expect(page.getByText('No rows would be imported', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run the import' })).toBeDisabled()
  const reasons = page.getByRole('region', { name: 'Rows that need attention' })
  for (const reason of ['Quantity is not a number: one', 'There is no brand Nobody', 'There is no outlet XX9'])
    await expect(reasons.getByText(reason).first()).toBeVisible()

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose('good.csv', good)
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await page.getByRole('button', { name: 'Run the import' }).click()
  await expect(page.getByText('Upload completed. Total 1 record has been uploaded successfully.')).toBeVisible()
})
