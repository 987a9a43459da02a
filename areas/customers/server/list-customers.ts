import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import * as contract from '../contract/customers.ts'
import { rowColumns, visibleMembership } from './customer-rows.ts'
import { customerConditions } from './customer-search.ts'
import { lookedUp, requestedOutlet } from './outlet-scope.ts'

/** Customers by any of their identifiers, the newest first. */
export function listCustomers(ctx: Ctx, { Search }: Input<typeof contract.listCustomers>) {
  const { MemberType, Status, RegisteredOutletCode, ...identifiers } = Search
  const outlet = requestedOutlet(ctx, RegisteredOutletCode, contract.refusals.otherOutlet)
  // HQ that names an outlet wants that outlet only.
  const identified = customerConditions(identifiers, { outlet, across: ctx.actor.isHQ ? null : lookedUp(ctx) })
  return sqlList({
    from: sql`customer`,
    where: [
      Status ? equals('customer.status', Status) : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
      equals('customer.member_type', MemberType),
      ...identified,
    ],
    page: {
      keys: sql`customer.customer_id`,
      joins: sql`join customer using (customer_id) ${visibleMembership}
        left join point_balance balance on balance.membership_no = shown.membership_no`,
      narrow: identified.length > 0,
    },
    select: sql<contract.ListedCustomer>`${rowColumns},
      case when shown.membership_no is not null then coalesce(balance.points, 0) end as point_balance`,
    map: withMaskedIdNo,
    sort: {
      FullName: 'customer.full_name',
      CreatedAt: 'customer.created_at',
      RegisteredOutletCode: 'customer.registered_outlet_code',
    },
    tie: 'customer.customer_id',
  })
}
