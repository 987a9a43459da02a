import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { accountRefusals as refusals } from '../../contract/accounts.ts'
import { type Privilege, type Role, rolesOfScope, type Scope } from '../../roles.ts'

// One rule for whatever touches an account that is not one's own, or gives it something: nobody gets a way into an
// account, and nobody gives a right, by which more may be done than they may do themselves. Tills and other programs
// count like people with the roles that their scopes amount to.

/** Refuses where one of the accounts may do what the caller may not. Locks them: their rights stay what they are now. */
export async function neverUpwards(ctx: Ctx, UserIds: readonly number[]) {
  if (UserIds.length === 0) return
  await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('UserId', 'in', [...new Set(UserIds)])
    .orderBy('UserId')
    .forUpdate()
    .execute()
  const { roles, privileges } = ctx.actor
  const above = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('UserId', 'in', [...UserIds])
    .where(
      sql<boolean>`(
        exists (select from user_role r where r.user_id = user_account.user_id and r.role <> all (${[...roles]}::text[]))
        or exists (select from user_privilege p where p.user_id = user_account.user_id and p.privilege <> all (${[...privileges]}::text[]))
        or not scopes <@ ${scopesWithin(roles)}::text[])`,
    )
    .limit(1)
    .executeTakeFirst()
  if (above) throw refusals.upwards()
}

/** The same for a member of staff, who may have no account. */
export async function neverUpwardsOnStaff(ctx: Ctx, StaffId: number) {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('StaffId', '=', StaffId)
    .executeTakeFirst()
  if (account) await neverUpwards(ctx, [account.UserId])
}

type Granted = {
  Roles?: readonly Role[] | undefined
  Privileges?: readonly Privilege[] | undefined
  Scopes?: readonly Scope[] | undefined
}

/** Refuses to give what the giver does not have. */
export function giveNoMoreThanOwn(
  { actor }: Pick<Ctx, 'actor'>,
  { Roles = [], Privileges = [], Scopes = [] }: Granted,
) {
  const own = scopesWithin(actor.roles)
  const lacking =
    Roles.find((role) => !actor.roles.has(role)) ??
    Privileges.find((privilege) => !actor.privileges.has(privilege)) ??
    Scopes.find((scope) => !own.includes(scope))
  if (lacking) throw refusals.notOwnToGive({ right: lacking })
}

const scopesWithin = (roles: ReadonlySet<string>) =>
  (Object.keys(rolesOfScope) as Scope[]).filter((scope) => rolesOfScope[scope].every((role) => roles.has(role)))
