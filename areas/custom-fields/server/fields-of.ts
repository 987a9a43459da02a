import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import type * as contract from '../contract/custom-fields.ts'
import type { CustomFieldItem, FormField, ObjectType } from '../contract/custom-fields.ts'

/** The table of each record type with custom fields. The column custom_values contains their values. */
export const tablesWithCustomValues = {
  Customer: sql.table('customer'),
  Task: sql.table('task'),
  Rewards: sql.table('reward'),
} as const satisfies Record<ObjectType, unknown>

/** Returns an SQL subquery for the entries of a custom field's list, ordered by sequence number. */
export const fieldListItemsSql = (field: string) => sql<CustomFieldItem[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('Value', item.value, 'Labels', item.labels, 'SequenceNo', item.sequence_no, 'Status', item.status)
    order by item.sequence_no, item.custom_field_item_id), '[]')
  from custom_field_item item where item.field_list_id = ${sql.ref(`${field}.field_list_id`)} and item.status <> 'Deleted')`

/** Returns the active custom fields of a record type, ordered by sequence number. */
export async function findActiveCustomFields({ db }: Pick<Ctx, 'db'>, ObjectType: ObjectType): Promise<FormField[]> {
  const { rows } = await sql<FormField>`
    select custom_field_code, custom_field_name, field_type, is_mandatory_yn, sequence_no, ${fieldListItemsSql('custom_field')} as list_items
    from custom_field where object_type = ${ObjectType} and status = 'Active'
    order by sequence_no, custom_field_code`.execute(db)
  return rows
}

/** Returns the name of a custom field, even of an inactive or deleted one; null if the code never existed. */
export async function findCustomFieldName(
  { db }: Pick<Ctx, 'db'>,
  ObjectType: ObjectType,
  code: string,
): Promise<string | null> {
  const { rows } = await sql<{ CustomFieldName: string }>`
    select custom_field_name from custom_field where object_type = ${ObjectType} and custom_field_code = ${code}
    order by status = 'Deleted', custom_field_id desc limit 1`.execute(db)
  return rows[0]?.CustomFieldName ?? null
}

export const formFields = async (ctx: Ctx, { ObjectType }: Input<typeof contract.formFields>) =>
  createValueList(await findActiveCustomFields(ctx, ObjectType))

/** Returns the names of custom fields by code. For a reused code the latest name is returned. */
export async function fieldNames({ db }: Ctx, { ObjectType }: Input<typeof contract.fieldNames>) {
  const { rows } = await sql<{ CustomFieldCode: string; CustomFieldName: string; ActiveYN: 'Y' | 'N' }>`
    select distinct on (custom_field_code) custom_field_code, custom_field_name, case status when 'Active' then 'Y' else 'N' end as active_yn
    from custom_field where object_type = ${ObjectType}
    order by custom_field_code, status = 'Deleted', custom_field_id desc`.execute(db)
  return createValueList(rows)
}

export async function listItems({ db }: Ctx, { Search: { FieldListId } }: Input<typeof contract.listItems>) {
  const { rows } = await sql<CustomFieldItem>`
    select value, labels, sequence_no, status from custom_field_item
    where field_list_id = ${FieldListId} and status <> 'Deleted' order by sequence_no, custom_field_item_id`.execute(db)
  return createValueList(rows)
}
