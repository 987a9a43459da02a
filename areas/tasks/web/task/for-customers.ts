import { call } from '#kit/web/call.ts'
import { businessDate } from '#kit/web/format.ts'
import { addTask, deleteTask, type TaskView } from '../../contract/tasks.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** Adds a task for one of several selected customers; it is due in a week at the customer's outlet, without owner. */
export function addTaskForCustomer(CustomerId: number, Name: string) {
  const due = new Date(Date.parse(businessDate()) + DAYS * DAY_MS).toISOString().slice(0, 10)
  return call(addTask, { CustomerId, Name, DueDate: `${due}T18:00:00`, CustomersOutletYN: 'Y' })
}

export const undoAddedTask = (reply: unknown) => call(deleteTask, { TaskId: (reply as TaskView).TaskId })
