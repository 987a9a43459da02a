import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, containsName, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract/accounts.ts'
import { type Account, ADMINISTRATOR_ROLE, accountRefusals as refusals } from '../../contract/accounts.ts'
import { assertWithinCallerRights } from './caller-rights.ts'

/** Finds staff accounts with their rights, in the order of their ids. */
export async function findAccounts(ctx: Ctx, by: { UserIds: number[] } | { StaffId: number }): Promise<Account[]> {
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

/**
 * Locks accounts in the order of their ids.
 * Throws for an unknown account, for the caller's own account, and for rights that the caller lacks.
 */
export async function lockAccounts(ctx: Ctx, requested: readonly number[]): Promise<Account[]> {
  const UserIds = [...new Set(requested)]
  if (ctx.actor.userId !== null && UserIds.includes(ctx.actor.userId)) throw refusals.ownAccount()
  await assertWithinCallerRights(ctx, UserIds)
  const accounts = await findAccounts(ctx, { UserIds })
  if (accounts.length !== UserIds.length) throw refusals.notFound()
  return accounts
}

export async function lockAccount(ctx: Ctx, UserId: number): Promise<Account> {
  return (await lockAccounts(ctx, [UserId]))[0]!
}

export const getAccount = async (ctx: Ctx, UserId: number) => (await findAccounts(ctx, { UserIds: [UserId] }))[0]!

/**
 * Call this function before any change that could remove an administrator.
 * Such changes run one after another: of two administrators who revoke each other's role, the second is refused.
 */
export const lockAdministrators = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(ctx.db)

/** Throws if head office has no active administrator left. Run this check after revoking roles or disabling accounts. */
export async function assertAdministratorRemains(ctx: Ctx) {
  const administrator = await ctx.db
    .selectFrom('UserRole')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'UserRole.UserId')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .select('UserRole.UserId')
    .where('Role', '=', ADMINISTRATOR_ROLE)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .where('Building.Code', '=', HQ_CODE)
    .limit(1)
    .executeTakeFirst()
  if (!administrator) throw refusals.lastAdministrator()
}

export const refuseDuplicateUsername = (Username: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'user_account_username' ? refusals.usernameTaken({ Username }) : error
}

export async function getUser(ctx: Ctx, { StaffId }: Input<typeof contract.getUser>) {
  const [account] = await findAccounts(ctx, { StaffId })
  return { Account: account ?? null }
}

/** Returns the staff members of the given user ids. Outlet staff get only staff members of their own outlet. */
export const getUsers = ({ db, actor }: Ctx) =>
  queryList(
    db
      .selectFrom('UserAccount')
      .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .select(['UserId', 'Username', 'Staff.StaffId', 'FullName', 'PreferredName', 'Building.Code as BuildingCode'])
      .select(sql<'Active' | 'Disabled'>`user_account.status`.as('Status'))
      .where('UserAccount.Status', '<>', 'Deleted')
      .where('Staff.Status', '<>', 'Deleted')
      .$if(!actor.isHQ, (query) => query.where('Building.Code', '=', actor.outletCode ?? ''))
      .orderBy('FullName')
      .orderBy('UserId'),
  )

/** Lists staff with their accounts. Deleted staff are listed only if `Status` requests them. */
export function listUsers(ctx: Ctx, { Search }: Input<typeof contract.listUsers>) {
  const { Q, BuildingCode, StaffType, Status, AccountStatus, Role, Privilege } = Search
  return queryList(
    ctx.db
      .selectFrom('Staff')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
      .leftJoin('UserAccount', (join) =>
        join.onRef('UserAccount.StaffId', '=', 'Staff.StaffId').on('UserAccount.Status', '<>', 'Deleted'),
      )
      .select([
        'Staff.StaffId',
        'FullName',
        'PreferredName',
        'JobTitle',
        'StaffType',
        'SalesPersonCode',
        'Staff.Status',
      ])
      .select(['Building.Code as BuildingCode', 'Department.Code as DepartmentCode'])
      .select(['UserId', 'Username', 'LastSignInAt'])
      .select(sql<'Active' | 'Disabled' | null>`user_account.status`.as('AccountStatus'))
      .select(sql<number>`(select count(*) from user_role r where r.user_id = user_account.user_id)`.as('RoleCount'))
      .where('Staff.Status', Status ? '=' : '<>', Status ?? 'Deleted'),
    {
      where: [
        anyOf([
          ...['FullName', 'PreferredName'].map((name) => containsName(name, Q)),
          ...['SalesPersonCode', 'Username'].map((name) => contains(name, Q)),
        ]),
        equals('Building.Code', BuildingCode?.toUpperCase()),
        equals('StaffType', StaffType),
        AccountStatus === 'None' ? sql`user_id is null` : equals('UserAccount.Status', AccountStatus),
        Role && sql`exists (select from user_role r where r.user_id = user_account.user_id and r.role = ${Role})`,
        Privilege &&
          sql`exists (select from user_privilege p where p.user_id = user_account.user_id and p.privilege = ${Privilege})`,
      ],
      sort: {
        BuildingCode: 'Building.Code',
        Username: (direction) => sql`username ${direction} nulls last`,
        LastSignInAt: (direction) => sql`last_sign_in_at ${direction} nulls last`,
        StaffId: 'Staff.StaffId',
      },
      tie: () => sql`staff.staff_id`,
    },
  )
}
