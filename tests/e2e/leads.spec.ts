import { expectAccessible, expectNoSideScroll, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

test('leads: a lead source is added, a file imported, its failed row corrected, and the prospects are listed', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  await openPage(page, '/setup/lead-source')
  await page.getByRole('button', { name: 'Add Lead Source' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Lead Source' })
  await dialog.getByLabel('Code').fill('e2e-fair')
  await dialog.getByLabel('Name').fill('Bridal fair of the test')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByTitle('Event', { exact: true }).click()
  await expect(dialog.getByLabel('Event date')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /E2E-FAIR/ })).toContainText('Bridal fair of the test')

  await openPage(page, '/registration/import-leads')
  const head = 'FullName,ContactNo,Email,LeadSourceCode,OutletCode,ConsentYN\n'
  const good = 'E2E Lead One,019-700 1001,,e2e-fair,KL1,Y\nE2E Lead Again,+60 19-700 1001,,E2E-FAIR,KL1,Y\n'
  await choose('leads.csv', `${head}${good}E2E Lead Two,019-700 1002,not an address,NONE,KL1,Y\n`)
  await page.getByRole('button', { name: 'Check without saving' }).click()
  const attention = page.getByRole('region', { name: 'Rows that need attention' })
  for (const reason of ['There is no active lead source NONE', 'The same person as in row 1'])
    await expect(attention.getByText(reason, { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Run the import' }).click()
  const rows = page.getByRole('region', { name: 'Rows of leads.csv' }).last()
  await expect(rows.getByRole('link', { name: /New member/ })).toBeVisible()
  await expect(rows.getByText('There is no active lead source NONE')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows.getByRole('link', { name: /New member/ })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await expectNoSideScroll(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the failed rows' }).first().click()
  const failed = await (await download).createReadStream()
  let text = ''
  for await (const part of failed) text += part
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose('mended.csv', text.replace('not an address', '').replace('NONE', 'E2E-FAIR'))
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await page.getByRole('button', { name: 'Run the import' }).click()
  await expect(page.getByText('Upload completed. Total 1 record has been uploaded successfully.')).toBeVisible()

  await openPage(page, '/registration/lead-prospects')
  await page.getByRole('link', { name: 'Show prospects: Bridal fair of the test, 2' }).click()
  await expect(page.getByRole('row', { name: /E2E Lead One/i })).toContainText('N/A')
  await expect(page.getByRole('row', { name: /E2E Lead Two/i })).toContainText('Bridal fair of the test')
})
