import { type RawBuilder, sql } from 'kysely'
import { fieldsOf, nameOf } from '#areas/custom-fields/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'

type Now = NonNullable<ServerArea['segmentFieldsNow']>
type Field = Awaited<ReturnType<Now>>[number]

/**
 * What segments may ask of the company's own fields, as they are now. E-mail addresses are none of it: by narrowing they could be found
 * out. A value is read as what its field says only where it is one, so that nothing stops a count.
 */
export const ownSegmentFields: Now = async (ctx) => {
  const fields = await fieldsOf(ctx, 'Customer')
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
        return [{ ...named, Kind: 'set', choices, rows: () => chosen(code) }]
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

const OWN = 'CustomValues.'
export const ownSegmentFieldGone: NonNullable<ServerArea['segmentFieldGone']> = async (ctx, Name) =>
  Name.startsWith(OWN) ? nameOf(ctx, 'Customer', Name.slice(OWN.length)) : null

const where = (text: RawBuilder<unknown>, pattern: string, value: RawBuilder<unknown>) =>
  sql`(case when ${text} ~ ${sql.lit(pattern)} then ${value} end)`

const chosen = (code: string) => sql`
  select customer_id, jsonb_array_elements_text(custom_values -> ${sql.lit(code)}) as value from customer
  where custom_values <> '{}' and jsonb_typeof(custom_values -> ${sql.lit(code)}) = 'array'`
