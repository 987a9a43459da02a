import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { direction, pageFrom } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'
import { mediaOf } from './media-rows.ts'

export async function listMedia(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listMedia>,
) {
  const { count, rows } = await pageFrom(
    ctx.db
      .selectFrom('Media')
      .selectAll()
      .where('ObjectType', '=', Search.ObjectType)
      .where('ObjectId', '=', Search.ObjectId)
      .where('Status', '=', 'Active')
      .orderBy(SortOption, direction(SortDirection))
      .orderBy('MediaId', direction(SortDirection)),
    page,
  )
  return { count, rows: rows.map(mediaOf) }
}
