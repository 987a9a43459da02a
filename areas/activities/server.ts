import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import * as records from './contract/records.ts'
import { activityRoutes } from './server/routes.ts'
import { activityRowKinds } from './server/row-kinds.ts'
import { activitySegmentFields } from './server/segment-fields.ts'
import { activityTimelineSource } from './server/timeline.ts'

export const activitiesServerArea: ServerArea = {
  name: 'activities',
  routes: activityRoutes,
  records: Object.values(records),
  uses: {
    ActivityType: {
      Activities: ({ ActivityCode }) =>
        sql`customer_activity where activity_code = ${ActivityCode} and status = 'Active'`,
    },
  },
  rowKinds: activityRowKinds,
  timeline: [activityTimelineSource],
  segmentFields: activitySegmentFields,
  merge: {
    moves: [{ table: 'customer_activity', key: 'activity_id', keyType: 'bigint', customer: 'customer_id' }],
  },
  personal: {
    tables: [
      {
        table: 'customer_activity',
        part: 'Tasks and activities',
        hides: 'building_id',
        dots: 'activity_log',
        keeps: 'activity_code status',
      },
    ],
  },
}
