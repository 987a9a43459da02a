import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { HQ } from '../../../staff/contract.ts'
import { type Account, ADMINISTRATOR, accountRefusals as refusals } from '../../contract/accounts.ts'
import { neverUpwards } from './never-upwards.ts'

/** Accounts of people as pages show them, in the order of their ids. */
export async function accountsBy(ctx: Ctx, by: { UserIds: number[] } | { StaffId: number }): Promise<Account[]> {
  let query = ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'StaffId', 'Username', 'LastSignInAt', 'Version'])
    .select((eb) => [
      sql<'Active' | 'Disabled'>`user_account.status`.as('Status'),
      sql<'Y' | 'N'>`case when password_hash is null then 'N' else 'Y' end`.as('HasPasswordYN'),
      eb
        .selectFrom('UserRole')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('Roles'))
        .whereRef('UserRole.UserId', '=', 'UserAccount.UserId')
        .as('Roles'),
      eb
        .selectFrom('UserPrivilege')
        .select(sql<string[]>`coalesce(array_agg(privilege order by privilege), '{}')`.as('Privileges'))
        .whereRef('UserPrivilege.UserId', '=', 'UserAccount.UserId')
        .as('Privileges'),
    ])
    .where('Kind', '=', 'Staff')
    .where('Status', '<>', 'Deleted')
    .orderBy('UserId')
  query = 'StaffId' in by ? query.where('StaffId', '=', by.StaffId) : query.where('UserId', 'in', by.UserIds)
  const rows = await query.execute()
  return rows.map((row) => ({
    ...row,
    StaffId: row.StaffId!,
    Roles: row.Roles ?? [],
    Privileges: row.Privileges ?? [],
  }))
}

/** Accounts that are to be changed: locked in one order, all there, none that may do more, and never one's own. */
export async function lockAccounts(ctx: Ctx, wanted: readonly number[]): Promise<Account[]> {
  const UserIds = [...new Set(wanted)]
  if (ctx.actor.userId !== null && UserIds.includes(ctx.actor.userId)) throw refusals.ownAccount()
  await neverUpwards(ctx, UserIds)
  const accounts = await accountsBy(ctx, { UserIds })
  if (accounts.length !== UserIds.length) throw refusals.notFound()
  return accounts
}

export async function lockAccount(ctx: Ctx, UserId: number): Promise<Account> {
  return (await lockAccounts(ctx, [UserId]))[0]!
}

export const accountBy = async (ctx: Ctx, UserId: number) => (await accountsBy(ctx, { UserIds: [UserId] }))[0]!

/**
 * Asked before whatever takes an administrator away. Two who take each other's rights at the same moment come one
 * after the other, so that the second is seen to be the last.
 */
export const oneAdministratorAtATime = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(ctx.db)

/** Asked after it: does somebody remain who can give roles? */
export async function refuseWithoutAdministrator(ctx: Ctx) {
  const some = await ctx.db
    .selectFrom('UserRole')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'UserRole.UserId')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .select('UserRole.UserId')
    .where('Role', '=', ADMINISTRATOR)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .where('Building.Code', '=', HQ)
    .limit(1)
    .executeTakeFirst()
  if (!some) throw refusals.lastAdministrator()
}

export const refuseTakenUsername = (Username: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'user_account_username' ? refusals.usernameTaken({ Username }) : error
}
