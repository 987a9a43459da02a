import { sql } from 'kysely'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { taskGroups } from '../contract/task-groups.ts'

export const taskGroupRoutes = serveRecord(
  taskGroups,
  recordUseCases(taskGroups, {
    table: 'TaskGroup',
    used: ({ Code }) => ({ Tasks: sql`task where group_code = ${Code} and status in ('To Do', 'In Progress')` }),
  }),
)
