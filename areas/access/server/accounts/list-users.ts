import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type { listUsers as endpoint } from '../../contract/accounts.ts'

/** Staff with their accounts; the deleted ones only when asked for. */
export async function listUsers(ctx: Ctx, { Search, SortOption, SortDirection, ...page }: Input<typeof endpoint>) {
  const { Q, BuildingCode, StaffType, Status, AccountStatus, Role, Privilege } = Search
  let query = ctx.db
    .selectFrom('Staff')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
    .leftJoin('UserAccount', (join) =>
      join.onRef('UserAccount.StaffId', '=', 'Staff.StaffId').on('UserAccount.Status', '<>', 'Deleted'),
    )
    .select(['Staff.StaffId', 'FullName', 'PreferredName', 'JobTitle', 'StaffType', 'SalesPersonCode', 'Staff.Status'])
    .select(['Building.Code as BuildingCode', 'Department.Code as DepartmentCode'])
    .select(['UserId', 'Username', 'LastSignInAt'])
    .select(sql<'Active' | 'Disabled' | null>`user_account.status`.as('AccountStatus'))
    .select(sql<number>`(select count(*) from user_role r where r.user_id = user_account.user_id)`.as('RoleCount'))
    .where('Staff.Status', Status ? '=' : '<>', Status ?? 'Deleted')
  if (Q) {
    const pattern = containing(Q)
    query = query.where((eb) =>
      eb.or(
        (['FullName', 'PreferredName', 'SalesPersonCode', 'Username'] as const).map((name) =>
          eb(name, 'ilike', pattern),
        ),
      ),
    )
  }
  if (BuildingCode) query = query.where('Building.Code', '=', BuildingCode.toUpperCase())
  if (StaffType) query = query.where('StaffType', '=', StaffType)
  if (AccountStatus === 'None') query = query.where('UserId', 'is', null)
  else if (AccountStatus) query = query.where('UserAccount.Status', '=', AccountStatus)
  if (Role)
    query = query.where(
      sql<boolean>`exists (select from user_role r where r.user_id = user_account.user_id and r.role = ${Role})`,
    )
  if (Privilege)
    query = query.where(
      sql<boolean>`exists (select from user_privilege p where p.user_id = user_account.user_id and p.privilege = ${Privilege})`,
    )
  const sort = {
    FullName: 'FullName',
    BuildingCode: 'Building.Code',
    Username: 'Username',
    LastSignInAt: 'LastSignInAt',
    StaffId: 'Staff.StaffId',
  } as const
  return pageFrom(
    query
      .orderBy(sort[SortOption], (order) =>
        (direction(SortDirection) === 'asc' ? order.asc() : order.desc()).nullsLast(),
      )
      .orderBy('Staff.StaffId'),
    page,
  )
}
