import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type ListEntry, listRefusals as refusals } from '../../contract/lists.ts'
import type { ListName } from '../../contract.ts'

/** The values of lists as /settings shows them, in their order. */
const entries = (ctx: Ctx) =>
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

export async function entriesOf(ctx: Ctx, name: ListName): Promise<ListEntry[]> {
  const rows = await entries(ctx).where('ListName', '=', name).execute()
  return rows.map((row) => ({ ...row, ListName: name }))
}

export async function entryBy(ctx: Ctx, ListItemId: number): Promise<ListEntry> {
  const entry = await entries(ctx).where('ListItemId', '=', ListItemId).executeTakeFirst()
  if (!entry) throw refusals.notFound()
  return { ...entry, ListName: entry.ListName as ListName }
}
