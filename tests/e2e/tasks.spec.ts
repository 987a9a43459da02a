import { post, registerMember, uniqueDigits } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

type Task = { TaskId: number; Status: string; TaskProgressLog: { Description: string }[] }

test('tasks: an outlet adds a task for a customer and logs a contact with a file, and head office completes the task', async ({
  staffPage,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId } = await registerMember(outlet.request, hq.request)
  const name = `Ring the bell ${uniqueDigits()}`
  await outlet.goto(`/customers/${CustomerId}`)
  await expectLoaded(outlet)
  const card = outlet.getByRole('region', { name: 'Tasks' })
  await card.getByRole('button', { name: 'New task' }).click()
  const adding = outlet.getByRole('dialog', { name: /New task for/ })
  await adding.getByRole('textbox', { name: 'Task' }).fill(name)
  await adding.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('link', { name }).click()
  const outletDialog = outlet.getByRole('dialog', { name: 'Task To Do' })
  await expect(outletDialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await outlet.keyboard.type('Called')
  await outlet.keyboard.press('Control+Enter')
  await expect(outletDialog.getByRole('cell', { name: /^CALLED/ })).toBeVisible()
  await outletDialog.locator('input[type=file]').setInputFiles({
    name: 'order.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  })
  await expect(outletDialog.getByRole('link', { name: 'order.pdf' })).toBeVisible()

  const TaskId = Number(new URL(outlet.url()).searchParams.get('task'))
  await hq.goto(`/tasks?task=${TaskId}`)
  const headOfficeDialog = hq.getByRole('dialog', { name: 'Task To Do' })
  await headOfficeDialog.getByRole('button', { name: 'Complete' }).click()
  await expect(headOfficeDialog).toBeHidden()
  const task = await post<Task>(hq.request, '/task/tasks/find-one', { TaskId })
  expect(task).toMatchObject({ Status: 'Completed', TaskProgressLog: [{ Description: 'CALLED' }] })
})
