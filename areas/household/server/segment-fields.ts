import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { Metal, Stone } from '../contract.ts'

const liked = (column: 'metals' | 'stones') => () =>
  sql`select customer_id, unnest(${sql.ref(column)}) as value from jewellery_profile where status = 'Active'`

/** What segments may ask of taste and favourites. Who buys what for whom is none of it: it would give a gift away. */
export const householdSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  { Name: 'Metals', Kind: 'set', choices: { words: Metal.options }, rows: liked('metals') },
  { Name: 'Stones', Kind: 'set', choices: { words: Stone.options }, rows: liked('stones') },
  {
    Name: 'Favourites',
    Kind: 'number',
    rows: () => sql`select customer_id, count(*) as value from favourite where status = 'Active' group by 1`,
  },
]
