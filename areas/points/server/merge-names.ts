import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

export const pointMergeFields: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'PointBalance', Kind: 'points', About: 'Points that the member has', Sample: 12_500 },
    {
      Name: 'PointsExpiring',
      Kind: 'points',
      About: 'Points that end next',
      Events: ['POINTS-EXPIRING'],
      Sample: 1_200,
    },
    {
      Name: 'ExpiryDate',
      Kind: 'date',
      About: 'The day on which they end',
      Events: ['POINTS-EXPIRING'],
      Sample: '2026-06-30',
    },
  ],
  async values({ db, MembershipNo, today }) {
    const { rows } = await sql<{
      PointBalance: number | null
      PointsExpiring: number | null
      ExpiryDate: string | null
    }>`
      with member as (select surviving_membership(${MembershipNo}) as membership_no),
      ending as (
        select expiry_date, sum(point_amount - point_reversed - point_utilized - point_expired)::bigint as points
        from point_history join member using (membership_no)
        where point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount and expiry_date >= ${today}
        group by 1 order by 1 limit 1)
      select (select points from balances(${today}) join member using (membership_no)) as point_balance,
        (select points from ending) as points_expiring, (select expiry_date from ending) as expiry_date`.execute(db)
    return { ...rows[0] }
  },
}

/** Reminders of points that expire soon: one for each member and earliest expiry date. */
export const pointReminders: NonNullable<ServerArea['reminders']> = [
  {
    event: 'POINTS-EXPIRING',
    due: ({ today, days }) => sql`
      select m.customer_id, h.membership_no, null::text as reference_code, null::bigint as reward_id,
        'POINTS-EXPIRING:' || h.membership_no || ':' || min(h.expiry_date) as once_key
      from point_history h join membership m using (membership_no)
      where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount
        and h.expiry_date >= ${today} and h.expiry_date <= ${today}::date + ${days}::int and h.available_from <= ${today} and m.status = 'Active'
      group by 1, 2`,
  },
]
