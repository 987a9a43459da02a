import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { accountRefusals as refusals } from '../../contract/accounts.ts'
import { type Privilege, type Role, rolesRequiredByScope, type Scope } from '../../roles.ts'

// Users can manage an account only if they have all rights of the account, and grant only rights that they have.
// Without this rule, users could gain rights by resetting a password or creating an account.
// A scope of a system account counts as the staff roles in `rolesRequiredByScope`.

/** Throws if one of the accounts has a right that the caller lacks. Locks the accounts, so that their rights stay. */
export async function assertWithinCallerRights(ctx: Ctx, UserIds: readonly number[]) {
  if (UserIds.length === 0) return
  await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('UserId', 'in', [...new Set(UserIds)])
    .orderBy('UserId')
    .forUpdate()
    .execute()
  const { roles, privileges } = ctx.actor
  const moreCapable = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('UserId', 'in', [...UserIds])
    .where(
      sql<boolean>`(
        exists (select from user_role r where r.user_id = user_account.user_id and r.role <> all (${[...roles]}::text[]))
        or exists (select from user_privilege p where p.user_id = user_account.user_id and p.privilege <> all (${[...privileges]}::text[]))
        or not scopes <@ ${scopesCoveredBy(roles)}::text[])`,
    )
    .limit(1)
    .executeTakeFirst()
  if (moreCapable) throw refusals.upwards()
}

/** Throws if the account of a staff member has a right that the caller lacks. Accepts staff without an account. */
export async function assertStaffWithinCallerRights(ctx: Ctx, StaffId: number) {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('StaffId', '=', StaffId)
    .executeTakeFirst()
  if (account) await assertWithinCallerRights(ctx, [account.UserId])
}

type Rights = {
  Roles?: readonly Role[] | undefined
  Privileges?: readonly Privilege[] | undefined
  Scopes?: readonly Scope[] | undefined
}

/** Throws if the caller lacks one of the rights that the caller grants. */
export function assertCanGrant({ actor }: Pick<Ctx, 'actor'>, { Roles = [], Privileges = [], Scopes = [] }: Rights) {
  const ownScopes = scopesCoveredBy(actor.roles)
  const missingRight =
    Roles.find((role) => !actor.roles.has(role)) ??
    Privileges.find((privilege) => !actor.privileges.has(privilege)) ??
    Scopes.find((scope) => !ownScopes.includes(scope))
  if (missingRight) throw refusals.notOwnToGive({ right: missingRight })
}

const scopesCoveredBy = (roles: ReadonlySet<string>) =>
  (Object.keys(rolesRequiredByScope) as Scope[]).filter((scope) =>
    rolesRequiredByScope[scope].every((role) => roles.has(role)),
  )
