import { sql } from 'kysely'
import { browsedOutlet, openCustomers } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { readPage } from '#kit/server/list.ts'
import { type searchMembers as endpoint, membershipRefusals as refusals } from '../contract/memberships.ts'
import { memberships } from './membership-rows.ts'

/** The member search of the specification: premium and non-premium members, or the words for nobody. A full number is a look-up. */
export async function searchMembers(ctx: Ctx, input: Input<typeof endpoint>) {
  const { MemberType, ...identifiers } = input.Search
  const members = memberships(ctx, {
    membership: [
      sql`membership.status in ('Active', 'Inactive', 'Suspended')`,
      equals('membership.member_type', MemberType),
    ],
    identifiers,
    outlet: browsedOutlet(ctx),
    across: sql`true`,
    SortOption: input.SortOption,
  })
  const found = await readPage(ctx, members, input)
  const [way = 'name'] = ['MembershipNo', 'IdNo', 'ContactNo', 'Email'].filter((name) => identifiers[name as 'IdNo'])
  await openCustomers(ctx, found.rows, way)
  if (found.count > 0) return found
  if (MemberType === 'Premium Member') throw refusals.noPremium()
  if (MemberType === 'Non-Premium Member') throw refusals.noNonPremium()
  throw refusals.noCustomer()
}
