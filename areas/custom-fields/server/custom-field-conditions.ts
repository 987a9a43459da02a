import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { buildContainsPattern } from '#kit/server/filters.ts'
import { type FormField, type ObjectType, customFieldRefusals as refusals } from '../contract/custom-fields.ts'
import type { CustomFilters } from '../contract/custom-values.ts'
import { findActiveCustomFields, findCustomFieldName } from './fields-of.ts'

type Condition = RawBuilder<unknown>

/**
 * Returns the SQL conditions on a custom_values column for a list's filters by custom field.
 * Throws for inactive or unknown fields, because the result of an ignored filter would look complete.
 */
export async function customFieldConditions(
  ctx: Pick<Ctx, 'db'>,
  ObjectType: ObjectType,
  column: Condition,
  search: CustomFilters | undefined,
): Promise<Condition[]> {
  const filters = Object.entries(search ?? {})
  if (filters.length === 0) return []
  const fields = await findActiveCustomFields(ctx, ObjectType)
  const conditions: Condition[] = []
  for (const [Code, text] of filters) {
    const field = fields.find(({ CustomFieldCode }) => CustomFieldCode === Code)
    if (!field) throw await findUnavailableFieldError(ctx, ObjectType, Code)
    conditions.push(matchesText(field, column, text.trim()))
  }
  // The condition repeats the predicate of the partial index on records with values, so that PostgreSQL uses the index.
  return [sql`${column} <> '{}'`, ...conditions]
}

/** Returns the error for a custom field that cannot be used as a filter, with the field's name if it ever existed. */
export async function findUnavailableFieldError(ctx: Pick<Ctx, 'db'>, ObjectType: ObjectType, Code: string) {
  const Name = await findCustomFieldName(ctx, ObjectType, Code)
  return Name === null ? refusals.unknownField({ Code }) : refusals.inactiveField({ Name })
}

function matchesText({ CustomFieldCode: code, FieldType }: FormField, column: Condition, text: string): Condition {
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
      return sql`fold_text(${value}) like ${buildContainsPattern(text)}`
  }
}

const isNumber = (text: string) => /^-?\d{1,20}(\.\d{1,20})?$/.test(text)
