import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract/activities.ts'
import { addActivity, deleteActivity, listActivities, restoreActivity, updateActivity } from './activities.ts'

export const activityRoutes = [
  serve(contract.addActivity, addActivity),
  serve(contract.listActivities, listActivities),
  serve(contract.updateActivity, updateActivity),
  serve(contract.deleteActivity, deleteActivity),
  serve(contract.restoreActivity, restoreActivity),
]
