import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export async function listSettings(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listSettings>,
) {
  let query = ctx.db.selectFrom('Setting').select(['Name', 'Value', 'Description'])
  if (Search.Name) query = query.where('Name', 'ilike', containing(Search.Name))
  return pageFrom(query.orderBy(SortOption, direction(SortDirection)), page)
}
