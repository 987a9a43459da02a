import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Account, ADMINISTRATOR, type changeRights as endpoint } from '../../contract/accounts.ts'
import { giveNoMoreThanOwn } from './never-upwards.ts'
import { accountsBy, lockAccounts, oneAdministratorAtATime, refuseWithoutAdministrator } from './users.ts'

type Kind = 'Role' | 'Privilege'
type Grant = { UserId: number; kind: Kind; name: string }

/**
 * Gives and takes rights of several accounts. What somebody has already is not given again, so that the log tells what
 * really changed. The account's next call has the new rights (see access_check).
 */
export async function changeRights(ctx: Ctx, { UserIds, Give, Take }: Input<typeof endpoint>) {
  if (Take.Roles?.includes(ADMINISTRATOR)) await oneAdministratorAtATime(ctx)
  const accounts = await lockAccounts(ctx, UserIds)
  giveNoMoreThanOwn(ctx, Give)
  const granted = grantsOf(accounts, Give, (has) => !has)
  const taken = grantsOf(accounts, Take, (has) => has)

  await give(ctx, granted)
  await take(ctx, taken)
  if (taken.some(({ name }) => name === ADMINISTRATOR)) await refuseWithoutAdministrator(ctx)

  for (const grant of granted) log(ctx, 'Give', grant)
  for (const grant of taken) log(ctx, 'Take', grant)
  const ids = accounts.map(({ UserId }) => UserId)
  return { Given: granted.length, Taken: taken.length, Users: await accountsBy(ctx, { UserIds: ids }) }
}

type Rights = { Roles?: string[] | undefined; Privileges?: string[] | undefined }

const grantsOf = (accounts: Account[], { Roles = [], Privileges = [] }: Rights, wanted: (has: boolean) => boolean) =>
  accounts.flatMap((account): Grant[] => [
    ...namesOf(Roles, account.Roles, wanted).map((name) => ({ UserId: account.UserId, kind: 'Role' as const, name })),
    ...namesOf(Privileges, account.Privileges, wanted).map((name) => ({
      UserId: account.UserId,
      kind: 'Privilege' as const,
      name,
    })),
  ])

const namesOf = (asked: string[], held: string[], wanted: (has: boolean) => boolean) =>
  [...new Set(asked)].filter((name) => wanted(held.includes(name)))

const of = (grants: Grant[], wanted: Kind) => grants.filter(({ kind }) => kind === wanted)

async function give(ctx: Ctx, grants: Grant[]) {
  const roles = of(grants, 'Role').map(({ UserId, name: Role }) => ({ UserId, Role }))
  const privileges = of(grants, 'Privilege').map(({ UserId, name: Privilege }) => ({ UserId, Privilege }))
  if (roles.length > 0) await ctx.db.insertInto('UserRole').values(roles).execute()
  if (privileges.length > 0) await ctx.db.insertInto('UserPrivilege').values(privileges).execute()
}

async function take(ctx: Ctx, grants: Grant[]) {
  for (const { UserId, kind, name } of grants) {
    if (kind === 'Role')
      await ctx.db.deleteFrom('UserRole').where('UserId', '=', UserId).where('Role', '=', name).execute()
    else await ctx.db.deleteFrom('UserPrivilege').where('UserId', '=', UserId).where('Privilege', '=', name).execute()
  }
}

const log = (ctx: Ctx, verb: 'Give' | 'Take', { UserId, kind, name }: Grant) =>
  ctx.audit(`${verb} ${kind}`, 'User', UserId, `${verb} ${kind} in User Roles. UserId - ${UserId}, ${kind} - ${name}`)
