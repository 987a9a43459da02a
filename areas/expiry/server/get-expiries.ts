import { sql } from 'kysely'
import { refusals as pointRefusals } from '#areas/points/contract/ledger.ts'
import { findBalance } from '#areas/points/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/expiries.ts'
import { costPerPoint } from './cost.ts'
import { toExpire } from './expiry-filters.ts'

/** One member's months: a full number is served at every outlet, as at the counter. */
export async function getExpiries(ctx: Ctx, { MembershipNo }: Input<typeof contract.getExpiries>) {
  if (!(await findBalance(ctx, MembershipNo))) throw pointRefusals.memberNotFound()
  const cost = await costPerPoint(ctx)
  const { rows } = await sql<Reply<typeof contract.getExpiries>['Months'][number]>`
    with month as (
      select date_trunc('month', h.expiry_date)::date as first_day, h.balance_type, count(*) as lots,
        sum(${toExpire(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
      from point_history h where h.membership_no = ${MembershipNo} and h.point_amount > 0 and h.expiry_date is not null
        and (h.point_expired > 0 or h.expiry_date >= ${ctx.today} and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount)
      group by 1, 2
    )
    select extract(year from first_day)::int as year, extract(month from first_day)::int as month, balance_type, lots,
      to_expire as total_point_to_expire, expired as point_expired, round((to_expire + expired) * ${cost}::numeric, 2)::text as value
    from month order by first_day, balance_type`.execute(ctx.db)
  return { MembershipNo, Months: rows }
}
