import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { post, registerMember, unique } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { saveView } from './save-view.ts'
import { expect, test } from './staff.ts'

const choose = async (page: Page, box: Locator, option: string) => {
  await box.click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

test('a custom field is made and used: on a customer, in the list, a file, a search, an import and a template', async ({
  staffPage,
}) => {
  test.slow()
  const page = await staffPage('hq')
  const code = `M_${unique()}`
  const name = `Favourite metal ${code}`
  await page.goto('/setup/custom-field')
  await expectLoaded(page)

  await page.getByRole('button', { name: 'Add Custom Field' }).click()
  const adding = page.getByRole('dialog', { name: 'Create New Custom Field' })
  await expect(adding.getByLabel('List ID')).toBeDisabled()
  await adding.getByLabel('Code', { exact: true }).pressSequentially(`${code.toLowerCase()} `)
  await expect(adding.getByLabel('Code', { exact: true })).toHaveValue(code)
  await adding.getByLabel('Field name').fill(name)
  await adding.getByLabel('Field type').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('Selection', { exact: true }).click()
  await expect(adding.getByLabel('List ID')).toBeEnabled()
  // Not mandatory: everybody else registers customers on this server, too.
  await adding.getByLabel('Mandatory').click()
  await adding.getByLabel('Sequence No').fill('10')
  for (const value of ['Platinum', 'Rose gold']) {
    await adding.getByRole('button', { name: 'Add list item' }).click()
    await adding.getByLabel('Value').last().fill(value)
  }
  // The preview is the field as forms draw it.
  await adding.getByRole('combobox', { name }).click()
  await expect(page.locator('.ant-select-dropdown:visible')).toContainText('Rose gold')
  await page.keyboard.press('Escape')
  await expect(adding).toBeVisible()
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The custom field has been created')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('Selection')

  const { CustomerId, MembershipNo } = await registerMember(page.request, page.request, { premium: false })
  await page.goto(`/customers/${CustomerId}?tab=profile&edit=profile`)
  const editing = page.getByRole('dialog')
  await editing.getByRole('combobox', { name }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('Rose gold', { exact: true }).click()
  await editing.getByRole('combobox', { name }).scrollIntoViewIfNeeded()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('Rose gold')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/registration/customers?Q=${MembershipNo}&columns=FullName,CustomValues.${code}`)
  await expectLoaded(page)
  await expect(page.getByRole('columnheader', { name })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: MembershipNo })).toContainText('Rose gold')

  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Text (CSV)').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Export / }).click(),
  ])
  const [heads, row] = parse(await readFile(await download.path()), { bom: true }) as string[][]
  expect(row![heads!.indexOf(name)]).toBe('Rose gold')

  await test.step('the list is asked by it', async () => {
    await page.goto('/registration/customers')
    await expectLoaded(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const asked = page.getByRole('search')
    await choose(page, asked.getByLabel(name), 'Rose gold')
    await asked.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: MembershipNo })).toBeVisible()
  })

  await test.step('a view keeps what the list was asked by it', async () => {
    await saveView(page, name)
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText(`${name}: Rose gold`)
    await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: MembershipNo })).toBeVisible()
  })

  const number = unique()
  const imported = `IMPORTED ${number}`
  await test.step('a file brings it, in a column of its name', async () => {
    await page.goto('/imports?kind=customers')
    await expectLoaded(page)
    const lines = [
      ['FullName', 'CustomerRef', 'OutletCode', 'EmailConsentYN', 'Email', name],
      [imported, `C${number}`, 'KL1', 'Y', `of.file.${number}@mail.example`, 'rose GOLD'],
      [`${imported} B`, `D${number}`, 'KL1', 'N', '', 'Tin'],
    ]
    await page.locator('input[type=file]').setInputFiles({
      name: 'customers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines.map((line) => line.join(',')).join('\n')}\n`),
    })
    // The column was found by the field's own name.
    await expect(page.getByRole('row').filter({ hasText: 'for example Platinum' })).toContainText('rose GOLD')
    await page.getByRole('button', { name: 'Check without saving' }).click()
    await expect(page.getByRole('region', { name: 'Rows that need attention' })).toContainText('Tin')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Run the import' }).click()
    await expect(page.getByText('Upload completed. Total 1 record has been uploaded successfully.')).toBeVisible()
  })

  await test.step('a template writes it to who came by the file', async () => {
    const { rows } = await post<{ rows: { MembershipNo: string }[] }>(page.request, '/customer/customers/find-all', {
      Search: { CustomValues: { [code]: 'Rose gold' }, FullName: imported },
    })
    expect(rows).toHaveLength(1)
    await page.goto('/rewards/contact-templates/add')
    await expectLoaded(page)
    await page.getByRole('textbox', { name: 'Name' }).fill(`About ${name}`)
    await page.getByRole('textbox', { name: /^Subject, / }).fill('Your metal')
    await page.getByRole('textbox', { name: /^Message, / }).click()
    await page.keyboard.insertText('We have rings of ')
    await page
      .getByRole('toolbar', { name: /: Message, / })
      .getByRole('button', { name: 'Insert field' })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('combobox', { name: 'With the values of' }).fill(rows[0]!.MembershipNo)
    await page.keyboard.press('Enter')
    const frame = page.frameLocator('iframe[title="The e-mail as it is read"]')
    await expect(frame.getByText('We have rings of Rose gold')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: `About ${name} created` })).toBeVisible()
  })

  await test.step('what became of the file still names it after it was deactivated', async () => {
    const { rows } = await post<{ rows: { CustomFieldId: number; Version: number }[] }>(
      page.request,
      '/setup/custom-fields/find-all',
      { Search: { CustomFieldCode: code } },
    )
    const { CustomFieldId, Version } = rows[0]!
    await post(page.request, '/setup/custom-fields/update', { CustomFieldId, Version, Status: 'Inactive' })
    await page.goto('/imports?FileName=customers.csv')
    await expectLoaded(page)
    await page.getByRole('button', { name: 'More of customers.csv' }).first().click()
    const attention = page.getByRole('region', { name: 'Rows that need attention' })
    await expect(attention.getByRole('cell', { name: `${name} (inactive)`, exact: true })).toBeVisible()
    await expect(attention).toContainText(`${name} (inactive) is not one of the values allowed: Tin`)
    await expectAccessible(page)
  })
})

test('a mandatory field of tasks is asked for on a phone, and a deactivated one blocks nobody', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.setViewportSize({ width: 390, height: 844 })
  const code = `T_${unique()}`
  const name = `Gift idea ${code}`
  const field = await post<{ CustomFieldId: number; Version: number }>(page.request, '/setup/custom-fields/add', {
    ObjectType: 'Task',
    CustomFieldCode: code,
    CustomFieldName: name,
    FieldType: 'Text',
    SequenceNo: 1,
  })
  try {
    await page.goto('/tasks')
    await expectLoaded(page)
    await page.getByRole('button', { name: 'New task' }).first().click()
    const adding = page.getByRole('dialog')
    await adding.getByLabel('Task', { exact: true }).fill('Call about the necklace')
    await adding.getByRole('button', { name: 'Save' }).click()
    const box = adding.getByLabel(name)
    await expect(box).toBeFocused()
    await expect(box).toHaveAccessibleDescription(/Required/)
    await expectNoSideScroll(page)
    await box.fill('A bracelet')
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(adding.getByLabel(name)).toHaveCount(0)
  } finally {
    await post(page.request, '/setup/custom-fields/update', {
      CustomFieldId: field.CustomFieldId,
      Version: field.Version,
      Status: 'Inactive',
    })
  }
  await page.goto('/setup/custom-field')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add Custom Field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Custom Field' })
  await dialog.getByLabel('Field type').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('Multiple Selection', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add list item' }).click()
  await dialog.getByRole('button', { name: /^Labels of/ }).click()
  await dialog.getByRole('button', { name: /^Labels of/ }).scrollIntoViewIfNeeded()
  await expectNoSideScroll(page)
})
