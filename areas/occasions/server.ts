import type { ServerArea } from '#kit/server/area.ts'
import { makeOccasionTasks } from './server/make-tasks.ts'

export const occasions: ServerArea = {
  name: 'occasions',
  routes: [],
  batchSteps: { 'tasks are made': [makeOccasionTasks] },
}
