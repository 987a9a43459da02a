import type { z } from 'zod'
import { readInputValueAtPath } from '#kit/contract/privilege.ts'
import { type JsonSchema, removeNullFromSchema, schemaFields, toJsonSchema } from '#kit/contract/schema.ts'

// Derives the properties of a form field from its contract schema.

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
  /** The value that the form sends for an empty field: null, undefined (omitted) or ''. */
  empty: null | undefined | ''
  maxLength: number | undefined
  uppercase: boolean
  /** True for codes of capitals, digits, underscore and hyphen. The user cannot type spaces in these codes. */
  code: boolean
  min: number | undefined
  max: number | undefined
  options: readonly string[] | undefined
  /** The default value of the field in its schema. */
  preset: unknown
}

/** Returns the fields of an object schema, also inside refinements, transforms, defaults and preprocessing. */
export const schemaShape = (schema: z.ZodType) => schemaFields(schema, 'input')

/** Merges the JSON schemas of input and output, because the output schema describes choices and limits better. */
function mergedShapeOf(schema: z.ZodType): JsonSchema {
  const [input, output] = [
    removeNullFromSchema(toJsonSchema(schema, 'input')),
    removeNullFromSchema(toJsonSchema(schema, 'output')),
  ]
  return input.anyOf && !optionsOf(input) ? { ...output, ...input } : { ...input, ...output }
}

/** True if the contract hides the field from this user, who lacks the required privilege. */
export function isFieldHidden(
  schema: z.ZodType | undefined,
  may: (privilege: never) => boolean,
  input: Record<string, unknown> = {},
) {
  const { privilege, visibleIfLookedUpBy = [] } = schema ? toJsonSchema(schema, 'output') : {}
  if (privilege === undefined || may(privilege as never)) return false
  return !visibleIfLookedUpBy.some((field) => readInputValueAtPath(input, field) !== undefined)
}

const factsCache = new WeakMap<z.ZodType, FieldProperties>()

/** Returns the form properties of a field. Cached, because every row and every key press reads them. */
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
 * A field is required if the call cannot clear its value.
 * A call that changes only the sent fields clears a field only by null or '', because it ignores an omitted field.
 * A choice with a default is required, because omitting the choice would not clear it.
 */
export function fieldPropertiesForEdit(facts: FieldProperties, before: unknown): FieldProperties {
  const currentValue = facts.kind === 'select' && isEmptyValue(before) ? facts.preset : before
  return facts.empty === undefined && facts.kind !== 'several' && !isEmptyValue(currentValue)
    ? { ...facts, required: true }
    : facts
}

const finiteLimit = (limit: number | undefined) =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit

function kindOf(schema: z.ZodType, merged: JsonSchema): FieldKind {
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
  // Recognises the schema of an instant by the values it accepts, because the schema has a pattern but no format.
  const accepts = (text: string) => schema.safeParse(text).success
  if (type === 'string' && accepts('2026-01-31T14:30:00') && !accepts('2026-01-31') && !accepts('x')) return 'date-time'
  return 'text'
}

function optionsOf({ enum: enumValues, const: constant, anyOf, items }: JsonSchema): readonly string[] | undefined {
  const values = enumValues ?? (constant === undefined ? undefined : [constant])
  if (values) return values.filter((value) => typeof value === 'string')
  if (items) return optionsOf(removeNullFromSchema(items))
  const optionLists = anyOf?.map((option) => optionsOf(removeNullFromSchema(option)))
  return optionLists?.every((optionValues) => optionValues !== undefined) ? optionLists.flat() : undefined
}

export const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Validates one field and returns zod's first issue, if any. */
export function validateField(
  schema: z.ZodType,
  value: unknown,
  required = fieldProperties(schema).required,
): Pick<z.core.$ZodIssue, 'message' | 'code'> | undefined {
  // An empty value is reported as missing instead of too short.
  if (isEmptyValue(value)) return required ? { code: 'custom', message: missingText(schema, value) } : undefined
  const result = schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]
}

/** Returns the contract's message for an empty list or a missing value. */
const missingText = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(Array.isArray(value) ? value : undefined).error?.issues[0]?.message ?? 'Required'

/**
 * Converts the values of a form to the input of the call, with empty fields as the schema of the call requires.
 * Omits values whose field the call does not have; the page sends these values by further calls.
 */
export function buildCallInput(shape: Record<string, z.ZodType>, values: Record<string, unknown>) {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const schema = shape[name]
    if (!schema) return []
    return [[name, isEmptyValue(value) && !Array.isArray(value) ? fieldProperties(schema).empty : value] as const]
  })
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}
