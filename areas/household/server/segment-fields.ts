import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { Metal, Stone } from '../contract.ts'

const likedValues = (column: 'metals' | 'stones') => () =>
  sql`select customer_id, unnest(${sql.ref(column)}) as value from jewellery_profile where status = 'Active'`

/** The segment conditions on taste and favourites. Gifts are excluded, because a segment could reveal a gift. */
export const householdSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  { Name: 'Metals', Kind: 'set', choices: { words: Metal.options }, rows: likedValues('metals') },
  { Name: 'Stones', Kind: 'set', choices: { words: Stone.options }, rows: likedValues('stones') },
  {
    Name: 'Favourites',
    Kind: 'number',
    rows: () => sql`select customer_id, count(*) as value from favourite where status = 'Active' group by 1`,
  },
]
