import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing } from '#kit/server/filters.ts'
import { type FormField, type ObjectType, customFieldRefusals as refusals } from '../contract/custom-fields.ts'
import type { CustomFilters } from '../contract/custom-values.ts'
import { fieldsOf, nameOf } from './fields-of.ts'

type Condition = RawBuilder<unknown>

/**
 * Conditions on the column of values for what a list is asked of them. A field that is there no more is said, and not passed over: a list
 * that leaves out a filter looks like the answer and is not.
 */
export async function holding(
  ctx: Pick<Ctx, 'db'>,
  ObjectType: ObjectType,
  column: Condition,
  asked: CustomFilters | undefined,
): Promise<Condition[]> {
  const filters = Object.entries(asked ?? {})
  if (filters.length === 0) return []
  const fields = await fieldsOf(ctx, ObjectType)
  const conditions: Condition[] = []
  for (const [Code, text] of filters) {
    const field = fields.find(({ CustomFieldCode }) => CustomFieldCode === Code)
    if (!field) throw await fieldGone(ctx, ObjectType, Code)
    conditions.push(fits(field, column, text.trim()))
  }
  // Said so that the index over records with values is one.
  return [sql`${column} <> '{}'`, ...conditions]
}

/** Why nothing can be asked of a field: by the name that people know, if there was such a field. */
export async function fieldGone(ctx: Pick<Ctx, 'db'>, ObjectType: ObjectType, Code: string) {
  const Name = await nameOf(ctx, ObjectType, Code)
  return Name === null ? refusals.unknownField({ Code }) : refusals.inactiveField({ Name })
}

function fits({ CustomFieldCode: code, FieldType }: FormField, column: Condition, text: string): Condition {
  const value = sql`${column} ->> ${sql.lit(code)}`
  switch (FieldType) {
    case 'Selection':
      return sql`${column} @> ${JSON.stringify({ [code]: text })}::jsonb`
    case 'Multiple Selection':
      return sql`${column} @> ${JSON.stringify({ [code]: [text] })}::jsonb`
    case 'Number':
      return isNumber(text)
        ? sql`case when ${value} ~ '^-?[0-9]+([.][0-9]+)?$' then (${value})::numeric = ${text}::numeric end`
        : sql`false`
    case 'Date':
      return sql`${value} = ${text}`
    case 'Datetime':
      return sql`case when ${value} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' then business_date_of((${value})::timestamptz)::text = ${text} end`
    default:
      return sql`fold_text(${value}) like ${containing(text)}`
  }
}

const isNumber = (text: string) => /^-?\d{1,20}(\.\d{1,20})?$/.test(text)
