import { path } from '#kit/contract/path.ts'

export const activityTypesPath = path('/setup/activity-type')
