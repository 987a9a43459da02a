import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import type { updateListItem as endpoint } from '../../contract/lists.ts'
import { entryBy } from './entry-rows.ts'

export async function updateListItem(ctx: Ctx, { ListItemId, Version, ...changes }: Input<typeof endpoint>) {
  await ctx.db.selectFrom('ListItem').select('ListItemId').where('ListItemId', '=', ListItemId).forUpdate().execute()
  const entry = await entryBy(ctx, ListItemId)
  if (entry.Version !== Version) throw stale(entry)

  await ctx.db
    .updateTable('ListItem')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('ListItemId', '=', ListItemId)
    .execute()

  ctx.audit(
    'Update List Item',
    'ListItem',
    ListItemId,
    `Update List Item in ${entry.ListName}. ListItemId - ${ListItemId}`,
  )
  return entryBy(ctx, ListItemId)
}
