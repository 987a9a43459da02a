import { z } from 'zod'
import type { PrivilegeNeed } from './privilege.ts'

// Reads Zod schemas as JSON Schema including the contract's own metadata (`.meta`). Results are cached.

/** Field metadata beyond JSON Schema. */
type Marks = Partial<PrivilegeNeed> & {
  money?: boolean
  figure?: boolean
  person?: boolean
  masked?: boolean
  multiline?: boolean
  uppercase?: boolean
  code?: boolean
  min?: number
}

export type Shape = Marks & {
  type?: string
  format?: string
  description?: string
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape
  prefixItems?: Shape[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  enum?: string[]
  const?: unknown
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, Shape>
  /** The index of the Zod schema that this part came from. */
  at?: number
}

type Side = 'input' | 'output'
type Read = { shape: Shape; schemas: z.core.$ZodType[] }
const cache: Record<Side, WeakMap<z.core.$ZodType, Read>> = { input: new WeakMap(), output: new WeakMap() }

function readSchema(schema: z.ZodType, io: Side): Read {
  const cached = cache[io].get(schema)
  if (cached) return cached
  const schemas: z.core.$ZodType[] = []
  const shape = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      jsonSchema.at = schemas.push(zodSchema) - 1
    },
  }) as Shape
  const result = { shape, schemas }
  cache[io].set(schema, result)
  return result
}

/** The JSON Schema of a schema's input or output. */
export const toJsonSchema = (schema: z.ZodType, io: Side): Shape => readSchema(schema, io).shape

/** Removes the null alternative. Metadata of the field takes precedence over that of its value. */
export function withoutNull({ anyOf, ...rest }: Shape): Shape {
  const others = anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? { ...withoutNull(others[0]!), ...rest } : { ...rest, ...(anyOf && { anyOf: others }) }
}

/** The Zod schema that a part of the JSON Schema came from. */
export const declaredSchema = (schema: z.ZodType, io: Side, { at = -1 }: Shape) =>
  readSchema(schema, io).schemas[at] as z.ZodType

/** The Zod schemas of an object's fields, also if the object is nullable or wrapped. */
export const schemaFields = (schema: z.ZodType, io: Side): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(withoutNull(toJsonSchema(schema, io)).properties ?? {}).map(([name, field]) => [
      name,
      declaredSchema(schema, io, field),
    ]),
  )

/** The Zod schema of an array's items, also if the array is nullable or wrapped. */
export function schemaItem(schema: z.ZodType): z.ZodType | undefined {
  const { items } = withoutNull(toJsonSchema(schema, 'output'))
  return items && declaredSchema(schema, 'output', items)
}
