import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addListItem as endpoint, listRefusals as refusals } from '../../contract/lists.ts'
import { entryBy } from './entry-rows.ts'

export async function addListItem(ctx: Ctx, { ListName, Value, Label = null }: Input<typeof endpoint>) {
  const { ListItemId } = await ctx.db
    .insertInto('ListItem')
    .values({
      ListName,
      Value,
      Label,
      SequenceNo: sql<number>`(select coalesce(max(sequence_no), 0) + 1 from list_item where list_name = ${ListName})`,
      UpdatedAt: ctx.now,
    })
    .returning('ListItemId')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(Value))

  ctx.audit('Create List Item', 'ListItem', ListItemId, `Create List Item in ${ListName}. ListItemId - ${ListItemId}`)
  return entryBy(ctx, ListItemId)
}

const refuseTaken = (Value: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'list_item_list_name_value_key' ? refusals.taken({ Value }) : error
}
