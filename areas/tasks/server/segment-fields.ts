import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const openTasks = sql`task where status in ('To Do', 'In Progress') and customer_id is not null`

/** Fields about tasks for the conditions of segments. */
export const taskSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'OpenTasks',
    Kind: 'number',
    rows: () => sql`select customer_id, count(*) as value from ${openTasks} group by 1`,
  },
  {
    Name: 'OverdueTasks',
    Kind: 'number',
    rows: ({ today }) =>
      sql`select customer_id, count(*) as value from ${openTasks} and business_date_of(due_date) < ${today}::date group by 1`,
  },
]
