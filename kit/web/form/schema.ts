import type { z } from 'zod'
import { valueIn } from '#kit/contract/privilege.ts'
import { fieldsOf, type Shape, schemaOf, withoutNull } from '#kit/contract/schema.ts'

// What a form needs to know of a field stands in the contract's schema and is read from there.

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

export type FieldFacts = {
  kind: FieldKind
  required: boolean
  /** A field that is left empty is sent as this: null, nothing at all, or the empty text. */
  empty: null | undefined | ''
  maxLength: number | undefined
  uppercase: boolean
  /** Capitals, digits, underscore and hyphen only: blanks are not even typed. */
  code: boolean
  min: number | undefined
  max: number | undefined
  options: readonly string[] | undefined
  /** What the schema itself fills in when nothing is given. */
  preset: unknown
}

/** The fields of an object schema, through refinements, transforms, defaults and preprocesses. */
export const shapeOf = (schema: z.ZodType) => fieldsOf(schema, 'input')

/** What is said of a field on either side: of a field of choices and of a text with limits, what comes out of it tells more. */
function facesOf(schema: z.ZodType): Shape {
  const [input, output] = [withoutNull(schemaOf(schema, 'input')), withoutNull(schemaOf(schema, 'output'))]
  return input.anyOf && !optionsOf(input) ? { ...output, ...input } : { ...input, ...output }
}

/** Whether the contract keeps a field from those without a privilege, of which this person is one. */
export function isHidden(
  schema: z.ZodType | undefined,
  may: (privilege: never) => boolean,
  input: Record<string, unknown> = {},
) {
  const { privilege, butWhereNamed = [] } = schema ? schemaOf(schema, 'output') : {}
  if (privilege === undefined || may(privilege as never)) return false
  return !butWhereNamed.some((field) => valueIn(input, field) !== undefined)
}

const known = new WeakMap<z.ZodType, FieldFacts>()

/** What a form must know of one field; read once, for it is asked of every field of every row and at each key. */
export function factsOf(schema: z.ZodType): FieldFacts {
  const facts = known.get(schema) ?? readFacts(schema)
  known.set(schema, facts)
  return facts
}

function readFacts(schema: z.ZodType): FieldFacts {
  const face = facesOf(schema)
  const accepted = ([null, undefined, ''] as const).filter((value) => schema.safeParse(value).success)
  const preset = schema.safeParse(undefined)
  return {
    kind: kindOf(schema, face),
    required: accepted.length === 0,
    empty: accepted.length === 0 ? '' : accepted[0],
    maxLength: face.maxLength ?? face.maxItems,
    uppercase: face.uppercase ?? false,
    code: face.code ?? false,
    min: face.min ?? finite(face.minimum),
    max: finite(face.maximum),
    options: optionsOf(face),
    preset: preset.success ? (preset.data ?? undefined) : undefined,
  }
}

/**
 * A call that changes only what is sent cannot be told that a field shall be empty, unless it takes null or the empty
 * text for it: emptying such a field would silently keep what was there, so what the record has it must keep having. So must
 * a choice of a new record for which the contract has one to begin with: there is no such record without it.
 */
export function factsForEdit(facts: FieldFacts, before: unknown): FieldFacts {
  const held = facts.kind === 'select' && isEmpty(before) ? facts.preset : before
  return facts.empty === undefined && facts.kind !== 'several' && !isEmpty(held) ? { ...facts, required: true } : facts
}

const finite = (limit: number | undefined) =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit

function kindOf(schema: z.ZodType, face: Shape): FieldKind {
  const { money, figure, person, multiline, format, type, anyOf } = face
  if (money) return 'money'
  if (figure) return 'figure'
  if (person) return 'person'
  if (multiline) return 'multiline'
  if (format === 'date' || format === 'date-time' || format === 'email' || format === 'tel') return format
  const options = optionsOf(face)
  if (type === 'array') return 'several'
  if (options) return options.length === 2 && options.includes('Y') && options.includes('N') ? 'switch' : 'select'
  if (anyOf) return 'decimal'
  if (type === 'number' || type === 'integer') return 'integer'
  if (type === 'boolean') return 'switch'
  // A moment that comes in has a pattern but no mark of its own, so it is known by what it takes.
  const takes = (text: string) => schema.safeParse(text).success
  if (type === 'string' && takes('2026-01-31T14:30:00') && !takes('2026-01-31') && !takes('x')) return 'date-time'
  return 'text'
}

function optionsOf({ enum: several, const: one, anyOf, items }: Shape): readonly string[] | undefined {
  const values = several ?? (one === undefined ? undefined : [one])
  if (values) return values.filter((value) => typeof value === 'string')
  if (items) return optionsOf(withoutNull(items))
  const each = anyOf?.map((option) => optionsOf(withoutNull(option)))
  return each?.every((found) => found !== undefined) ? each.flat() : undefined
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What is wrong with one field's value, if anything, as zod's issue. */
export function validate(
  schema: z.ZodType,
  value: unknown,
  required = factsOf(schema).required,
): Pick<z.core.$ZodIssue, 'message' | 'code'> | undefined {
  // The contract's own words for what is missing, else the kit's: what is wrong with an empty text is that it is none.
  if (isEmpty(value)) return required ? { code: 'custom', message: missingText(schema, value) } : undefined
  const result = schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]
}

/** Of a list it is what the contract says of an empty one, of all else what it says where nothing was sent. */
const missingText = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(Array.isArray(value) ? value : undefined).error?.issues[0]?.message ?? 'Required'

/**
 * The input of a call made from a form's values: what is empty is sent as the contract wants emptiness. What the call does not
 * take stays with the page, which makes further calls of it.
 */
export function inputOf(shape: Record<string, z.ZodType>, values: Record<string, unknown>) {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const schema = shape[name]
    if (!schema) return []
    return [[name, isEmpty(value) && !Array.isArray(value) ? factsOf(schema).empty : value] as const]
  })
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}
