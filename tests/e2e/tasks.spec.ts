import type { Page } from '@playwright/test'
import { post, registerMember, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

type Task = { TaskId: number; Status: string; TaskProgressLog: { Description: string; ContactType: string }[] }

/** Tasks of the outlet, due today, found by what they are called. */
async function tasksOf(outlet: Page, hq: Page, count: number) {
  const called = `E2E ${unique()}`
  const { CustomerId } = await registerMember(outlet.request, hq.request)
  const ids: number[] = []
  for (let place = 1; place <= count; place++) {
    const { TaskId } = await post<Task>(outlet.request, '/task/tasks/add', {
      Name: `${called} number ${String(place).padStart(2, '0')}`,
      CustomerId,
      DueDate: new Date(Date.now() + 8 * 3_600_000 + place * 1000).toISOString().slice(0, 19),
    })
    ids.push(TaskId)
  }
  return { called, ids, CustomerId }
}
const taskOf = (page: Page, TaskId: number) => post<Task>(page.request, '/task/tasks/find-one', { TaskId })

test('ten follow-up tasks are worked through by keyboard alone, each with its log', async ({ staffPage }) => {
  test.slow()
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { called, ids } = await tasksOf(outlet, hq, 10)
  await outlet.goto(`/tasks?Name=${encodeURIComponent(called)}`)
  await expectLoaded(outlet)
  await outlet.getByRole('link', { name: `${called} number 01` }).focus()
  await outlet.keyboard.press('Enter')
  const dialog = outlet.getByRole('dialog', { name: 'Task To Do' })
  for (let place = 1; place <= 10; place++) {
    await expect(dialog.getByRole('heading', { name: `number ${String(place).padStart(2, '0')}` })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
    await outlet.keyboard.type('Called', { delay: 60 })
    await outlet.keyboard.press('Control+Enter')
  }
  await expect(dialog.getByRole('cell', { name: /^CALLED/ })).toBeVisible()
  await outlet.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(outlet).not.toHaveURL(/task=/)
  for (const TaskId of ids) expect((await taskOf(hq, TaskId)).TaskProgressLog).toHaveLength(1)
})

test('an outlet starts and puts off a task, and only head office completes it', { tag: '@all' }, async ({
  staffPage,
}) => {
  test.slow()
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { ids } = await tasksOf(outlet, hq, 1)
  const TaskId = ids[0]!
  await outlet.goto(`/tasks?task=${TaskId}`)
  const mine = outlet.getByRole('dialog', { name: 'Task To Do' })
  await expect(mine.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expectAccessible(outlet)
  await mine.getByRole('button', { name: 'Start' }).click()
  await expect(mine.getByText('In Progress')).toBeVisible()
  await mine.getByRole('button', { name: 'Put off' }).click()
  await outlet.getByRole('menuitem', { name: '3 days' }).click()
  await expect(mine.getByRole('button', { name: /^Put off until/ })).toBeVisible()
  expect((await taskOf(outlet, TaskId)).Status).toBe('In Progress')

  await mine.locator('input[type=file]').setInputFiles({
    name: 'order.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  })
  await expect(mine.getByRole('link', { name: 'order.pdf' })).toBeVisible()
  await expectAccessible(outlet)

  await hq.goto(`/tasks?task=${TaskId}`)
  const theirs = hq.getByRole('dialog', { name: 'Task To Do' })
  await theirs.getByRole('button', { name: 'Complete' }).click()
  await expect(theirs).toBeHidden()
  expect((await taskOf(hq, TaskId)).Status).toBe('Completed')
})

test('a task is added on the customer’s page, and stands there and on the first page of the day', {
  tag: '@all',
}, async ({ staffPage }) => {
  test.slow()
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId } = await registerMember(outlet.request, hq.request)
  const name = `Ring the bell ${unique()}`
  await outlet.goto(`/customers/${CustomerId}`)
  const card = outlet.getByRole('region', { name: 'Tasks' })
  await card.getByRole('button', { name: 'New task' }).click()
  const dialog = outlet.getByRole('dialog', { name: /New task for/ })
  await dialog.getByRole('textbox', { name: 'Task' }).fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('link', { name })).toBeVisible()
  await card.getByRole('link', { name }).click()
  await expect(outlet.getByRole('dialog', { name: 'Task To Do' }).getByText(name)).toBeVisible()
  await outlet.goto('/tasks?Bucket=Today')
  await expectLoaded(outlet)
})

test('on a phone the list names whom a task is about, and a task is read before its log is written', {
  tag: '@all',
}, async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { called } = await tasksOf(outlet, hq, 1)
  await outlet.setViewportSize({ width: 390, height: 844 })
  await outlet.goto(`/tasks?Name=${encodeURIComponent(called)}`)
  const task = outlet.getByRole('link', { name: `${called} number 01` })
  await expect(task).toContainText('Siti Nurhaliza')
  await task.click()
  const dialog = outlet.getByRole('dialog', { name: 'Task To Do' })
  const log = dialog.getByRole('textbox', { name: 'Description' })
  await expect(log).toBeEditable()
  await expect(dialog.getByRole('heading', { name: 'number 01' })).toBeInViewport()
  await expect(log).not.toBeFocused()
})
