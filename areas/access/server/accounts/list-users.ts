import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listUsers as endpoint } from '../../contract/accounts.ts'

/** Staff with their accounts; the deleted ones only when asked for. */
export function listUsers(ctx: Ctx, { Search }: Input<typeof endpoint>) {
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
        anyOf(['FullName', 'PreferredName', 'SalesPersonCode', 'Username'].map((name) => contains(name, Q))),
        equals('Building.Code', BuildingCode?.toUpperCase()),
        equals('StaffType', StaffType),
        AccountStatus === 'None' ? sql`user_id is null` : equals('UserAccount.Status', AccountStatus),
        Role && sql`exists (select from user_role r where r.user_id = user_account.user_id and r.role = ${Role})`,
        Privilege &&
          sql`exists (select from user_privilege p where p.user_id = user_account.user_id and p.privilege = ${Privilege})`,
      ],
      sort: {
        BuildingCode: 'Building.Code',
        Username: (way) => sql`username ${way} nulls last`,
        LastSignInAt: (way) => sql`last_sign_in_at ${way} nulls last`,
        StaffId: 'Staff.StaffId',
      },
      tie: () => sql`staff.staff_id`,
    },
  )
}
