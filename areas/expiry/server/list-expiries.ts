import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract/expiries.ts'
import { costPerPoint } from './cost.ts'
import { monthsOfMembers } from './expiry-filters.ts'

/** Members with what of their points expired in a month and what will. */
export async function listExpiries(ctx: Ctx, { Search }: Input<typeof contract.listExpiries>) {
  const cost = await costPerPoint(ctx)
  return sqlList({
    from: sql`(${monthsOfMembers(ctx, Search)}) bucket`,
    page: {
      keys: sql`bucket.*`,
      as: 'bucket',
      joins: sql`join membership m using (membership_no) join customer c using (customer_id)
        left join point_balance b on b.membership_no = bucket.membership_no and b.balance_type = bucket.balance_type`,
    },
    select: sql<contract.ExpiryRow>`bucket.membership_no || '/' || to_char(first_day, 'YYYY-MM') as key, bucket.membership_no, c.customer_id,
      c.full_name, coalesce(c.contact_no, '') as contact_no, c.registered_outlet_code as outlet_code,
      extract(year from first_day)::int as year, extract(month from first_day)::int as month,
      bucket.balance_type, lots, to_expire as total_point_to_expire, expired as point_expired,
      round((to_expire + expired) * ${cost}::numeric, 2)::text as value, coalesce(b.points, 0) as point_balance`,
    sort: { TotalPointToExpire: 'to_expire', PointExpired: 'expired', MembershipNo: 'bucket.membership_no' },
    tie: (way) => sql`first_day ${way}, bucket.membership_no ${way}`,
  })
}
