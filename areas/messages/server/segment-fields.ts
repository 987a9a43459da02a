import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** The segment fields on messages to customers. */
export const messageSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'MessagesSent',
    Kind: 'number',
    period: true,
    rows: ({ during }) => sql`
      select customer_id, count(*) as value from contact_log
      where result in ('Sent', 'Delivered') and ${during(sql`business_date_of(created_at)`)} group by 1`,
  },
]
