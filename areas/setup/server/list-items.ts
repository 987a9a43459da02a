import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { createValueList, queryList } from '#kit/server/list.ts'
import type * as lists from '../contract/lists.ts'
import { type ListEntry, listRefusals as refusals } from '../contract/lists.ts'
import type * as contract from '../contract.ts'
import type { ListName } from '../contract.ts'

/** Selects items of lookup lists with their translations, in the order of each list. */
const entriesQuery = (ctx: Ctx) =>
  ctx.db
    .selectFrom('ListItem')
    .select(['ListItemId', 'ListName', 'Value', 'Label', 'SequenceNo', 'Status', 'Version'])
    .select(
      sql<ListEntry['Translations']>`coalesce((
        select jsonb_agg(jsonb_build_object('LanguageCode', t.language_code, 'Value', t.value) order by t.language_code)
        from field_translation t
        where t.object_type = 'ListItem' and t.object_id = list_item_id::text and t.field_name = 'Label'), '[]')`.as(
        'Translations',
      ),
    )
    .orderBy('SequenceNo')
    .orderBy('Value')

async function entriesOf(ctx: Ctx, name: ListName): Promise<ListEntry[]> {
  const rows = await entriesQuery(ctx).where('ListName', '=', name).execute()
  return rows.map((row) => ({ ...row, ListName: name }))
}

async function entryBy(ctx: Ctx, ListItemId: number): Promise<ListEntry> {
  const entry = await entriesQuery(ctx).where('ListItemId', '=', ListItemId).executeTakeFirst()
  if (!entry) throw refusals.notFound()
  return { ...entry, ListName: entry.ListName as ListName }
}

export const listLookupEntries = async (ctx: Ctx, { ListName }: Input<typeof lists.listLookupEntries>) =>
  createValueList(await entriesOf(ctx, ListName))

export async function addListItem(ctx: Ctx, { ListName, Value, Label = null }: Input<typeof lists.addListItem>) {
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
    .catch(refuseDuplicate(Value))

  ctx.audit('Create List Item', 'ListItem', ListItemId, `Create List Item in ${ListName}. ListItemId - ${ListItemId}`)
  return entryBy(ctx, ListItemId)
}

const refuseDuplicate = (Value: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'list_item_list_name_value_key' ? refusals.taken({ Value }) : error
}

export async function updateListItem(
  ctx: Ctx,
  { ListItemId, Version, ...changes }: Input<typeof lists.updateListItem>,
) {
  await ctx.db.selectFrom('ListItem').select('ListItemId').where('ListItemId', '=', ListItemId).forUpdate().execute()
  const entry = await entryBy(ctx, ListItemId)
  if (entry.Version !== Version) throw staleVersionRefusal(entry)

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

export async function reorderList(ctx: Ctx, { ListName, ListItemIds }: Input<typeof lists.reorderList>) {
  const currentItems = await ctx.db
    .selectFrom('ListItem')
    .select('ListItemId')
    .where('ListName', '=', ListName)
    .orderBy('ListItemId')
    .forUpdate()
    .execute()
  // An incomplete order is rejected, because a value that another user has just added would lose its position.
  const requested = new Set(ListItemIds)
  const complete =
    requested.size === ListItemIds.length && currentItems.every(({ ListItemId }) => requested.has(ListItemId))
  if (!complete || currentItems.length !== requested.size) throw refusals.otherItems()

  await ctx.db
    .updateTable('ListItem')
    .set({ SequenceNo: sql<number>`array_position(${ListItemIds}::bigint[], list_item_id)`, UpdatedAt: ctx.now })
    .where('ListName', '=', ListName)
    .execute()

  ctx.audit('Reorder List', 'ListItem', ListName, `Reorder List in ${ListName}`)
  return createValueList(await entriesOf(ctx, ListName))
}

export const getListItems = (ctx: Ctx, { ListName, LanguageCode }: Input<typeof contract.getListItems>) =>
  queryList(
    ctx.db
      .selectFrom('ListItem')
      .leftJoin('FieldTranslation', (join) =>
        join
          .on('ObjectType', '=', 'ListItem')
          .on('ObjectId', '=', sql<string>`list_item.list_item_id::text`)
          .on('FieldName', '=', 'Label')
          .on('LanguageCode', '=', LanguageCode),
      )
      .select(['ListItem.Value', 'SequenceNo'])
      .select(sql<string>`coalesce(field_translation.value, list_item.label, list_item.value)`.as('Label'))
      .where('ListName', '=', ListName)
      .where('Status', '=', 'Active')
      .orderBy('SequenceNo')
      .orderBy('ListItem.Value'),
    { map: (item) => ({ ListName, ...item }) },
  )
