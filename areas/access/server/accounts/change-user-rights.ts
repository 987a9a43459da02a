import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Account, ADMINISTRATOR_ROLE, type changeUserRights as endpoint } from '../../contract/accounts.ts'
import { assertCanGrant } from './caller-rights.ts'
import { assertAdministratorRemains, findAccounts, lockAccounts, lockAdministrators } from './users.ts'

type Kind = 'Role' | 'Privilege'
type Grant = { UserId: number; kind: Kind; name: string }

/**
 * Grants and revokes rights of several accounts.
 * Rights that an account already has are skipped, so that the audit log shows real changes only.
 * The new rights apply from the account's next call (see access_check).
 */
export async function changeUserRights(ctx: Ctx, { UserIds, Give, Take }: Input<typeof endpoint>) {
  if (Take.Roles?.includes(ADMINISTRATOR_ROLE)) await lockAdministrators(ctx)
  const accounts = await lockAccounts(ctx, UserIds)
  assertCanGrant(ctx, Give)
  const granted = grantsOf(accounts, Give, (has) => !has)
  const revoked = grantsOf(accounts, Take, (has) => has)

  await insertGrants(ctx, granted)
  await deleteGrants(ctx, revoked)
  if (revoked.some(({ name }) => name === ADMINISTRATOR_ROLE)) await assertAdministratorRemains(ctx)

  for (const grant of granted) log(ctx, 'Give', grant)
  for (const grant of revoked) log(ctx, 'Take', grant)
  const ids = accounts.map(({ UserId }) => UserId)
  return { Given: granted.length, Taken: revoked.length, Users: await findAccounts(ctx, { UserIds: ids }) }
}

/** Grants and revokes roles for groups of an identity provider, each with an audit entry. The accounts are locked. */
export async function applyProvisionedRoles(ctx: Ctx, granted: readonly Grant[], revoked: readonly Grant[]) {
  await insertGrants(ctx, [...granted])
  await deleteGrants(ctx, [...revoked])
  for (const grant of granted) log(ctx, 'Give', grant)
  for (const grant of revoked) log(ctx, 'Take', grant)
}

type Rights = { Roles?: string[] | undefined; Privileges?: string[] | undefined }

const grantsOf = (accounts: Account[], { Roles = [], Privileges = [] }: Rights, isChange: (has: boolean) => boolean) =>
  accounts.flatMap((account): Grant[] => [
    ...namesOf(Roles, account.Roles, isChange).map((name) => ({ UserId: account.UserId, kind: 'Role' as const, name })),
    ...namesOf(Privileges, account.Privileges, isChange).map((name) => ({
      UserId: account.UserId,
      kind: 'Privilege' as const,
      name,
    })),
  ])

const namesOf = (requested: string[], current: string[], isChange: (has: boolean) => boolean) =>
  [...new Set(requested)].filter((name) => isChange(current.includes(name)))

const ofKind = (grants: Grant[], kindWanted: Kind) => grants.filter(({ kind }) => kind === kindWanted)

async function insertGrants(ctx: Ctx, grants: Grant[]) {
  const roles = ofKind(grants, 'Role').map(({ UserId, name: Role }) => ({ UserId, Role }))
  const privileges = ofKind(grants, 'Privilege').map(({ UserId, name: Privilege }) => ({ UserId, Privilege }))
  if (roles.length > 0) await ctx.db.insertInto('UserRole').values(roles).execute()
  if (privileges.length > 0) await ctx.db.insertInto('UserPrivilege').values(privileges).execute()
}

async function deleteGrants(ctx: Ctx, grants: Grant[]) {
  for (const { UserId, kind, name } of grants) {
    if (kind === 'Role')
      await ctx.db.deleteFrom('UserRole').where('UserId', '=', UserId).where('Role', '=', name).execute()
    else await ctx.db.deleteFrom('UserPrivilege').where('UserId', '=', UserId).where('Privilege', '=', name).execute()
  }
}

const log = (ctx: Ctx, verb: 'Give' | 'Take', { UserId, kind, name }: Grant) =>
  ctx.audit(`${verb} ${kind}`, 'User', UserId, `${verb} ${kind} in User Roles. UserId - ${UserId}, ${kind} - ${name}`)
