import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FormField, type ObjectType, customFieldRefusals as refusals } from '../contract/custom-fields.ts'
import { type CustomValues, type CustomValuesInput, createCustomValueSchema } from '../contract/custom-values.ts'
import { findActiveCustomFields } from './fields-of.ts'

type ValuesInput = {
  changes: CustomValuesInput | undefined
  /** The stored values of the record; undefined for a new record. */
  stored?: unknown
  /** True if mandatory custom fields must have a value, as for a new record that a user enters. */
  complete?: boolean
}

/**
 * Validates changed custom values and returns all values of the record as JSON for the column custom_values.
 * Returns undefined if no value changes. The value of an omitted field stays unchanged.
 * Values of a field that was deactivated or deleted while a form was open are ignored.
 */
export async function validateCustomValues(
  ctx: Ctx,
  ObjectType: ObjectType,
  { changes, stored, complete = false }: ValuesInput,
) {
  if (!changes && !complete) return undefined
  const before = (stored ?? {}) as CustomValues
  const fields = await findActiveCustomFields(ctx, ObjectType)
  const fieldsByCode = new Map(fields.map((field) => [field.CustomFieldCode, field]))
  await refuseUnknown(
    ctx,
    ObjectType,
    Object.keys(changes ?? {}).filter((code) => !fieldsByCode.has(code)),
  )

  const next: Record<string, unknown> = { ...before }
  const issues: z.core.$ZodIssue[] = []
  for (const field of fields) {
    const code = field.CustomFieldCode
    const newValue = changes && Object.hasOwn(changes, code) ? changes[code] : undefined
    if (newValue === undefined && !complete) continue
    const { value, faults } = read(field, newValue, before[code])
    issues.push(...faults.map((issue) => ({ ...issue, path: ['CustomValues', code, ...issue.path] })))
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) delete next[code]
    else next[code] = value
  }
  if (issues.length > 0) throw new z.ZodError(issues)
  await resolveMoments(ctx, fields, next, before)
  return JSON.stringify(next)
}

/** Validates one value by the type of its custom field. A missing mandatory value gets the standard error. */
function read(field: FormField, newValue: unknown, stored: unknown): { value: unknown; faults: z.core.$ZodIssue[] } {
  const isEmpty =
    newValue === undefined || newValue === null || newValue === '' || (Array.isArray(newValue) && newValue.length === 0)
  if (isEmpty) {
    const missing = { code: 'custom', message: 'Required', path: [], input: newValue } as z.core.$ZodIssue
    return { value: null, faults: field.IsMandatoryYN === 'Y' ? [missing] : [] }
  }
  const result = createCustomValueSchema(field, stored).safeParse(newValue)
  // Only the first error of each custom field is reported.
  return { value: result.data, faults: result.error?.issues.slice(0, 1) ?? [] }
}

/** Rejects codes of custom fields that never existed. Codes of inactive or deleted fields are ignored. */
async function refuseUnknown({ db }: Ctx, ObjectType: ObjectType, codes: readonly string[]) {
  if (codes.length === 0) return
  const { rows } = await sql<{ Code: string }>`
    select requested.code from unnest(${codes}::text[]) requested (code)
    where not exists (select from custom_field f where f.object_type = ${ObjectType} and f.custom_field_code = requested.code)
    limit 1`.execute(db)
  if (rows[0]) throw refusals.unknownField({ Code: rows[0].Code })
}

/** Converts times in custom fields to UTC. A time without a zone is local time of the business. */
async function resolveMoments(
  { db }: Ctx,
  fields: readonly FormField[],
  next: Record<string, unknown>,
  before: CustomValues,
) {
  for (const { CustomFieldCode: code, FieldType } of fields) {
    if (FieldType !== 'Datetime' || typeof next[code] !== 'string' || next[code] === before[code]) continue
    const { rows } = await sql<{ At: string }>`
      select to_char(instant_of(${next[code]}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`.execute(db)
    next[code] = rows[0]!.At
  }
}
