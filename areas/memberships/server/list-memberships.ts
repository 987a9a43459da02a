import { sql } from 'kysely'
import { askedOutlet, lookedUp } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/memberships.ts'
import { pageOfMemberships } from './membership-rows.ts'

/** Memberships by any identifier of member or customer, the highest number first. */
export async function listMemberships(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listMemberships>,
) {
  const {
    MemberType,
    Status,
    CardGroupId,
    CardCategoryCode,
    OutletCode,
    RegistrationSource,
    JoinDateFrom,
    JoinDateTo,
    CustomerId,
    ...identifiers
  } = Search
  const membership = [
    Status ? sql`membership.status = ${Status}` : sql`membership.status in ('Active', 'Inactive', 'Suspended')`,
  ]
  if (MemberType) membership.push(sql`membership.member_type = ${MemberType}`)
  if (CardGroupId) membership.push(sql`membership.card_group_id = ${CardGroupId}`)
  if (CardCategoryCode) membership.push(sql`membership.card_category_code = ${CardCategoryCode.toUpperCase()}`)
  if (JoinDateFrom) membership.push(sql`membership.join_date >= ${JoinDateFrom}`)
  if (JoinDateTo) membership.push(sql`membership.join_date <= ${JoinDateTo}`)
  if (CustomerId) membership.push(sql`membership.customer_id = ${CustomerId}`)
  return pageOfMemberships(ctx, {
    membership,
    identifiers,
    customer: RegistrationSource ? [sql`customer.registration_source = ${RegistrationSource}`] : [],
    // Whether a customer who is named may be seen was asked before.
    outlet: CustomerId ? null : askedOutlet(ctx, OutletCode, contract.membershipRefusals.otherOutlet),
    across: ctx.actor.isHQ ? null : lookedUp(ctx),
    sort: SortOption,
    descending: SortDirection === 'DESC',
    Rows,
    Page,
  })
}
