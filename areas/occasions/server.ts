import { saleReturnedEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { createOccasionTasksStep } from './server/make-tasks.ts'

export const occasionsServerArea: ServerArea = {
  name: 'occasions',
  routes: [],
  handles: [handleSqlEvent(saleReturnedEvent, 'withdraws the sale’s care tasks that were not started')],
  batchSteps: { review: [createOccasionTasksStep] },
}
