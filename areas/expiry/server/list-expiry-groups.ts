import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/expiries.ts'
import { costPerPoint } from './cost.ts'
import { expiringLots, toExpire } from './expiry-filters.ts'

/** Months with what expired in them and what will. */
export async function listExpiryGroups(
  ctx: Ctx,
  { Search, Rows, Page, SortDirection }: Input<typeof contract.listExpiryGroups>,
) {
  const { where, tables } = expiringLots(ctx, Search)
  const cost = await costPerPoint(ctx)
  const months = sql`
    select date_trunc('month', h.expiry_date)::date as first_day, h.balance_type, count(distinct h.membership_no) as members, count(*) as lots,
      sum(${toExpire(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
    from ${tables} ${where} group by 1, 2`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from (${months}) month`.execute(ctx.db),
    sql<contract.ExpiryGroup>`
      select to_char(first_day, 'YYYY-MM') as period, extract(year from first_day)::int as year, extract(month from first_day)::int as month,
        balance_type, members, lots, to_expire as total_point_to_expire, expired as point_expired,
        round((to_expire + expired) * ${cost}::numeric, 2)::text as value
      from (${months}) month order by first_day ${sql.raw(SortDirection)}, balance_type limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
