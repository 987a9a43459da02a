import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'

/** Which subject opens whose account is head office's to know. */
export const listIdentities = (ctx: Ctx, { Search }: Pick<Input<typeof contract.listIdentities>, 'Search'>) =>
  queryList(
    ctx.db
      .selectFrom('UserIdentity')
      .innerJoin('UserAccount', 'UserAccount.UserId', 'UserIdentity.UserId')
      .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .select(['IdentityId', 'UserIdentity.UserId', 'Username', 'FullName', 'Provider', 'Issuer', 'Subject'])
      .select(['LinkedAt', 'LastUsedAt']),
    {
      where: [
        equals('UserIdentity.UserId', Search.UserId),
        contains('Username', Search.Username),
        equals('Provider', Search.Provider),
      ],
      tie: 'IdentityId',
    },
  )

export const listOwnIdentities = (ctx: Ctx) => listIdentities(ctx, { Search: { UserId: ctx.actor.userId! } })
