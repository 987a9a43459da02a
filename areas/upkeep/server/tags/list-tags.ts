import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { direction, pageFrom, sameWords } from '#kit/server/page.ts'
import type { listTags as endpoint } from '../../contract/tags.ts'
import { tagsInScope } from './tag-rows.ts'

export async function listTags(ctx: Ctx, { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>) {
  const { CustomerId, Name, Status } = Search
  let query = tagsInScope(ctx)
  if (CustomerId !== undefined) query = query.where('CustomerId', '=', CustomerId)
  if (Name !== undefined) query = query.where('Name', 'ilike', sameWords(Name))
  query = Status !== undefined ? query.where('Status', '=', Status) : query.where('Status', '!=', 'Deleted')
  const way = direction(SortDirection)
  if (SortOption === 'Name') query = query.orderBy('Name', way)
  return pageFrom(query.orderBy('TagId', way), { Rows, Page })
}
