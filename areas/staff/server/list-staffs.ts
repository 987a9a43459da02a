import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom, sameWords } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export async function listStaffs(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listStaffs>,
) {
  let query = ctx.db
    .selectFrom('Staff')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
    .select(['StaffId', 'FullName', 'PreferredName', 'JobTitle', 'StaffType', 'SalesPersonCode', 'Staff.Status'])
    .select(['Building.Code as BuildingCode', 'Department.Code as DepartmentCode'])
    .where('Staff.Status', '<>', 'Deleted')
  if (Search.Q) {
    const pattern = containing(Search.Q)
    query = query.where((eb) =>
      eb.or([
        eb('FullName', 'ilike', pattern),
        eb('PreferredName', 'ilike', pattern),
        eb('SalesPersonCode', 'ilike', pattern),
      ]),
    )
  }
  if (Search.BuildingCode) query = query.where('Building.Code', '=', Search.BuildingCode.toUpperCase())
  if (Search.SalesPersonCode) query = query.where('SalesPersonCode', '=', Search.SalesPersonCode.toUpperCase())
  if (Search.Status) query = query.where('Staff.Status', 'ilike', sameWords(Search.Status) as 'Active')
  return pageFrom(query.orderBy(SortOption, direction(SortDirection)).orderBy('StaffId'), page)
}
