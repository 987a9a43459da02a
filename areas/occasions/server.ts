import { saleReturned } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { makeOccasionTasks } from './server/make-tasks.ts'

export const occasions: ServerArea = {
  name: 'occasions',
  routes: [],
  handles: [handleSqlEvent(saleReturned, 'withdraws the sale’s care tasks that were not started')],
  batchSteps: { review: [makeOccasionTasks] },
}
