import { post, registerMember, uniqueDigits } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

test('custom fields: a new field is filled for a customer, used in a filter, read from a file and used in a template', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const code = `M_${uniqueDigits()}`
  const name = `Favourite metal ${code}`
  await page.goto('/setup/custom-field')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add Custom Field' }).click()
  const adding = page.getByRole('dialog', { name: 'Create New Custom Field' })
  await adding.getByLabel('Code', { exact: true }).fill(code)
  await adding.getByLabel('Field name').fill(name)
  await adding.getByLabel('Field type').click()
  const options = page.locator('.ant-select-dropdown:visible')
  await options.getByTitle('Selection', { exact: true }).click()
  // The field is optional, because other journeys register customers on this server.
  await adding.getByLabel('Mandatory').click()
  await adding.getByLabel('Sequence No').fill('10')
  for (const value of ['Platinum', 'Rose gold']) {
    await adding.getByRole('button', { name: 'Add list item' }).click()
    await adding.getByLabel('Value').last().fill(value)
  }
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The custom field has been created')).toBeVisible()

  const { CustomerId, MembershipNo } = await registerMember(page.request, page.request, { premium: false })
  await visit(page, `/customers/${CustomerId}?tab=profile&edit=profile`)
  const editing = page.getByRole('dialog')
  await editing.getByRole('combobox', { name }).click()
  await options.getByTitle('Rose gold', { exact: true }).click()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(page.getByText('Rose gold')).toBeVisible()

  await visit(page, `/registration/customers?columns=FullName,CustomValues.${code}`)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('search').getByLabel(name).click()
  await options.getByTitle('Rose gold', { exact: true }).click()
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: MembershipNo })).toContainText('Rose gold')

  const imported = `IMPORTED ${uniqueDigits()}`
  await visit(page, '/imports?kind=customers')
  await expectLoaded(page)
  const lines = [
    ['FullName', 'CustomerRef', 'OutletCode', 'EmailConsentYN', 'Email', name],
    [imported, `C${uniqueDigits()}`, 'KL1', 'Y', `of.file.${uniqueDigits()}@mail.example`, 'rose GOLD'],
    [`${imported} B`, `D${uniqueDigits()}`, 'KL1', 'N', '', 'Tin'],
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.map((line) => line.join(',')).join('\n')}\n`),
  })
  // The import matches the column by the field's name.
  await expect(page.getByRole('row').filter({ hasText: 'for example Platinum' })).toContainText('rose GOLD')
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await expect(page.getByRole('region', { name: 'Rows that need attention' })).toContainText('Tin')
  await page.getByRole('button', { name: 'Run the import' }).click()
  await expect(page.getByText('Upload completed. Total 1 record has been uploaded successfully.')).toBeVisible()

  const { rows } = await post<{ rows: { MembershipNo: string }[] }>(page.request, '/customer/customers/find-all', {
    Search: { CustomValues: { [code]: 'Rose gold' }, FullName: imported },
  })
  expect(rows).toHaveLength(1)
  await visit(page, '/rewards/contact-templates/add')
  await page.getByRole('textbox', { name: /^Message, / }).click()
  await page.keyboard.insertText('We have rings of ')
  const toolbar = page.getByRole('toolbar', { name: /: Message, / })
  await toolbar.getByRole('button', { name: 'Insert field' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('combobox', { name: 'With the values of' }).fill(rows[0]!.MembershipNo)
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('iframe[title="The e-mail as it is read"]')
  await expect(frame.getByText('We have rings of Rose gold')).toBeVisible()
})
