import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom, sameWords } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export async function listProductGroups(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listProductGroups>,
) {
  let query = ctx.db
    .selectFrom('ProductGroup')
    .select(['ProductCode', 'ProductName', 'ProductType', 'EarnPointsYN', 'Status'])
    .where('Status', '<>', 'Deleted')
  if (Search.ProductCode) query = query.where('ProductCode', 'ilike', containing(Search.ProductCode))
  if (Search.ProductName) query = query.where('ProductName', 'ilike', containing(Search.ProductName))
  if (Search.ProductType) query = query.where('ProductType', 'ilike', sameWords(Search.ProductType))
  if (Search.Status) query = query.where('Status', 'ilike', sameWords(Search.Status) as 'Active')
  return pageFrom(query.orderBy(SortOption, direction(SortDirection)).orderBy('ProductCode'), page)
}
