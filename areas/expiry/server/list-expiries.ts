import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/expiries.ts'
import { costPerPoint } from './cost.ts'
import { expiringLots, toExpire } from './expiry-filters.ts'

const sortColumns = { TotalPointToExpire: 'to_expire', PointExpired: 'expired', MembershipNo: 'bucket.membership_no' }

/** Members with what of their points expired in a month and what will. */
export async function listExpiries(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listExpiries>,
) {
  const { where, tables } = expiringLots(ctx, Search)
  const cost = await costPerPoint(ctx)
  const buckets = sql`
    select h.membership_no, h.balance_type, date_trunc('month', h.expiry_date)::date as first_day, count(*) as lots,
      sum(${toExpire(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
    from ${tables} ${where} group by 1, 2, 3`
  const order = sql.raw(
    `${sortColumns[SortOption]} ${SortDirection}, first_day ${SortDirection}, bucket.membership_no ${SortDirection}`,
  )
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from (${buckets}) bucket`.execute(ctx.db),
    sql<contract.ExpiryRow>`
      with bucket as materialized (select * from (${buckets}) bucket order by ${order} limit ${Rows} offset ${(Page - 1) * Rows})
      select bucket.membership_no || '/' || to_char(first_day, 'YYYY-MM') as key, bucket.membership_no, c.customer_id, c.full_name,
        coalesce(c.contact_no, '') as contact_no, c.registered_outlet_code as outlet_code,
        extract(year from first_day)::int as year, extract(month from first_day)::int as month,
        bucket.balance_type, lots, to_expire as total_point_to_expire, expired as point_expired,
        round((to_expire + expired) * ${cost}::numeric, 2)::text as value, coalesce(b.points, 0) as point_balance
      from bucket join membership m using (membership_no) join customer c using (customer_id)
        left join point_balance b on b.membership_no = bucket.membership_no and b.balance_type = bucket.balance_type
      order by ${order}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
