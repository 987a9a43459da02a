import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type * as contract from '../../contract.ts'

const identities = (ctx: Ctx) =>
  ctx.db
    .selectFrom('UserIdentity')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'UserIdentity.UserId')
    .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['IdentityId', 'UserIdentity.UserId', 'Username', 'FullName', 'Provider', 'Issuer', 'Subject'])
    .select(['LinkedAt', 'LastUsedAt'])

/** Which subject opens whose account is head office's to know. */
export async function listIdentities(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listIdentities>,
) {
  let query = identities(ctx)
  if (Search.UserId) query = query.where('UserIdentity.UserId', '=', Search.UserId)
  if (Search.Username) query = query.where('Username', 'ilike', containing(Search.Username))
  if (Search.Provider) query = query.where('Provider', '=', Search.Provider)
  return pageFrom(
    query.orderBy(SortOption, direction(SortDirection)).orderBy('IdentityId', direction(SortDirection)),
    page,
  )
}

export const listOwnIdentities = (ctx: Ctx, input: Input<typeof contract.listOwnIdentities>) =>
  listIdentities(ctx, { ...input, Search: { UserId: ctx.actor.userId! } })
