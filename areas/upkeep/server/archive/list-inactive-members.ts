import { askedOutlet, customerConditions } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { archiveRefusals, type listInactiveMembers as endpoint } from '../../contract/archive.ts'
import { archiveMonths, inactiveMembers, isInactive, withoutPoints } from './inactive-members.ts'

/** Who may be archived: those whom nothing was heard of for as long as the setting says. */
export async function listInactiveMembers(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const Least = await archiveMonths(ctx)
  const months = Search.Months ?? Least
  if (months < Least) throw archiveRefusals.tooFewMonths({ Least })
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  return inactiveMembers(ctx, [
    isInactive(ctx, months),
    Search.WithPointsYN !== 'Y' && withoutPoints,
    equals('customer.member_type', Search.MemberType),
    ...customerConditions({ Q: Search.Q }, { outlet, across: null }),
  ])
}
