import { sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, contains, equals, within } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { type listReferrers as endpoint, type Referrer, refusals } from '../contract.ts'

/** Members who recommended friends. What the friends bought is only added up for the rows that are shown. */
export function listReferrers(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const ofReferrer = allOf([
    equals('m.membership_no', Search.MembershipNo),
    contains('c.full_name', Search.FullName),
    equals('c.registered_outlet_code', askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)),
  ])
  return sqlList({
    from: sql`(
      select m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code as outlet_code, count(*) as friends,
        count(*) filter (where r.status = 'Pending') as pending, count(*) filter (where r.status = 'Qualified') as qualified,
        count(*) filter (where r.status = 'Approved') as approved, count(*) filter (where r.status = 'Rejected') as rejected,
        count(*) filter (where r.status = 'Voided') as voided,
        coalesce(sum(r.referrer_awarded) filter (where r.status = 'Approved'), 0)::bigint as points_awarded,
        business_date_of(max(greatest(r.named_at, r.qualified_at, r.decided_at, r.voided_at))) as last_date
      from referral r join membership m on m.membership_no = r.referrer_membership_no join customer c on c.customer_id = m.customer_id
      where ${ofReferrer}
      group by m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code) referrer`,
    where: [within('last_date', Search.DateFrom, Search.DateTo)],
    page: {
      keys: sql`referrer.*`,
      as: 'referrer',
      joins: sql`left join lateral (
        select coalesce(sum(case when t.transaction_type = 'C' then -t.net_amount else t.net_amount end), 0)::numeric(14, 2) as friends_sales
        from referral r join transaction_summary t on t.customer_id = r.customer_id
        where r.referrer_membership_no = referrer.membership_no and r.status <> 'Rejected'
      ) bought on true`,
    },
    select: sql<Referrer>`referrer.*, bought.friends_sales`,
    tie: 'membership_no',
  })
}
