import type { z } from 'zod'
import { valueIn } from '#kit/contract/privilege.ts'
import { type Shape, schemaFields, toJsonSchema, withoutNull } from '#kit/contract/schema.ts'

// Reads a field's form properties from its contract schema.

export type FieldKind =
  | 'text'
  | 'person'
  | 'multiline'
  | 'password'
  | 'email'
  | 'tel'
  | 'integer'
  | 'points'
  | 'money'
  | 'figure'
  | 'decimal'
  | 'date'
  | 'date-time'
  | 'select'
  | 'several'
  | 'switch'

export type FieldProperties = {
  kind: FieldKind
  required: boolean
  /** The value sent for an empty field: null, undefined (left out) or ''. */
  empty: null | undefined | ''
  maxLength: number | undefined
  uppercase: boolean
  /** Capitals, digits, underscore and hyphen only: spaces cannot be typed. */
  code: boolean
  min: number | undefined
  max: number | undefined
  options: readonly string[] | undefined
  /** The schema's default value. */
  preset: unknown
}

/** The fields of an object schema, also behind refinements, transforms, defaults and preprocessing. */
export const schemaShape = (schema: z.ZodType) => schemaFields(schema, 'input')

/** Merges the JSON schemas of input and output: for choices and limited texts the output side has more information. */
function mergedShapeOf(schema: z.ZodType): Shape {
  const [input, output] = [withoutNull(toJsonSchema(schema, 'input')), withoutNull(toJsonSchema(schema, 'output'))]
  return input.anyOf && !optionsOf(input) ? { ...output, ...input } : { ...input, ...output }
}

/** True if the contract hides the field from this user, who lacks the required privilege. */
export function isHidden(
  schema: z.ZodType | undefined,
  may: (privilege: never) => boolean,
  input: Record<string, unknown> = {},
) {
  const { privilege, butWhereNamed = [] } = schema ? toJsonSchema(schema, 'output') : {}
  if (privilege === undefined || may(privilege as never)) return false
  return !butWhereNamed.some((field) => valueIn(input, field) !== undefined)
}

const factsCache = new WeakMap<z.ZodType, FieldProperties>()

/** A field's form properties. Cached, because they are read for every field of every row and on every key press. */
export function fieldProperties(schema: z.ZodType): FieldProperties {
  const facts = factsCache.get(schema) ?? readFacts(schema)
  factsCache.set(schema, facts)
  return facts
}

function readFacts(schema: z.ZodType): FieldProperties {
  const merged = mergedShapeOf(schema)
  const accepted = ([null, undefined, ''] as const).filter((value) => schema.safeParse(value).success)
  const preset = schema.safeParse(undefined)
  return {
    kind: kindOf(schema, merged),
    required: accepted.length === 0,
    empty: accepted.length === 0 ? '' : accepted[0],
    maxLength: merged.maxLength ?? merged.maxItems,
    uppercase: merged.uppercase ?? false,
    code: merged.code ?? false,
    min: merged.min ?? finiteLimit(merged.minimum),
    max: finiteLimit(merged.maximum),
    options: optionsOf(merged),
    preset: preset.success ? (preset.data ?? undefined) : undefined,
  }
}

/**
 * Makes a field required when the call could not clear it. A call that changes only the sent fields clears a field only if it
 * accepts null or ''; leaving the field out would silently keep the old value. The same applies to a choice with a default.
 */
export function fieldPropertiesForEdit(facts: FieldProperties, before: unknown): FieldProperties {
  const currentValue = facts.kind === 'select' && isEmpty(before) ? facts.preset : before
  return facts.empty === undefined && facts.kind !== 'several' && !isEmpty(currentValue)
    ? { ...facts, required: true }
    : facts
}

const finiteLimit = (limit: number | undefined) =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit

function kindOf(schema: z.ZodType, merged: Shape): FieldKind {
  const { money, figure, person, multiline, format, type, anyOf } = merged
  if (money) return 'money'
  if (figure) return 'figure'
  if (person) return 'person'
  if (multiline) return 'multiline'
  if (format === 'date' || format === 'date-time' || format === 'email' || format === 'tel') return format
  const options = optionsOf(merged)
  if (type === 'array') return 'several'
  if (options) return options.length === 2 && options.includes('Y') && options.includes('N') ? 'switch' : 'select'
  if (anyOf) return 'decimal'
  if (type === 'number' || type === 'integer') return 'integer'
  if (type === 'boolean') return 'switch'
  // An instant's input schema has a pattern but no format, so it is recognised by the values it accepts.
  const accepts = (text: string) => schema.safeParse(text).success
  if (type === 'string' && accepts('2026-01-31T14:30:00') && !accepts('2026-01-31') && !accepts('x')) return 'date-time'
  return 'text'
}

function optionsOf({ enum: enumValues, const: constant, anyOf, items }: Shape): readonly string[] | undefined {
  const values = enumValues ?? (constant === undefined ? undefined : [constant])
  if (values) return values.filter((value) => typeof value === 'string')
  if (items) return optionsOf(withoutNull(items))
  const optionLists = anyOf?.map((option) => optionsOf(withoutNull(option)))
  return optionLists?.every((optionValues) => optionValues !== undefined) ? optionLists.flat() : undefined
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Validates one field; returns zod's first issue, if any. */
export function validate(
  schema: z.ZodType,
  value: unknown,
  required = fieldProperties(schema).required,
): Pick<z.core.$ZodIssue, 'message' | 'code'> | undefined {
  // For an empty value reports that it is missing, not that it is too short.
  if (isEmpty(value)) return required ? { code: 'custom', message: missingText(schema, value) } : undefined
  const result = schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]
}

/** The contract's message for an empty list or a missing value. */
const missingText = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(Array.isArray(value) ? value : undefined).error?.issues[0]?.message ?? 'Required'

/**
 * Converts form values to the input of the call: empty fields are sent as their schema requires. Fields that the call does not
 * have are left out; the page sends them by further calls.
 */
export function formInput(shape: Record<string, z.ZodType>, values: Record<string, unknown>) {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const schema = shape[name]
    if (!schema) return []
    return [[name, isEmpty(value) && !Array.isArray(value) ? fieldProperties(schema).empty : value] as const]
  })
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}
