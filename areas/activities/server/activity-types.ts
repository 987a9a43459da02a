import { sql } from 'kysely'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { activityTypes } from '../contract/activity-types.ts'

export const activityTypeRoutes = serveRecord(
  activityTypes,
  recordUseCases(activityTypes, {
    table: 'ActivityType',
    used: ({ ActivityCode }) => ({
      Activities: sql`customer_activity where activity_code = ${ActivityCode} and status = 'Active'`,
    }),
  }),
)
