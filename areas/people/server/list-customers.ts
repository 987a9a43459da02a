import { sql } from 'kysely'
import { customFieldConditions } from '#areas/custom-fields/server/index.ts'
import * as contract from '#areas/customers/contract/customers.ts'
import {
  allMainMembershipsJoin,
  customerConditions,
  customerRowColumns,
  isLookedUpCustomerSql,
  mainMembershipJoin,
  outletOfCallerLists,
  resolveOutletFilter,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'

/** Lists customers by filters and identifiers. */
export async function listCustomers(ctx: Ctx, { Search, SortOption }: Input<typeof contract.listCustomers>) {
  const { MemberType, Status, RegisteredOutletCode, CardCategoryCode, PreferredStaffId, ...filtersWithoutScope } =
    Search
  const { LastPurchaseFrom, LastPurchaseTo, BirthdayFrom, BirthdayTo, ExpiringBy, ...remainingFilters } =
    filtersWithoutScope
  const { JoinDateFrom, JoinDateTo, RegistrationSource, CustomValues, ...identifiers } = remainingFilters
  const customFieldFilters = await customFieldConditions(ctx, 'Customer', sql`customer.custom_values`, CustomValues)
  const browsableOutlet = outletOfCallerLists(ctx)
  const outlet = resolveOutletFilter(ctx, RegisteredOutletCode, contract.customerRefusals.otherOutlet)
  // An outlet filter of head office excludes looked-up customers of other outlets.
  const identifierConditions = customerConditions(identifiers, {
    outlet,
    across: ctx.actor.isHQ ? null : isLookedUpCustomerSql(ctx),
  })
  return sqlList({
    from: SortOption === 'PointBalance' ? sql`customer ${allMainMembershipsJoin} ${balanceOf(ctx)}` : sql`customer`,
    where: [
      Status ? equals('customer.status', Status) : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
      equals('customer.member_type', MemberType),
      equals('customer.preferred_staff_id', PreferredStaffId),
      equals('customer.registration_source', RegistrationSource),
      (JoinDateFrom || JoinDateTo) &&
        sql`customer.customer_id in (select customer_id from membership
          where ${allOf([
            Status ? equals('status', Status) : sql`status <> 'Deleted'`,
            equals('member_type', MemberType),
            isBetweenBounds('join_date', JoinDateFrom, JoinDateTo),
          ])})`,
      CardCategoryCode &&
        sql`customer.customer_id in (select customer_id from membership
          where card_category_code = ${CardCategoryCode} and status <> 'Deleted')`,
      LastPurchaseFrom && sql`customer.customer_id in (${buyersQuery} and business_date >= ${LastPurchaseFrom})`,
      LastPurchaseTo &&
        sql`exists (${customerSales}) and not exists (${customerSales} and sale.business_date > ${LastPurchaseTo})`,
      birthdayWithin(BirthdayFrom, BirthdayTo),
      ExpiringBy &&
        sql`customer.customer_id in (select membership.customer_id from point_history lot join membership using (membership_no)
          where ${openLot} and lot.expiry_date between ${ctx.today} and ${ExpiringBy})`,
      ...customFieldFilters,
      ...identifierConditions,
    ],
    page: {
      keys: sql`customer.customer_id`,
      joins: sql`join customer using (customer_id) ${mainMembershipJoin}
        ${balanceOf(ctx)}
        left join staff adviser on adviser.staff_id = customer.preferred_staff_id
        left join lateral (
          select lot.expiry_date, sum(lot.point_amount - lot.point_reversed - lot.point_utilized - lot.point_expired) as points
          from point_history lot
          where lot.membership_no = main_membership.membership_no and ${openLot} and lot.expiry_date >= ${ctx.today}
          group by lot.expiry_date order by lot.expiry_date limit 1
        ) expiring on true
        left join lateral (
          select sale.business_date, sale.outlet_code, sale_left(sale.transaction_id) as amount
          from transaction_summary sale where sale.customer_id = customer.customer_id and sale.transaction_type = 'N'
          order by sale.performed_at desc, sale.transaction_id desc limit 1
        ) bought on true`,
      selective: identifierConditions.length > 0,
    },
    select: sql<contract.ListedCustomer>`${customerRowColumns}, main_membership.join_date, shown_values('Customer', customer.custom_values) as custom_values,
      case when main_membership.membership_no is not null then coalesce(balance.points, 0) end as point_balance,
      expiring.points::bigint as expiring_points, expiring.expiry_date as expiring_date, adviser.full_name as preferred_staff_name,
      bought.business_date as last_purchase_date, case when ${browsableOutlet}::text is null or bought.outlet_code = ${browsableOutlet} then bought.amount end as last_purchase_amount,
      coalesce((select sum(net_moved(sale.transaction_type, sale.net_amount)) from transaction_summary sale where sale.customer_id = customer.customer_id
        and sale.business_date > ${ctx.today}::date - interval '12 months'), 0)::numeric(14,2) as spend_of_year`,
    map: withMaskedIdNo,
    sort: {
      FullName: 'customer.full_name',
      CreatedAt: 'customer.created_at',
      RegisteredOutletCode: 'customer.registered_outlet_code',
      PointBalance: sql`coalesce(balance.points, 0)`,
    },
    tie: 'customer.customer_id',
  })
}

const balanceOf = ({ today }: Ctx) =>
  sql`left join balances(${today}) balance on balance.membership_no = main_membership.membership_no`
const buyersQuery = sql`select customer_id from transaction_summary where transaction_type = 'N' and customer_id is not null`
const customerSales = sql`select from transaction_summary sale where sale.customer_id = customer.customer_id and sale.transaction_type = 'N'`
const openLot = sql`lot.point_amount > 0 and lot.point_reversed + lot.point_utilized + lot.point_expired < lot.point_amount`

/** SQL condition that a birthday is in a range of month and day; the range may continue past the end of the year. */
function birthdayWithin(from: string | undefined, until: string | undefined) {
  if (!from && !until) return undefined
  const day = sql`to_char(customer.date_of_birth, 'MMDD')`
  const first = from ? from.slice(5).replace('-', '') : '0101'
  const last = until ? until.slice(5).replace('-', '') : '1231'
  return first <= last ? sql`${day} between ${first} and ${last}` : sql`(${day} >= ${first} or ${day} <= ${last})`
}
