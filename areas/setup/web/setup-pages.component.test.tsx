import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { activityTypes } from '#areas/activities/contract/records.ts'
import { customFieldRecord } from '#areas/custom-fields/contract/custom-fields.ts'
import { leadSourceRecord } from '#areas/customers/contract/lead-sources.ts'
import { taskGroups } from '#areas/tasks/contract/records.ts'
import { cardCategoryRecord } from '#areas/tiers/contract/card-categories.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseAction, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { productGroupRecord } from '../contract/product-groups.ts'
import { stockGroups } from '../contract/records.ts'

// These tests cover texts and fields of the setup pages; kit/web/RecordForm.component.test.tsx covers behaviour.

type SetupPage = {
  path: string
  record: { list: Endpoint; add: Endpoint }
  /** Label of the add button; `adding` is the title of the add dialog if the title differs. */
  add: string
  adding?: string
  /** Key field in the form and in the search; its input is converted to upper case. */
  key: [field: string, label: string]
  missing: string
  /** Default values of a new form: the selected option of a select, or true for a switch that is on. */
  usual?: [label: string, value: string | boolean][]
  fill: (form: Locator) => Promise<unknown>
  sent: object
  created: string
}

const fillText = (form: Locator, label: string, value: string) =>
  form.getByLabelText(label, { exact: true }).fill(value)
const combobox = (form: Locator, name: string) => form.getByRole('combobox', { name })

const pages: SetupPage[] = [
  {
    path: '/setup/task-group',
    record: taskGroups,
    add: 'Add Task Group',
    key: ['Code', 'Code'],
    missing: 'Please input Code.',
    usual: [['Status', 'Active']],
    fill: async (form) => {
      await fillText(form, 'Name', 'Calls')
      await fillText(form, 'Description', 'To call')
    },
    sent: { Code: 'RING', Name: 'Calls', Description: 'To call', Status: 'Active' },
    created: 'The task group has been created',
  },
  {
    path: '/setup/stock-group',
    record: stockGroups,
    add: 'Add Stock Group',
    key: ['Code', 'Code'],
    missing: 'Required',
    fill: (form) => fillText(form, 'Name', 'Diamonds'),
    sent: { Code: 'RING', Name: 'Diamonds' },
    created: 'The stock group has been created',
  },
  {
    path: '/setup/product-group',
    record: productGroupRecord,
    add: 'Add Product Group',
    key: ['ProductCode', 'Product code'],
    missing: 'Required',
    fill: async (form) => {
      await fillText(form, 'Product name', 'Amber')
      await chooseOption(combobox(form, 'Product type'), 'Label 1')
    },
    sent: { ProductCode: 'RING', ProductName: 'AMBER', ProductType: 'Value 1' },
    created: 'The product group has been created',
  },
  {
    path: '/setup/activity-type',
    record: activityTypes,
    add: 'Add Activity Type',
    key: ['ActivityCode', 'Activity code'],
    missing: 'Required',
    usual: [
      ['Auto Synchronization', false],
      ['Status', 'Active'],
    ],
    fill: (form) => fillText(form, 'Description', 'Cleaning of a ring'),
    sent: { ActivityCode: 'RING', Description: 'Cleaning of a ring', AutoSyncYN: 'N', Status: 'Active' },
    created: 'Create Activity Type Success',
  },
  {
    path: '/setup/custom-field',
    record: customFieldRecord,
    add: 'Add Custom Field',
    adding: 'Create New Custom Field',
    key: ['CustomFieldCode', 'Code'],
    missing: 'Required',
    usual: [
      ['Object type', 'Customer'],
      ['Mandatory', true],
      ['Auto Synchronization', true],
      ['Status', 'Active'],
    ],
    fill: async (form) => {
      await fillText(form, 'Field name', 'Length of a chain')
      await chooseOption(combobox(form, 'Object type'), 'Rewards')
      await chooseOption(combobox(form, 'Field type'), 'Number')
      await form.getByRole('switch', { name: 'Mandatory' }).click()
      await form.getByLabelText('Sequence No').click()
      await userEvent.keyboard('7x0')
    },
    sent: { CustomFieldCode: 'RING', ObjectType: 'Rewards', FieldType: 'Number', IsMandatoryYN: 'N', SequenceNo: 70 },
    created: 'The custom field has been created',
  },
  {
    path: '/setup/lead-source',
    record: leadSourceRecord,
    add: 'Add Lead Source',
    adding: 'Create Lead Source',
    key: ['Code', 'Code'],
    missing: 'Required',
    usual: [['Status', 'Active']],
    fill: async (form) => {
      await fillText(form, 'Name', 'Fair of the test')
      await chooseOption(combobox(form, 'Type'), 'Non-Event')
    },
    sent: { Code: 'RING', Name: 'Fair of the test', Type: 'Non-Event', Status: 'Active' },
    created: 'Lead Source successfully created',
  },
]

test.for(pages)(
  '$path: users can add a record with default values and find the record by its key, which then is read-only',
  async (setup) => {
    const { path, record } = setup
    const [field, label] = setup.key
    answerList(record.list as typeof taskGroups.list, 1, () => ({ [field]: 'RING', Status: 'Active' as const }))
    await openPage(path)
    await button(setup.add).click()
    const form = dialog(setup.adding ?? setup.add)
    for (const [name, value] of setup.usual ?? []) await expect.poll(() => stateOf(form, name)).toBe(value)
    await expect.element(form.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
    await button('Save', form).click()
    await expect.element(form.getByText(setup.missing).first()).toBeVisible()
    await form.getByLabelText(label, { exact: true }).click()
    await userEvent.keyboard('ring')
    await expect.element(form.getByLabelText(label, { exact: true })).toHaveValue('RING')
    await setup.fill(form)
    await button('Save', form).click()
    await expect.element(page.getByText(setup.created)).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    expect(requestsTo(record.add)).toMatchObject([setup.sent])

    const search = page.getByRole('search')
    await search.getByLabelText(label, { exact: true }).fill('ring')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => requestsTo(record.list).at(-1)).toMatchObject({ Search: { [field]: 'RING' } })
    await expect.element(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
    if (record === customFieldRecord) return
    await chooseAction(/^Actions for/, 'Edit')
    await expect.element(dialog(/^Edit/).getByLabelText(label, { exact: true })).toHaveAttribute('readonly')
  },
)

/** Returns the selected label of a select; for a switch, whether the switch is on. */
function stateOf(form: Locator, name: string): string | boolean | undefined {
  const toggle = form.getByRole('switch', { name }).query()
  if (toggle) return toggle.getAttribute('aria-checked') === 'true'
  return combobox(form, name).query()?.closest('.ant-select')?.querySelector('.ant-select-content')?.textContent
}

test('custom field page: a selection field has list items, and the preview shows the field as a form does', async () => {
  await openPage('/setup/custom-field', { width: 390 })
  await button('Add Custom Field').click()
  const form = dialog('Create New Custom Field')
  await expect.element(form.getByLabelText('List ID')).toBeDisabled()
  await fillText(form, 'Field name', 'Favourite metal')
  await chooseOption(combobox(form, 'Field type'), 'Selection')
  await expect.element(form.getByLabelText('List ID')).toBeEnabled()
  await button('Add list item', form).click()
  await form.getByLabelText('Value').fill('Rose gold')
  await form.getByRole('button', { name: /^Labels of/ }).click()
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
  await combobox(form, 'Favourite metal').click()
  await expect.poll(() => document.body.textContent).toContain('Rose gold')
  await userEvent.keyboard('{Escape}')
  await expectAccessible()
})

test('setup list page: the search section can be collapsed', async () => {
  await openPage('/setup/task-group')
  const section = page.getByRole('button', { name: /^SEARCH SECTION/ })
  await expect.element(section).toHaveAttribute('aria-expanded', 'true')
  await section.click()
  await expect.element(section).toHaveAttribute('aria-expanded', 'false')
  await section.click()
  await expect.element(section).toHaveAttribute('aria-expanded', 'true')
})

test('custom field page: a field can be changed and deleted', async () => {
  const field = { CustomFieldId: 1, CustomFieldName: 'Chain', FieldType: 'Number' as const, Status: 'Active' as const }
  answerList(customFieldRecord.list, 1, () => field)
  await openPage('/setup/custom-field')
  await chooseAction('Chain', 'Edit')
  await fillText(dialog('Edit Custom Field'), 'Field name', 'Necklace')
  await button('Save', dialog()).click()
  await expect.element(page.getByText('The custom field has been updated')).toBeVisible()
  await chooseAction('Chain', 'Delete')
  await button('Delete', dialog(/^Delete the custom field /)).click()
  await expect.element(page.getByText('The custom field has been deleted')).toBeVisible()
})

test('product group page: Undo restores a deleted group, and the history can be opened', async () => {
  const group = { ProductCode: 'RING', ProductName: 'AMBER', Status: 'Active' as const }
  answerList(productGroupRecord.list, 1, () => group)
  await openPage('/setup/product-group')
  await chooseAction('AMBER', 'Edit')
  await expect.element(page.getByText('Sales and point rates are linked to the code')).toBeVisible()
  await fillText(dialog('Edit Product Group'), 'Product name', 'Amber and coral')
  await expectAccessible()
  await button('Save', dialog()).click()
  await expect.element(page.getByText('The product group has been updated')).toBeVisible()
  await chooseAction('AMBER', 'History')
  await expect.element(dialog('History of AMBER')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await chooseAction('AMBER', 'Delete')
  await button('Delete', dialog('Delete the product group AMBER?')).click()
  await expect.element(page.getByText('The product group has been deleted')).toBeVisible()
  await button('Undo').click()
  await expect.element(button('Undone')).toBeVisible()
  expect(requestsTo(productGroupRecord.restore)).toHaveLength(1)
})

/** Observes a form; the returned function tells whether the form became active again after saving. */
function watchForm(): () => boolean {
  let wasSaving = false
  let reactivated = false
  const observer = new MutationObserver(() => {
    const submit = document.querySelector('main button[type="submit"]')
    const isSaving = submit?.matches('.ant-btn-loading') ?? false
    wasSaving ||= isSaving
    reactivated ||= wasSaving && submit !== null && !isSaving
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  return () => {
    observer.disconnect()
    expect(wasSaving).toBe(true)
    return reactivated
  }
}

test('card category page: a category is added on a page of its own, and its code cannot be changed later', async () => {
  answerList(cardGroups.list, 1, () => ({ GroupId: 1, Name: 'Jewel Club', Status: 'Active' as const }))
  const category = replyOf(cardCategoryRecord.get, {
    CardCategoryId: 1,
    Code: 'PEARL',
    Name: 'Pearl',
    Status: 'Active',
  })
  answer(cardCategoryRecord.add, category)
  answer(cardCategoryRecord.get, category)
  await openPage('/setup/card-category')
  await button('Add Card Category').click()
  await expect.poll(() => location.pathname).toBe('/setup/card-category/add')
  const form = page.getByRole('main')
  await button('Save').click()
  await expect.element(form.getByText('Required').first()).toBeVisible()
  await chooseOption(combobox(form, 'Card group'), 'Jewel Club')
  await form.getByLabelText('Code').click()
  await userEvent.keyboard('pearl')
  await expect.element(form.getByLabelText('Code')).toHaveValue('PEARL')
  await form.getByLabelText('Name').fill('Pearl')
  await button('#1f7a5c').click()
  await form.getByLabelText('Level sequence').fill('60')
  await expectAccessible()
  const reactivated = watchForm()
  await button('Save').click()
  await expect.element(page.getByText('The card category has been created')).toBeVisible()
  expect(requestsTo(cardCategoryRecord.add)).toMatchObject([{ Code: 'PEARL', Color: '#1f7a5c', LevelSequence: 60 }])
  await expect.element(page.getByRole('heading', { name: 'Pearl' }).first()).toBeVisible()
  expect(reactivated(), 'a saved form stays inactive until the next page is drawn').toBe(false)
  await form.getByRole('button', { name: 'Edit' }).first().click()
  const editing = dialog('Edit Card Category')
  await expect.element(editing.getByLabelText('Code', { exact: true })).not.toBeInTheDocument()
  await expect.element(editing.getByText('Code PEARL and card group')).toBeVisible()
  await editing.getByLabelText('Name').fill('Moon')
  await button('Save', editing).click()
  await expect.element(page.getByText('The card category has been updated')).toBeVisible()
})

test('card category page: a category can be deleted after confirmation', async () => {
  answerList(cardCategoryRecord.list, 1, () => ({ Code: 'PEARL', Name: 'Pearl', Status: 'Active' as const }))
  await openPage('/setup/card-category')
  await chooseAction('Pearl', 'Delete')
  await button('Delete', dialog(/^Delete the card category /)).click()
  await expect.element(page.getByText('The card category has been deleted')).toBeVisible()
})
