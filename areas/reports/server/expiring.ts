import { type RawBuilder, sql } from 'kysely'
import { isOpenLotSql, remainingPointsSql } from '#areas/points/server/index.ts'

/** SQL of a member's points that expire in this month and the following eleven, as a total and as text by month. */
export const expiringPointsSql = (today: string, member: RawBuilder<unknown>) => sql`(
  select sum(points)::bigint as points, string_agg(month || ': ' || points, ' · ' order by month) as by_month
  from (select to_char(h.expiry_date, 'YYYY-MM') as month, sum(${remainingPointsSql})::bigint as points from point_history h
    where h.membership_no = ${member} and ${isOpenLotSql} and h.expiry_date >= ${today}::date
      and h.expiry_date < date_trunc('month', ${today}::date) + interval '12 months'
    group by 1) months)`
