import type { z } from 'zod'
import { givenIn, type Needs } from '#kit/contract/privilege.ts'

// What a form needs to know of a field stands in the contract's schema and is read from there.

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'password'
  | 'email'
  | 'tel'
  | 'integer'
  | 'points'
  | 'money'
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

/** The parts of zod's definitions that are looked at here. */
type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
  shape?: Record<string, z.ZodType>
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

type Meta = {
  maxLength?: number
  uppercase?: boolean
  code?: boolean
  money?: boolean
  min?: number
  multiline?: boolean
  format?: string
} & Partial<Needs>

/** Every layer of a schema, the outermost first; of a pipe the side that says what may be typed. */
function layers(schema: z.ZodType): z.ZodType[] {
  const { type, innerType, in: from, out: to, getter } = defOf(schema)
  const inner = innerType ?? (type === 'lazy' ? getter?.() : undefined)
  if (inner) return [schema, ...layers(inner)]
  if (type !== 'pipe' || !from || !to) return [schema]
  // A preprocess is transform → schema, a transform is schema → transform; of two schemas the inner pipe holds the
  // reading of what was typed (a union for decimals) and the outer one its limits.
  if (defOf(from).type === 'transform') return [schema, ...layers(to)]
  if (defOf(to).type === 'transform') return [schema, ...layers(from)]
  return [schema, ...(isUnionInside(from) ? layers(from) : layers(to))]
}

const isUnionInside = (schema: z.ZodType) => defOf(layers(schema).at(-1) ?? schema).type === 'union'

/** The schema without its wrappers. */
export const coreOf = (schema: z.ZodType): z.ZodType => layers(schema).at(-1) ?? schema

/** The fields of an object schema, through refinements, transforms, defaults and preprocesses. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  return defOf(coreOf(schema)).shape ?? {}
}

const metaOf = (schema: z.ZodType): Meta =>
  Object.assign(
    {},
    ...layers(schema)
      .reverse()
      .map((layer) => layer.meta() ?? {}),
  )

/** Whether the contract keeps a field from those without a privilege, of which this person is one. */
export function isHidden(
  schema: z.ZodType | undefined,
  may: (privilege: never) => boolean,
  input: Record<string, unknown> = {},
) {
  const { privilege, butWhereNamed = [] }: Meta = schema ? metaOf(schema) : {}
  if (privilege === undefined || may(privilege as never)) return false
  return !butWhereNamed.some((field) => givenIn(input, field) !== undefined)
}

type Check = { check: string; value?: number; minimum?: number; maximum?: number }

/** The bounds among a schema's checks: of a number its value, of a text its length. */
function limitsOf(schema: z.ZodType) {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def as unknown as Check)
  const boundOf = (name: string) => finite(checks.find(({ check }) => check === name)?.value)
  return {
    min: boundOf('greater_than'),
    max: boundOf('less_than'),
    maxLength: checks.find(({ check }) => check === 'max_length')?.maximum,
  }
}

/** Reads what a form must know of one field. */
export function factsOf(schema: z.ZodType): FieldFacts {
  const core = coreOf(schema)
  const meta = metaOf(schema)
  const limits = limitsOf(core)
  const kind = kindOf(schema, core, meta)
  const accepted = ([null, undefined, ''] as const).filter((value) => schema.safeParse(value).success)
  const preset = schema.safeParse(undefined)
  return {
    kind,
    required: accepted.length === 0,
    empty: accepted.length === 0 ? '' : accepted[0],
    maxLength: meta.maxLength ?? limits.maxLength,
    uppercase: meta.uppercase ?? false,
    code: meta.code ?? false,
    min: meta.min ?? limits.min,
    max: limits.max,
    options: optionsOf(core),
    preset: preset.success ? (preset.data ?? undefined) : undefined,
  }
}

/**
 * A call that changes only what is sent cannot be told that a field shall be empty, unless it takes null or the empty
 * text for it: emptying such a field would silently keep what was there, so what the record has it must keep having.
 */
export const factsForEdit = (facts: FieldFacts, before: unknown): FieldFacts =>
  facts.empty === undefined && facts.kind !== 'several' && !isEmpty(before) ? { ...facts, required: true } : facts

const finite = (limit: number | undefined) =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit

function kindOf(schema: z.ZodType, core: z.ZodType, meta: Meta): FieldKind {
  if (meta.money) return 'money'
  if (meta.multiline) return 'multiline'
  if (meta.format === 'date') return 'date'
  if (meta.format === 'date-time') return 'date-time'
  if (meta.format === 'email' || meta.format === 'tel') return meta.format
  const { type } = defOf(core)
  if (type === 'union' && !optionsOf(core)) return 'decimal'
  if (type === 'number' || type === 'int' || type === 'bigint') return 'integer'
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'several'
  const options = optionsOf(core)
  if (options) return options.length === 2 && options.includes('Y') && options.includes('N') ? 'switch' : 'select'
  // A moment that comes in has a pattern but no mark of its own, so it is known by what it takes.
  const takes = (text: string) => schema.safeParse(text).success
  if (type === 'string' && takes('2026-01-31T14:30:00') && !takes('2026-01-31') && !takes('x')) return 'date-time'
  return 'text'
}

function optionsOf(core: z.ZodType): readonly string[] | undefined {
  const { type, entries, values, options, element } = defOf(core)
  if (type === 'enum' && entries) return Object.values(entries).filter((value) => typeof value === 'string')
  if (type === 'literal' && values) return values.filter((value) => typeof value === 'string')
  if (type === 'array' && element) return optionsOf(coreOf(element))
  if (type !== 'union' || !options) return undefined
  const each = options.map((option) => optionsOf(coreOf(option)))
  return each.every((found) => found !== undefined) ? each.flat() : undefined
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What is wrong with one field's value, if anything, as zod's issue. */
export function judge(
  schema: z.ZodType,
  value: unknown,
  required = factsOf(schema).required,
): Pick<z.core.$ZodIssue, 'message' | 'code'> | undefined {
  // The contract's own words for what is missing, else the kit's: what is wrong with an empty text is that it is none.
  if (isEmpty(value)) return required ? { code: 'custom', message: missingText(schema) } : undefined
  const result = schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]
}

const missingText = (schema: z.ZodType) => schema.safeParse(undefined).error?.issues[0]?.message ?? 'Required'

/** The input of a call made from a form's values: what is empty is sent as the contract wants emptiness. */
export function inputOf(shape: Record<string, z.ZodType>, values: Record<string, unknown>) {
  const filled = Object.entries(values).map(([name, value]) => {
    const schema = shape[name]
    return [name, schema && isEmpty(value) && !Array.isArray(value) ? factsOf(schema).empty : value] as const
  })
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}
