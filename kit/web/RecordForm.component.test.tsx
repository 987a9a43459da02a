import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { taskGroups } from '#areas/tasks/contract/records.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, holdReplies, replyOf, requestsTo } from '#tests/components/server.ts'

const CARD_GROUPS = '/setup/card-group'
const EDIT_CUSTOMER = '/customers/1?edit=profile'

const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function openMenu(row: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${row}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('form dialog: each missing field shows an error, and the record is created once all fields are filled', async () => {
  await openPage(CARD_GROUPS)
  await button('Add Card Group').click()
  const form = dialog('Add Card Group')
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveFocus()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('Please input name.')).toBeVisible()
  await expect.element(form.getByText('Please input description.')).toBeVisible()
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()

  await form.getByLabelText('Name', { exact: true }).fill('Club 01')
  await form.getByLabelText('Description').fill('For everybody')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The card group has been created')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(requestsTo(cardGroups.add)).toEqual([{ Name: 'Club 01', Description: 'For everybody', Status: 'Active' }])
})

test('form dialog: the key N opens the dialog, Escape closes it, and the focus returns to the Add button', async () => {
  await openPage(CARD_GROUPS)
  document.querySelector<HTMLElement>('main')!.focus()
  await userEvent.keyboard('n')
  await expect.element(dialog('Add Card Group')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await button('Add Card Group').click()
  await expect.element(dialog('Add Card Group')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('Add Card Group')).toHaveFocus()
})

test('form dialog: Ctrl+Enter saves, and a second press while saving sends nothing', async () => {
  await openPage(CARD_GROUPS)
  await button('Add Card Group').click()
  const form = dialog('Add Card Group')
  await form.getByLabelText('Name', { exact: true }).fill('Club 01')
  await form.getByLabelText('Description').fill('For everybody')
  const release = holdReplies(cardGroups.add)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => requestsTo(cardGroups.add)).toHaveLength(1)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  release()
  await expect.element(form).not.toBeInTheDocument()
  expect(requestsTo(cardGroups.add)).toHaveLength(1)
})

test('form: a server error is shown at its field, and the input is not lost', async () => {
  answer(
    cardGroups.add,
    new Refusal(400, 'kit.invalid', 'The name is too common', {
      details: [{ path: 'Name', message: 'The name is too common' }],
    }),
  )
  await openPage(CARD_GROUPS)
  await button('Add Card Group').click()
  const form = dialog('Add Card Group')
  await form.getByLabelText('Name', { exact: true }).fill('Club')
  await form.getByLabelText('Description').fill('For everybody')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('The name is too common').first()).toBeVisible()
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect.element(form.getByLabelText('Description')).toHaveValue('For everybody')
  await expectAccessible()
})

test('form: a code is converted to capitals while typing, and cannot be changed after the record is created', async () => {
  answerList(taskGroups.list, 1, () => ({ Code: 'CALLS', Name: 'Calls', Status: 'Active' as const }))
  await openPage('/setup/task-group')
  await button('Add Task Group').click()
  const code = dialog().getByLabelText('Code', { exact: true })
  await code.click()
  await userEvent.keyboard('calls')
  await expect.element(code).toHaveValue('CALLS')
  await userEvent.keyboard('{Escape}')
  await button('Discard').click()
  await expect.element(dialog()).not.toBeInTheDocument()

  await openMenu('CALLS', 'Edit')
  await expect.element(dialog('Edit Task Group').getByLabelText('Code', { exact: true })).toHaveAttribute('readonly')
})

test('record page: a record can be edited and, after confirmation, deleted; its row stays without actions', async () => {
  answerList(cardGroups.list, 1, () => ({
    GroupId: 1,
    Name: 'Club 01',
    Description: 'For all',
    Status: 'Active' as const,
    Version: 4,
  }))
  answer(cardGroups.remove, replyOf(cardGroups.remove, { GroupId: 1, Name: 'Club 01', Status: 'Deleted' }))
  await openPage(CARD_GROUPS)
  await openMenu('Club 01', 'Edit')
  const form = dialog('Edit Card Group')
  await form.getByLabelText('Description').fill('For a few')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The card group has been updated')).toBeVisible()
  expect(requestsTo(cardGroups.update)).toMatchObject([{ GroupId: 1, Version: 4, Description: 'For a few' }])

  await openMenu('Club 01', 'Delete')
  const question = dialog(/^Delete the card group /)
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(requestsTo(cardGroups.remove)).toEqual([])
  await openMenu('Club 01', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('The card group has been deleted')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Club 01' })
  await expect.element(row).toMatchTextContent('Deleted')
  await expect.element(row.getByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
})

test('form: if another user changed the record in the meantime, the user chooses a value for each field', async () => {
  const row = { GroupId: 1, Name: 'Club 01', Description: 'For all', Status: 'Active' as const, Version: 4 }
  answerList(cardGroups.list, 1, () => row)
  const current = replyOf(cardGroups.get, { ...row, Description: 'Theirs', Version: 5 })
  answer(
    cardGroups.update,
    new Refusal(409, 'kit.stale', 'Another user has changed this record in the meantime', { current }),
  )
  await openPage(CARD_GROUPS)
  await openMenu('Club 01', 'Edit')
  const form = dialog('Edit Card Group')
  await form.getByLabelText('Description').fill('Mine')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByRole('radio', { name: /Theirs/ })).toBeVisible()
  await expectAccessible()
})

test('form: closing a form with unsaved changes asks for confirmation', async () => {
  await openPage(CARD_GROUPS)
  await button('Add Card Group').click()
  await dialog('Add Card Group').getByLabelText('Name', { exact: true }).fill('Club 01')
  await userEvent.keyboard('{Escape}')
  const question = dialog('Unsaved changes')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(dialog('Add Card Group').getByLabelText('Name', { exact: true })).toHaveValue('Club 01')
})

const drafts = () =>
  Object.entries(sessionStorage)
    .filter(([key]) => key.startsWith('carat.draft.'))
    .map(([, draft]) => draft)
    .join()

const customer = (Version: number, Remarks: string | null = null) =>
  replyOf(getCustomer, { CustomerId: 1, FullName: 'NUR AISYAH', Status: 'Active', Remarks, Version })

test('draft of a form: unsaved input is offered after a reload and deleted after saving', async () => {
  answer(getCustomer, customer(1))
  answer(updateCustomer, customer(2, 'Likes rubies'))
  await openPage(EDIT_CUSTOMER)
  await dialog().getByLabelText('Remarks').fill('Likes rubies')
  await expect.poll(drafts).toContain('Likes rubies')

  await openPage(EDIT_CUSTOMER)
  await expect.element(dialog().getByText('Restore draft?')).toBeVisible()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Restore' }).click()
  await expect.element(dialog().getByLabelText('Remarks')).toHaveValue('Likes rubies')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(drafts()).toBe('')
})

test('draft of a form: unsaved input is deleted when the user discards it', async () => {
  answer(getCustomer, customer(1))
  await openPage(EDIT_CUSTOMER)
  await dialog().getByLabelText('Remarks').fill('Likes pearls')
  await expect.poll(drafts).toContain('Likes pearls')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await button('Discard').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(drafts()).toBe('')
})

test('draft of a form: if the record has changed since, the user chooses a value for each field', async () => {
  answer(getCustomer, customer(1))
  await openPage(EDIT_CUSTOMER)
  await dialog().getByLabelText('Remarks').fill('Mine')
  await expect.poll(drafts).toContain('Mine')

  const current = customer(2, 'Theirs')
  answer(getCustomer, current)
  answer(
    updateCustomer,
    new Refusal(409, 'kit.stale', 'Another user has changed this record in the meantime', { current }),
  )
  await openPage(EDIT_CUSTOMER)
  await dialog().getByRole('button', { name: 'Restore' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByRole('radio', { name: /Theirs/ })).toBeVisible()
})

test('form: emptying a required field of an existing record shows an error', async () => {
  answer(getCustomer, customer(1))
  await openPage(EDIT_CUSTOMER)
  const name = dialog().getByLabelText('Full name')
  await expect.element(name).toHaveValue('NUR AISYAH')
  await name.fill('')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  expect(requestsTo(updateCustomer)).toEqual([])
})
