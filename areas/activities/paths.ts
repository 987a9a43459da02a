import { definePath } from '#kit/contract/path.ts'

export const activityTypesPath = definePath('/setup/activity-type')
