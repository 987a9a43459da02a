import { type RawBuilder, sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

const open = sql`lot.point_amount > 0 and lot.point_reversed + lot.point_utilized + lot.point_expired < lot.point_amount`

const moved =
  (value: RawBuilder<unknown>, types: readonly string[]) =>
  ({ during }: { during: (column: RawBuilder<unknown>) => RawBuilder<unknown> }) =>
    sql`select m.customer_id, ${value} as value from point_history h join membership m using (membership_no)
      where h.transaction_type = any(${types}::text[]) and ${during(sql`h.business_date`)} group by 1`

/** Fields about points for the conditions of segments. */
export const pointSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'PointBalance',
    Kind: 'points',
    rows: ({ today }) => sql`
      select m.customer_id, sum(b.points) as value from balances(${today}) b join membership m using (membership_no)
      where m.status = 'Active' group by 1`,
  },
  {
    Name: 'PointsEndOn',
    Kind: 'date',
    rows: ({ today }) => sql`
      select m.customer_id, min(lot.expiry_date) as value from point_history lot join membership m using (membership_no)
      where ${open} and lot.expiry_date >= ${today}::date and m.status = 'Active' group by 1`,
  },
  {
    Name: 'PointsEarned',
    Kind: 'points',
    period: true,
    rows: moved(sql`sum(h.points)`, ['Earn', 'Bonus', 'Referral']),
  },
  { Name: 'PointsRedeemed', Kind: 'points', period: true, rows: moved(sql`sum(-h.points)`, ['Redeem']) },
]
