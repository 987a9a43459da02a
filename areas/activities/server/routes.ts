import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract/activities.ts'
import { addActivity, deleteActivity, listActivities, restoreActivity, updateActivity } from './activities.ts'
import { activityTypeRoutes } from './activity-types.ts'

export const activityRoutes = [
  ...activityTypeRoutes,
  serve(contract.addActivity, addActivity),
  serve(contract.listActivities, listActivities),
  serve(contract.updateActivity, updateActivity),
  serve(contract.deleteActivity, deleteActivity),
  serve(contract.restoreActivity, restoreActivity),
]
