import { sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, containing } from '#kit/server/page.ts'
import { type listReferrers as endpoint, type Referrer, refusals } from '../contract.ts'

const sortColumns = {
  LastDate: 'last_date',
  MembershipNo: 'membership_no',
  FullName: 'full_name',
  Friends: 'friends',
  Qualified: 'qualified',
  PointsAwarded: 'points_awarded',
}

/** Members who recommended friends. What the friends bought is only added up for the rows that are shown. */
export async function listReferrers(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  const conditions = [
    Search.MembershipNo && sql`m.membership_no = ${Search.MembershipNo}`,
    Search.FullName && sql`c.full_name ilike ${containing(Search.FullName)}`,
    outlet && sql`c.registered_outlet_code = ${outlet}`,
  ]
  const since = [
    Search.DateFrom && sql`last_date >= ${Search.DateFrom}`,
    Search.DateTo && sql`last_date <= ${Search.DateTo}`,
  ]
  const all = sql`
    select * from (
      select m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code as outlet_code, count(*) as friends,
        count(*) filter (where r.status = 'Pending') as pending, count(*) filter (where r.status = 'Qualified') as qualified,
        count(*) filter (where r.status = 'Approved') as approved, count(*) filter (where r.status = 'Rejected') as rejected,
        count(*) filter (where r.status = 'Voided') as voided,
        coalesce(sum(r.referrer_awarded) filter (where r.status = 'Approved'), 0)::bigint as points_awarded,
        business_date_of(max(greatest(r.named_at, r.qualified_at, r.decided_at, r.voided_at))) as last_date
      from referral r join membership m on m.membership_no = r.referrer_membership_no join customer c on c.customer_id = m.customer_id
      where ${allOf(conditions)}
      group by m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code) counted
    where ${allOf(since)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, membership_no ${SortDirection}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from (${all}) referrer`.execute(ctx.db),
    sql<Referrer>`
      select referrer.*, bought.friends_sales
      from (${all} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}) referrer
      left join lateral (
        select coalesce(sum(case when t.transaction_type = 'C' then -t.net_amount else t.net_amount end), 0)::numeric(14, 2) as friends_sales
        from referral r join transaction_summary t on t.customer_id = r.customer_id
        where r.referrer_membership_no = referrer.membership_no and r.status <> 'Rejected'
      ) bought on true
      order by ${order}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
