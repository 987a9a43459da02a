import { sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, contains, containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import type * as contract from '../contract/prospects.ts'
import { type LeadSourceResult, type Prospect, prospectRefusals } from '../contract/prospects.ts'

// The results of leads include purchases from the day of the import on, less returns.

const purchaseJoin = sql`left join lateral (
  select min(sale.business_date) filter (where sale.transaction_type = 'N') as first_date,
    coalesce(sum(net_moved(sale.transaction_type, sale.net_amount)), 0)::numeric(14, 2) as net
  from transaction_summary sale
  where sale.customer_id = prospect.customer_id and sale.business_date >= business_date_of(prospect.created_at)
) purchases on true`

const premiumJoin = sql`left join lateral (
  select business_date_of(min(membership.activated_at)) as since from membership
  where membership.customer_id = prospect.customer_id and membership.member_type = 'Premium Member' and membership.status not in ('Deleted', 'Merged')
    and membership.activated_at >= prospect.created_at
) premium on true`

const importedBetween = ({ DateFrom, DateTo }: { DateFrom?: string | undefined; DateTo?: string | undefined }) => [
  DateFrom && sql`prospect.created_at >= ${DateFrom}::date::timestamp at time zone business_zone()`,
  DateTo && sql`prospect.created_at < (${DateTo}::date + 1)::timestamp at time zone business_zone()`,
]

const isPresent = sql`customer.status not in ('Deleted', 'Merged')`

/** Lists customers whom imports of leads created, the newest first. */
export function listProspects(ctx: Ctx, { Search }: Input<typeof contract.listProspects>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, prospectRefusals.otherOutlet)
  return sqlList({
    from: sql`lead_prospect prospect join customer using (customer_id) join lead_source source on source.lead_source_id = prospect.lead_source_id`,
    where: [
      isPresent,
      equals('prospect.lead_source_id', Search.LeadSourceId),
      containsName('customer.full_name', Search.FullName),
      equals('customer.registered_outlet_code', outlet),
      equals('customer.member_type', Search.MemberType),
      ...importedBetween(Search),
    ],
    page: {
      keys: sql`prospect.*, customer.full_name, customer.registered_outlet_code as outlet_code, source.code as lead_source_code,
        source.name as lead_source_name`,
      as: 'prospect',
      joins: sql`join customer using (customer_id) ${purchaseJoin} ${premiumJoin}
        left join user_account account on account.user_id = prospect.created_by_id
        left join staff on staff.staff_id = account.staff_id
        left join lateral (
          select membership.membership_no from membership where membership.customer_id = prospect.customer_id
          order by membership.status = 'Active' desc, membership.status <> 'Deleted' desc, membership.join_date, membership.membership_no limit 1
        ) main_membership on true`,
    },
    select: sql<Prospect>`prospect.prospect_id, prospect.lead_source_id, prospect.lead_source_code, prospect.lead_source_name,
      prospect.customer_id, main_membership.membership_no, prospect.full_name, customer.id_type, customer.id_no, customer.contact_no, customer.email,
      prospect.outlet_code, customer.member_type, customer.status, prospect.created_at, staff.full_name as created_by_name,
      premium.since as premium_since, purchases.first_date as first_purchase_date, purchases.net as net_sales`,
    sort: {
      CreatedAt: 'prospect.created_at',
      FullName: 'full_name',
      LeadSourceCode: 'lead_source_code',
      OutletCode: 'outlet_code',
    },
    tie: 'prospect_id',
    map: withMaskedIdNo,
  })
}

/** Lists results by lead source. A customer who came twice from a source is counted once, from the first time on. */
export function listLeadSourceResults(ctx: Ctx, { Search }: Input<typeof contract.listLeadSourceResults>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, prospectRefusals.otherOutlet)
  const conditions = allOf([isPresent, equals('customer.registered_outlet_code', outlet), ...importedBetween(Search)])
  return sqlList({
    with: sql`imported as materialized (
        select prospect.lead_source_id, prospect.customer_id, min(prospect.created_at) as created_at
        from lead_prospect prospect join customer using (customer_id) where ${conditions} group by 1, 2
      ),
      result as (
        select prospect.lead_source_id, count(*) as prospects, count(premium.since) as premium_members,
          count(*) filter (where purchases.net > 0) as buyers, sum(purchases.net)::numeric(14, 2) as net_sales
        from imported prospect ${purchaseJoin} ${premiumJoin} group by 1
      )`,
    from: sql`(
      select source.lead_source_id, source.code, source.name, source.type, source.event_date, source.outlet_code, source.status,
        coalesce(result.prospects, 0) as prospects, coalesce(result.premium_members, 0) as premium_members, coalesce(result.buyers, 0) as buyers,
        coalesce(result.net_sales, 0)::numeric(14, 2) as net_sales, round(result.buyers * 100.0 / nullif(result.prospects, 0), 1) as conversion_rate
      from lead_source source left join result using (lead_source_id)) source`,
    where: [
      Search.Status ? equals('status', Search.Status) : sql`(status <> 'Deleted' or prospects > 0)`,
      contains('code', Search.Code),
      contains('name', Search.Name),
      equals('type', Search.Type),
    ],
    select: sql<LeadSourceResult>`source.*`,
    sort: {
      ConversionRate: (way) => sql`conversion_rate ${way} nulls last`,
      EventDate: (way) => sql`event_date ${way} nulls last`,
    },
    tie: 'lead_source_id',
  })
}
