import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom, sameWords } from '#kit/server/page.ts'
import type { listDepartments as endpoint } from '../../contract/places.ts'
import { departmentFields } from './place-rows.ts'

export async function listDepartments(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof endpoint>,
) {
  let query = ctx.db.selectFrom('Department').select(departmentFields).where('Status', '<>', 'Deleted')
  if (Search.Code) query = query.where('Code', 'ilike', containing(Search.Code))
  if (Search.Name) query = query.where('Name', 'ilike', containing(Search.Name))
  if (Search.Status) query = query.where('Status', 'ilike', sameWords(Search.Status) as 'Active')
  return pageFrom(query.orderBy(SortOption, direction(SortDirection)).orderBy('DepartmentId'), page)
}
