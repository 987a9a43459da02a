import { type RawBuilder, sql } from 'kysely'
import { findActiveCustomFields, findCustomFieldName } from '#areas/custom-fields/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'

type CurrentFields = NonNullable<ServerArea['segmentFieldsNow']>
type Field = Awaited<ReturnType<CurrentFields>>[number]

/**
 * The segment conditions on the active custom fields.
 * Custom fields for e-mail addresses are excluded, because narrowing a segment could reveal their values.
 * A custom value is cast only if it matches the type of its field, so that one bad value cannot break a count.
 */
export const segmentFieldsOfCustomFields: CurrentFields = async (ctx) => {
  const fields = await findActiveCustomFields(ctx, 'Customer')
  return fields.flatMap(({ CustomFieldCode: code, CustomFieldName: Title, FieldType, ListItems }): Field[] => {
    const named = { Name: `CustomValues.${code}`, Title }
    const column = sql`c.custom_values ->> ${sql.lit(code)}`
    const items = ListItems.map(({ Value, Labels }) => ({ Value, Label: Labels.en ?? Value }))
    const choices = {
      select: sql`select item ->> 'Value' as value, item ->> 'Label' as label from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item`,
    }
    switch (FieldType) {
      case 'Email':
        return []
      case 'Selection':
        return [{ ...named, Kind: 'choice', choices, column }]
      case 'Multiple Selection':
        return [{ ...named, Kind: 'set', choices, rows: () => selectedValues(code) }]
      case 'Number':
        return [
          { ...named, Kind: 'number', column: where(column, '^-?[0-9]+([.][0-9]+)?$', sql`(${column})::numeric`) },
        ]
      case 'Date':
        return [
          { ...named, Kind: 'date', column: where(column, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', sql`(${column})::date`) },
        ]
      case 'Datetime': {
        const day = sql`business_date_of((${column})::timestamptz)`
        return [{ ...named, Kind: 'date', column: where(column, '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$', day) }]
      }
      default:
        return [{ ...named, Kind: 'text', column }]
    }
  })
}

const CUSTOM_PREFIX = 'CustomValues.'
export const findRemovedCustomFieldName: NonNullable<ServerArea['segmentFieldGone']> = async (ctx, Name) =>
  Name.startsWith(CUSTOM_PREFIX) ? findCustomFieldName(ctx, 'Customer', Name.slice(CUSTOM_PREFIX.length)) : null

const where = (text: RawBuilder<unknown>, pattern: string, value: RawBuilder<unknown>) =>
  sql`(case when ${text} ~ ${sql.lit(pattern)} then ${value} end)`

const selectedValues = (code: string) => sql`
  select customer_id, jsonb_array_elements_text(custom_values -> ${sql.lit(code)}) as value from customer
  where custom_values <> '{}' and jsonb_typeof(custom_values -> ${sql.lit(code)}) = 'array'`
