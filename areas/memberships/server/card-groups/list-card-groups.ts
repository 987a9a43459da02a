import { literal } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { listCardGroups as endpoint } from '../../contract/card-groups.ts'
import { offsetOf, orderOf } from '../paging.ts'
import { cardGroupFields } from './card-group-rows.ts'

/** Card groups, the newest first. */
export async function listCardGroups(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const { Name, Description, Status } = Search
  const found = ctx.db
    .selectFrom('CardGroup')
    .where('Status', Status ? '=' : '<>', Status ?? 'Deleted')
    .$if(Boolean(Name), (groups) => groups.where('Name', 'ilike', `%${literal(Name ?? '')}%`))
    .$if(Boolean(Description), (groups) => groups.where('Description', 'ilike', `%${literal(Description ?? '')}%`))
  const [counted, rows] = await Promise.all([
    found.select((expression) => expression.fn.countAll<number>().as('Count')).executeTakeFirstOrThrow(),
    found
      .select(cardGroupFields)
      .orderBy(SortOption, orderOf(SortDirection))
      .orderBy('GroupId', orderOf(SortDirection))
      .limit(Rows)
      .offset(offsetOf({ Rows, Page }))
      .execute(),
  ])
  return { count: counted.Count, rows }
}
