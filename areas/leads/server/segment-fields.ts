import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** The segment field for the lead source of customers. */
export const leadSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'LeadSource',
    Kind: 'choice',
    choices: {
      select: sql`select lead_source_id::text as value, name || ' (' || code || ')' as label from lead_source where status <> 'Deleted' order by name, lead_source_id limit 1000`,
    },
    column: sql`c.lead_source_id`,
  },
]
