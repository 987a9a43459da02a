import { sql } from 'kysely'
import { saleReceivedEvent, saleReturnedEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import * as records from './contract/records.ts'
import { findFilesOfTask } from './server/files.ts'
import { taskRoutes } from './server/routes.ts'
import { taskRowKinds } from './server/row-kinds.ts'
import { taskSegmentFields } from './server/segment-fields.ts'

export const tasksServerArea: ServerArea = {
  name: 'tasks',
  segmentFields: taskSegmentFields,
  routes: taskRoutes,
  records: Object.values(records),
  uses: {
    TaskGroup: {
      Tasks: ({ Code }) => sql`task where group_code = ${Code} and status in ('To Do', 'In Progress')`,
    },
  },
  rowKinds: taskRowKinds,
  keepsFiles: { TaskId: findFilesOfTask },
  handles: [
    handleSqlEvent(saleReceivedEvent, 'credits the sale to the task that contacted the customer before it'),
    handleSqlEvent(saleReturnedEvent, 'reduces the task’s credit by the returned amount'),
  ],
  merge: {
    moves: [{ table: 'task', key: 'task_id', keyType: 'bigint', customer: 'customer_id' }],
  },
  personal: {
    tables: [
      {
        table: 'task_progress_log',
        part: 'Tasks and activities',
        rows: 'r.task_id in (select task_id from task where customer_id = any($1::bigint[]))',
        hides: 'task_id message_id status',
        clears: 'name',
        dots: 'description',
        keeps: 'contact_type follow_up_date status outlet_code',
      },
      {
        table: 'task',
        part: 'Tasks and activities',
        hides: 'building_id related_type related_id because custom_values priority snoozed_until',
        clears: 'description because',
        sets: {
          name: "'Erased'",
          custom_values: "'{}'",
          status: "case when r.status in ('To Do', 'In Progress') then 'Deleted' else r.status end",
          version: 'r.version + 1',
        },
        keeps: 'group_code priority snoozed_until follow_up_date source related_type related_id once_key',
      },
    ],
    none: { task_credit: 'links sales to the contacts they are credited to' },
  },
}
