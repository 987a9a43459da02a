import { sql } from 'kysely'
import { isLookedUpCustomerSql, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import * as contract from '../contract/memberships.ts'
import { listMembershipRows } from './membership-rows.ts'

/** Lists memberships by any identifier of member or customer, the highest number first. */
export function listMemberships(ctx: Ctx, { Search, SortOption }: Input<typeof contract.listMemberships>) {
  const { MemberType, Status, CardGroupId, CardCategoryCode, OutletCode, CustomerId, ...identifiers } = Search
  return listMembershipRows(ctx, {
    membership: [
      Status ? equals('membership.status', Status) : sql`membership.status in ('Active', 'Inactive', 'Suspended')`,
      equals('membership.member_type', MemberType),
      equals('membership.card_group_id', CardGroupId),
      equals('membership.card_category_code', CardCategoryCode?.toUpperCase()),
      isBetweenBounds('membership.join_date', Search.JoinDateFrom, Search.JoinDateTo),
      equals('membership.customer_id', CustomerId),
    ],
    identifiers,
    customer: [equals('customer.registration_source', Search.RegistrationSource)],
    // Access to a customer whom the request names by id was already checked.
    outlet: CustomerId ? null : resolveOutletFilter(ctx, OutletCode, contract.membershipRefusals.otherOutlet),
    across: ctx.actor.isHQ ? null : isLookedUpCustomerSql(ctx),
    SortOption,
  })
}
