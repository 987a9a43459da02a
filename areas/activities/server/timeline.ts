import { sql } from 'kysely'
import type { TimelineSource } from '#areas/customers/server/index.ts'

export const activityTimelineSource: TimelineSource = {
  kinds: ['Activity'],
  select: (customerId) => sql`
    select activity.created_at, 'Activity', activity_id::text, staff.full_name, building.code, kind.description, activity_log,
      null, null, null, null, null, null, null
    from customer_activity activity join activity_type kind using (activity_code) join building using (building_id) left join staff using (staff_id)
    where activity.customer_id = ${customerId} and activity.status = 'Active'`,
}
