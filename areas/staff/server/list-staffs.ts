import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals, sameText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'

export const listStaffs = (ctx: Ctx, { Search }: Input<typeof contract.listStaffs>) =>
  queryList(
    ctx.db
      .selectFrom('Staff')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
      .select(['StaffId', 'FullName', 'PreferredName', 'JobTitle', 'StaffType', 'SalesPersonCode', 'Staff.Status'])
      .select(['Building.Code as BuildingCode', 'Department.Code as DepartmentCode'])
      .where('Staff.Status', '<>', 'Deleted'),
    {
      where: [
        anyOf(['FullName', 'PreferredName', 'SalesPersonCode'].map((name) => contains(name, Search.Q))),
        equals('Building.Code', Search.BuildingCode?.toUpperCase()),
        equals('SalesPersonCode', Search.SalesPersonCode?.toUpperCase()),
        sameText('Staff.Status', Search.Status),
      ],
      tie: () => sql`staff_id`,
    },
  )
