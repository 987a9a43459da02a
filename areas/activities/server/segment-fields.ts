import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** The segment fields on activities. */
export const activitySegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'ActivityCode',
    Kind: 'set',
    period: true,
    choices: {
      select: sql`select activity_code as value, description as label from activity_type where status <> 'Deleted' order by description, activity_code`,
    },
    rows: ({ during }) => sql`
      select customer_id, activity_code as value from customer_activity
      where status = 'Active' and ${during(sql`business_date_of(created_at)`)}`,
  },
]
