import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import { type reorderList as endpoint, listRefusals as refusals } from '../../contract/lists.ts'
import { entriesOf } from './entry-rows.ts'

export async function reorderList(ctx: Ctx, { ListName, ListItemIds }: Input<typeof endpoint>) {
  const there = await ctx.db
    .selectFrom('ListItem')
    .select('ListItemId')
    .where('ListName', '=', ListName)
    .orderBy('ListItemId')
    .forUpdate()
    .execute()
  // Somebody added a value meanwhile: an order without it would put it anywhere.
  const asked = new Set(ListItemIds)
  const complete = asked.size === ListItemIds.length && there.every(({ ListItemId }) => asked.has(ListItemId))
  if (!complete || there.length !== asked.size) throw refusals.otherItems()

  await ctx.db
    .updateTable('ListItem')
    .set({ SequenceNo: sql<number>`array_position(${ListItemIds}::bigint[], list_item_id)`, UpdatedAt: ctx.now })
    .where('ListName', '=', ListName)
    .execute()

  ctx.audit('Reorder List', 'ListItem', ListName, `Reorder List in ${ListName}`)
  return valueList(await entriesOf(ctx, ListName))
}
