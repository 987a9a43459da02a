import { post, unique } from './api.ts'
import { expect, test } from './staff.ts'

const header = 'VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate,Reference\n'

test('a file of vouchers is loaded with its progress, and says how many were stored', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/setup/voucher-listing')
  await page.getByRole('button', { name: 'Upload vouchers' }).click()
  const number = `E2E${unique()}`
  const rows = Array.from({ length: 1200 }, (_, place) => `${number}-${place},CODE${place},G,100,31/12/2030,E2E`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'vouchers.csv', mimeType: 'text/csv', buffer: Buffer.from(header + rows.join('\n')) })
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await page.getByRole('button', { name: 'Run the import' }).click()
  await expect(page.getByText('Upload completed. Total 1200 records have been uploaded successfully.')).toBeVisible()
  await page.goto(`/setup/voucher-listing?VoucherNo=${number}-7`)
  await expect(page.getByRole('row', { name: new RegExp(`${number}-7 `) })).toContainText('Gift')
})

test('a voucher that nobody knows is used at the demo’s till, and head office reviews it', async ({ staffPage }) => {
  const page = await staffPage('hq')
  const number = `TILL${unique()}`
  await page.goto('/settings/erp?tab=uses')
  await page.getByRole('button', { name: 'Use a voucher at a till' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Voucher no.').fill(number)
  await dialog.getByLabel('Invoice no.').fill('INV1')
  await dialog.getByRole('button', { name: 'Use voucher' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Contact now' }).click()
  // The ERP is asked each minute too, and anyone who asks in between finds that done.
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('Unknown voucher')
  await row.getByRole('button', { name: 'Mark as reviewed' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Remark').fill('Typed wrong at the till')
  await question.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(row).toContainText('Reviewed')
  const { rows } = await post<{ rows: { Status: string }[] }>(page.request, '/pronto-sync/till-uses/find-all', {
    Search: { VoucherNo: number },
  })
  expect(rows).toMatchObject([{ Status: 'Reviewed', ReviewRemark: 'Typed wrong at the till' }])
})
