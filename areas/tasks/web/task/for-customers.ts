import { call } from '#kit/web/call.ts'
import { businessDate } from '#kit/web/format.ts'
import { addTask, deleteTask, type TaskView } from '../../contract/tasks.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** A task for one of several customers who were ticked: in a week, in the outlet that looks after them; anyone there may take it. */
export function addFor(CustomerId: number, Name: string) {
  const due = new Date(Date.parse(businessDate()) + DAYS * DAY_MS).toISOString().slice(0, 10)
  return call(addTask, { CustomerId, Name, DueDate: `${due}T18:00:00`, CustomersOutletYN: 'Y' })
}

export const takeBack = (made: unknown) => call(deleteTask, { TaskId: (made as TaskView).TaskId })
