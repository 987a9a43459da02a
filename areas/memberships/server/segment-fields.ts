import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const activeMemberships = sql`membership where status = 'Active'`

/** Segment conditions on a customer's active memberships. */
export const membershipSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'CardCategoryCode',
    Kind: 'set',
    choices: {
      select: sql`select code as value, name as label from card_category where status <> 'Deleted' order by level_sequence, code`,
    },
    rows: () => sql`select customer_id, card_category_code as value from ${activeMemberships}`,
  },
  {
    Name: 'JoinDate',
    Kind: 'date',
    rows: () => sql`select customer_id, min(join_date) as value from ${activeMemberships} group by 1`,
  },
  {
    Name: 'CycleEnd',
    Kind: 'date',
    rows: () => sql`select customer_id, min(cycle_end) as value from ${activeMemberships} group by 1`,
  },
]
