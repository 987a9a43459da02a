import { saleReceived, saleReturned } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { onSql } from '#kit/server/events.ts'
import { filesOfTask } from './server/files.ts'
import { taskRoutes } from './server/routes.ts'
import { taskRows } from './server/row-kinds.ts'
import { taskSegmentFields } from './server/segment-fields.ts'

export const tasks: ServerArea = {
  name: 'tasks',
  segmentFields: taskSegmentFields,
  routes: taskRoutes,
  rowKinds: taskRows,
  keepsFiles: { TaskId: filesOfTask },
  handles: [
    onSql(saleReceived, 'credits the contact that came before it'),
    onSql(saleReturned, 'takes what was returned off the credit'),
  ],
  merge: {
    moves: [{ table: 'task', key: 'task_id', keyType: 'bigint', customer: 'customer_id' }],
  },
}
