import type { ServerArea } from '#kit/server/area.ts'
import { taskRoutes } from './server/routes.ts'
import { taskRows } from './server/row-kinds.ts'
import { taskSegmentFields } from './server/segment-fields.ts'

export const tasks: ServerArea = {
  name: 'tasks',
  segmentFields: taskSegmentFields,
  routes: taskRoutes,
  rowKinds: taskRows,
  merge: {
    moves: [{ table: 'task', key: 'task_id', keyType: 'bigint', customer: 'customer_id' }],
  },
}
