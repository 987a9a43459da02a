import { type RawBuilder, sql } from 'kysely'
import { openLot, remaining } from '#areas/points/server/index.ts'

/** What a member loses in this month and the eleven after it: `points`, and `by_month` as `2026-12: 40 · 2027-02: 25`; null where nothing ends. */
export const expiring = (today: string, member: RawBuilder<unknown>) => sql`(
  select sum(points)::bigint as points, string_agg(month || ': ' || points, ' · ' order by month) as by_month
  from (select to_char(h.expiry_date, 'YYYY-MM') as month, sum(${remaining})::bigint as points from point_history h
    where h.membership_no = ${member} and ${openLot} and h.expiry_date >= ${today}::date
      and h.expiry_date < date_trunc('month', ${today}::date) + interval '12 months'
    group by 1) months)`
