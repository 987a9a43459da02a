import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, dialog, typeText } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { addProgressLog } from '../contract/progress-logs.ts'
import { addTask, getTask, listTasks, type TaskView, updateTask } from '../contract/tasks.ts'

const TASKS = '/tasks'

const [row] = replyOf(listTasks).rows
const fieldsOf = (TaskId: number) => ({
  ...{ TaskId, Name: `Call number ${TaskId}`, Status: 'To Do' as const, Because: null, Source: 'Manual' as const },
  ...{ SnoozedUntil: null, Customer: { ...row!.Customer!, FullName: 'TAN WEI LING' } },
})
const task = (TaskId: number, fields: Partial<TaskView> = {}) =>
  replyOf(getTask, { ...fieldsOf(TaskId), TaskProgressLog: [], ...fields })

beforeEach(() => {
  answerList(listTasks, 3, (position) => fieldsOf(position + 1))
  answer(getTask, ({ TaskId }) => task(TaskId))
})

const openedTask = () => dialog('Task To Do')
const logInput = () => openedTask().getByRole('textbox', { name: 'Description' })

test('tasks page: saving a log by keyboard opens the next task, and after the last task Escape closes the panel', async () => {
  await openPage(TASKS)
  const link = page.getByRole('link', { name: 'Call number 1' })
  ;((await link.findElement()) as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  for (const TaskId of [1, 2, 3]) {
    await expect.element(openedTask().getByRole('heading', { name: `Call number ${TaskId}` })).toBeVisible()
    await expect.element(logInput()).toHaveFocus()
    await typeText('Called')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => requestsTo(addProgressLog)).toHaveLength(TaskId)
  }
  expect(requestsTo(addProgressLog).map(({ TaskId, Description }) => [TaskId, Description])).toEqual(
    [1, 2, 3].map((TaskId) => [TaskId, 'CALLED']),
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('task dialog: a task can be started and postponed', async () => {
  await openPage(`${TASKS}?task=1`)
  await expect.element(logInput()).toHaveFocus()
  await expectAccessible()
  answer(getTask, task(1, { Status: 'In Progress' }))
  await button('Start', openedTask()).click()
  await expect.element(openedTask().getByText('In Progress')).toBeVisible()
  answer(getTask, task(1, { Status: 'In Progress', SnoozedUntil: '2199-01-04' }))
  await button('Put off', openedTask()).click()
  await page.getByRole('menuitem', { name: '3 days' }).click()
  await expect.element(openedTask().getByRole('button', { name: /^Put off until/ })).toBeVisible()
  expect(requestsTo(updateTask)).toMatchObject([{ Status: 'In Progress' }, { SnoozedUntil: expect.any(String) }])
})

test('task dialog: only head office can complete a task, and outlet staff see this reason', async () => {
  const { May } = replyOf(getTask)
  answer(getTask, task(1, { May: { ...May, Complete: 'N' } }))
  await openPage(`${TASKS}?task=1`)
  await expect.element(logInput()).toHaveFocus()
  const complete = button('Complete', openedTask())
  await expect.element(complete).toHaveAttribute('aria-disabled', 'true')
  await expect.element(complete).toHaveAccessibleDescription('Only head office can set a task to Completed')
  answer(getTask, task(1, { May: { ...May, Complete: 'Y' } }))
  await openPage(`${TASKS}?task=1`)
  await complete.click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(updateTask)).toMatchObject([{ TaskId: 1, Status: 'Completed' }])
})

test('customer page: a task can be added and opened', async () => {
  answer(getCustomer, replyOf(getCustomer, { CustomerId: 1, FullName: 'TAN WEI LING', Status: 'Active' }))
  await openPage('/customers/1')
  const card = page.getByRole('region', { name: 'Tasks' })
  await button('New task', card).click()
  await dialog(/New task for/)
    .getByRole('textbox', { name: 'Task' })
    .fill('Ring the bell')
  await button('Save', dialog()).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(addTask)).toMatchObject([{ CustomerId: 1, Name: 'Ring the bell' }])
  await card.getByRole('link', { name: 'Call number 1' }).click()
  await expect.element(openedTask().getByText('Call number 1')).toBeVisible()
})

test('tasks page: on a phone the list names the customer, and an opened task starts at its top', async () => {
  await openPage(TASKS, { width: 390 })
  const link = page.getByRole('link', { name: /Call number 1/ })
  await expect.element(link).toMatchTextContent('Tan Wei Ling')
  await link.click()
  await expect.element(logInput()).toBeVisible()
  const { top, bottom } = openedTask().getByRole('heading', { name: 'Call number 1' }).element().getBoundingClientRect()
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
  await expect.element(logInput()).not.toHaveFocus()
})

test('new task dialog: a mandatory custom field must also be filled in on a phone', async () => {
  const field = replyOf(formFields).rows[0]!
  answer(formFields, {
    count: 1,
    rows: [{ ...field, CustomFieldCode: 'GIFT', CustomFieldName: 'Gift idea', FieldType: 'Text', IsMandatoryYN: 'Y' }],
  })
  await openPage(TASKS, { width: 390 })
  await button('New task').first().click()
  await dialog().getByLabelText('Task', { exact: true }).fill('Call about the necklace')
  await button('Save', dialog()).click()
  const box = dialog().getByLabelText('Gift idea')
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAccessibleDescription(/Required/)
  expect(requestsTo(addTask)).toEqual([])
  await expectNoSideScroll()
  await box.fill('A bracelet')
  await button('Save', dialog()).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(addTask)).toMatchObject([{ CustomValues: { GIFT: 'A bracelet' } }])
})
