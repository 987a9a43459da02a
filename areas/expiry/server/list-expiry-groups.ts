import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import type * as contract from '../contract/expiries.ts'
import { costPerPoint } from './cost.ts'
import { monthsOfMembers } from './expiry-filters.ts'

/** Months with what expired in them and what will. */
export async function listExpiryGroups(ctx: Ctx, { Search, SortDirection }: Input<typeof contract.listExpiryGroups>) {
  const cost = await costPerPoint(ctx)
  // A lifetime has few months, so all of them are read once: the lots are not gone through twice.
  // Members first, then months: counting them apart would sort a million numbers.
  const { rows } = await sql<contract.ExpiryGroup>`
    with bucket as (${monthsOfMembers(ctx, Search)}),
    month as (
      select first_day, balance_type, count(*) as members, sum(lots)::bigint as lots, sum(to_expire)::bigint as to_expire,
        sum(expired)::bigint as expired
      from bucket group by 1, 2
    )
    select to_char(first_day, 'YYYY-MM') as period, extract(year from first_day)::int as year, extract(month from first_day)::int as month,
      balance_type, members, lots, to_expire as total_point_to_expire, expired as point_expired,
      round((to_expire + expired) * ${cost}::numeric, 2)::text as value
    from month order by first_day ${sql.raw(SortDirection)}, balance_type`.execute(ctx.db)
  return valueList(rows)
}
