import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FormField, type ObjectType, customFieldRefusals as refusals } from '../contract/custom-fields.ts'
import { type CustomValues, type CustomValuesInput, valueSchema } from '../contract/custom-values.ts'
import { fieldsOf } from './fields-of.ts'

type Asked = {
  sent: CustomValuesInput | undefined
  /** What the record holds now; a new one holds nothing. */
  held?: unknown
  /** Whether what is mandatory must be there: of a new record that somebody fills in. */
  complete?: boolean
}

/**
 * What a record holds after a change, as its column keeps it; undefined where nothing changes. Fields that are left out stay as they
 * are, and so does what is sent for one that was deactivated or deleted while a form stood open.
 */
export async function checkedValues(ctx: Ctx, ObjectType: ObjectType, { sent, held, complete = false }: Asked) {
  if (!sent && !complete) return undefined
  const before = (held ?? {}) as CustomValues
  const fields = await fieldsOf(ctx, ObjectType)
  const known = new Map(fields.map((field) => [field.CustomFieldCode, field]))
  await refuseUnknown(
    ctx,
    ObjectType,
    Object.keys(sent ?? {}).filter((code) => !known.has(code)),
  )

  const next: Record<string, unknown> = { ...before }
  const issues: z.core.$ZodIssue[] = []
  for (const field of fields) {
    const code = field.CustomFieldCode
    const given = sent && Object.hasOwn(sent, code) ? sent[code] : undefined
    if (given === undefined && !complete) continue
    const { value, faults } = read(field, given, before[code])
    issues.push(...faults.map((issue) => ({ ...issue, path: ['CustomValues', code, ...issue.path] })))
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) delete next[code]
    else next[code] = value
  }
  if (issues.length > 0) throw new z.ZodError(issues)
  await resolveMoments(ctx, fields, next, before)
  return JSON.stringify(next)
}

/** One value by the rule of its field; what is missing is said as of every other field. */
function read(field: FormField, given: unknown, held: unknown): { value: unknown; faults: z.core.$ZodIssue[] } {
  const isEmpty = given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0)
  if (isEmpty) {
    const missing = { code: 'custom', message: 'Required', path: [], input: given } as z.core.$ZodIssue
    return { value: null, faults: field.IsMandatoryYN === 'Y' ? [missing] : [] }
  }
  const result = valueSchema(field, held).safeParse(given)
  // One sentence below a field says enough.
  return { value: result.data, faults: result.error?.issues.slice(0, 1) ?? [] }
}

/** A code that never was is a mistake; one of a field that went while a form stood open is not. */
async function refuseUnknown({ db }: Ctx, ObjectType: ObjectType, codes: readonly string[]) {
  if (codes.length === 0) return
  const { rows } = await sql<{ Code: string }>`
    select asked.code from unnest(${codes}::text[]) asked (code)
    where not exists (select from custom_field f where f.object_type = ${ObjectType} and f.custom_field_code = asked.code)
    limit 1`.execute(db)
  if (rows[0]) throw refusals.unknownField({ Code: rows[0].Code })
}

/** A moment without a zone means the clock on the shop’s wall; it is kept in UTC. */
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
