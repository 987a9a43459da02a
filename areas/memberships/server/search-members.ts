import { sql } from 'kysely'
import { grantAccessToCustomers, outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { readPageOfList } from '#kit/server/list.ts'
import { type searchMembers as endpoint, membershipRefusals as refusals } from '../contract/memberships.ts'
import { listMembershipRows } from './membership-rows.ts'

/** The member search of the specification, with its error if no member matches. A full number is a look-up. */
export async function searchMembers(ctx: Ctx, input: Input<typeof endpoint>) {
  const { MemberType, ...identifiers } = input.Search
  const members = listMembershipRows(ctx, {
    membership: [
      sql`membership.status in ('Active', 'Inactive', 'Suspended')`,
      equals('membership.member_type', MemberType),
    ],
    identifiers,
    outlet: outletOfCallerLists(ctx),
    across: sql`true`,
    SortOption: input.SortOption,
  })
  const page = await readPageOfList(ctx, members, input)
  const [identifier = 'name'] = ['MembershipNo', 'IdNo', 'ContactNo', 'Email'].filter(
    (name) => identifiers[name as 'IdNo'],
  )
  await grantAccessToCustomers(ctx, page.rows, identifier)
  if (page.count > 0) return page
  if (MemberType === 'Premium Member') throw refusals.noPremium()
  if (MemberType === 'Non-Premium Member') throw refusals.noNonPremium()
  throw refusals.noCustomer()
}
