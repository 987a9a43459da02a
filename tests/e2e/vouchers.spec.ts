import { post, uniqueDigits } from './api.ts'
import { expect, test } from './staff.ts'

test('vouchers: head office reviews the use of an unknown voucher that a till reports', async ({ staffPage }) => {
  const page = await staffPage('hq')
  const number = `TILL${uniqueDigits()}`
  await page.goto('/settings/erp?tab=uses')
  await page.getByRole('button', { name: 'Use a voucher at a till' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Voucher no.').fill(number)
  await dialog.getByLabel('Invoice no.').fill('INV1')
  await dialog.getByRole('button', { name: 'Use voucher' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Contact now' }).click()
  // The server also polls the ERP each minute, so this poll may find no message.
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
