import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { recordUseCases } from '#kit/server/record.ts'
import {
  type CustomFieldItem,
  customFieldRecord,
  FIELD_LIST_ID_LENGTH_MAX,
  isListFieldType,
  type ObjectType,
  customFieldRefusals as refusals,
} from '../contract/custom-fields.ts'
import { fieldListItemsSql, tablesWithCustomValues } from './fields-of.ts'

const standard = recordUseCases(customFieldRecord, {
  rows: ({ db }) =>
    db
      .selectFrom('CustomField')
      .select([
        'CustomFieldId',
        'ObjectType',
        'CustomFieldCode',
        'CustomFieldName',
        'FieldType',
        'IsMandatoryYN',
        'SequenceNo',
        'FieldListId',
        'AutoSyncYN',
        'Status',
        'Version',
        'CreatedById',
        'CreatedAt',
        'UpdatedAt',
      ])
      .select(fieldListItemsSql('custom_field').as('ListItems')) as never,
})

/** Counts the records that have a value of a custom field, even of a deleted field. */
export async function countRecordsWithValue({ db }: Ctx, ObjectType: ObjectType, code: string): Promise<number> {
  const { rows } = await sql<{ Records: number }>`
    select count(*) as records from ${tablesWithCustomValues[ObjectType]} where custom_values <> '{}' and custom_values ? ${code}`.execute(
    db,
  )
  return rows[0]!.Records
}

/** Returns the given list id of a custom field, or an id derived from the code of the field. */
const listIdOf = (named: string | null | undefined, { ObjectType, CustomFieldCode }: Named) =>
  named ?? `${ObjectType.toUpperCase()}_${CustomFieldCode}`.slice(0, FIELD_LIST_ID_LENGTH_MAX)

type Named = { ObjectType: string; CustomFieldCode: string }

function refuseList(FieldType: string, { FieldListId, ListItems }: { FieldListId?: unknown; ListItems?: unknown[] }) {
  if (!isListFieldType(FieldType) && (FieldListId || (ListItems && ListItems.length > 0))) throw refusals.noList()
}

async function addCustomField(ctx: Ctx, { ListItems, ...input }: Input<typeof customFieldRecord.add>) {
  const { ObjectType, CustomFieldCode, FieldType } = input
  refuseList(FieldType, { FieldListId: input.FieldListId, ...(ListItems && { ListItems }) })
  // The values of a deleted field stay stored and must not appear as values of a new field with the same code.
  const deleted = await ctx.db
    .selectFrom('CustomField')
    .select('CustomFieldId')
    .where('ObjectType', '=', ObjectType)
    .where('CustomFieldCode', '=', CustomFieldCode)
    .where('Status', '=', 'Deleted')
    .executeTakeFirst()
  if (deleted && (await countRecordsWithValue(ctx, ObjectType, CustomFieldCode)) > 0)
    throw refusals.codeOfDeleted({ CustomFieldCode })
  const FieldListId = isListFieldType(FieldType) ? listIdOf(input.FieldListId, input) : null
  if (FieldListId) await writeItems(ctx, FieldListId, ListItems)
  return standard.add(ctx, { ...input, FieldListId })
}

async function updateCustomField(ctx: Ctx, { ListItems, ...changes }: Input<typeof customFieldRecord.update>) {
  const { CustomFieldId } = changes
  const before = await ctx.db
    .selectFrom('CustomField')
    .select(['ObjectType', 'CustomFieldCode', 'FieldType', 'FieldListId', 'Version'])
    .where('CustomFieldId', '=', CustomFieldId)
    .forUpdate()
    .executeTakeFirst()
  // The standard update of a record rejects unknown records and stale versions.
  if (!before || (changes.Version ?? before.Version) !== before.Version) return standard.update(ctx, changes)
  const FieldType = changes.FieldType ?? before.FieldType
  refuseList(FieldType, { FieldListId: changes.FieldListId, ...(ListItems && { ListItems }) })
  const named = changes.FieldListId === undefined ? before.FieldListId : changes.FieldListId
  const FieldListId = isListFieldType(FieldType) ? listIdOf(named, before) : null
  if (FieldType !== before.FieldType || FieldListId !== before.FieldListId) {
    const Records = await countRecordsWithValue(ctx, before.ObjectType as ObjectType, before.CustomFieldCode)
    if (Records > 0) throw refusals.hasValues({ Records })
  }
  if (FieldListId && (ListItems || FieldListId !== before.FieldListId)) await writeItems(ctx, FieldListId, ListItems)
  return standard.update(ctx, { ...changes, FieldListId })
}

export const customFieldUseCases = { ...standard, add: addCustomField, update: updateCustomField }

type Item = Pick<CustomFieldItem, 'Value' | 'Labels' | 'SequenceNo' | 'Status'>

/**
 * Replaces the entries of a custom field's list and deletes omitted entries.
 * Throws if records use an entry that is omitted. Without `items` the list stays unchanged.
 */
async function writeItems(ctx: Ctx, FieldListId: string, items: readonly Item[] | undefined) {
  // The lock makes concurrent saves of fields that share the list run one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom field list ${FieldListId}`}, 0))`.execute(ctx.db)
  if (items) {
    const values = items.map(({ Value }) => Value)
    const duplicate = values.find((value, index) => values.indexOf(value) < index)
    if (duplicate !== undefined) throw refusals.itemTwice({ Value: duplicate })
    const { rows: removed } = await sql<{ Value: string }>`
      update custom_field_item set status = 'Deleted', version = version + 1, updated_at = ${ctx.now}
      where field_list_id = ${FieldListId} and status <> 'Deleted' and value <> all (${values}::text[])
      returning value`.execute(ctx.db)
    for (const { Value } of removed) if (await isUsed(ctx, FieldListId, Value)) throw refusals.itemInUse({ Value })
    if (items.length > 0)
      await sql`
        insert into custom_field_item (field_list_id, value, labels, sequence_no, status, created_at, updated_at)
        select ${FieldListId}, sent->>'Value', sent->'Labels', (sent->>'SequenceNo')::integer, sent->>'Status', ${ctx.now}, ${ctx.now}
        from jsonb_array_elements(${JSON.stringify(items)}::jsonb) sent
        on conflict (field_list_id, value) do update set labels = excluded.labels, sequence_no = excluded.sequence_no,
          status = excluded.status, version = custom_field_item.version + 1, updated_at = excluded.updated_at
        where (custom_field_item.labels, custom_field_item.sequence_no, custom_field_item.status)
          is distinct from (excluded.labels, excluded.sequence_no, excluded.status)`.execute(ctx.db)
  }
  const { rows } =
    await sql`select from custom_field_item where field_list_id = ${FieldListId} and status = 'Active' limit 1`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw refusals.noItems()
}

/** Returns true if a record has this value in a custom field that uses the list. */
async function isUsed({ db }: Ctx, FieldListId: string, value: string): Promise<boolean> {
  const fields = await db
    .selectFrom('CustomField')
    .select(['ObjectType', 'CustomFieldCode'])
    .where('FieldListId', '=', FieldListId)
    .execute()
  for (const { ObjectType, CustomFieldCode } of fields) {
    const { rows } = await sql`
      select from ${tablesWithCustomValues[ObjectType as ObjectType]} where custom_values <> '{}' and custom_values ? ${CustomFieldCode}
        and custom_values -> ${CustomFieldCode} ? ${value} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
