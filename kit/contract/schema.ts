import { z } from 'zod'
import type { PrivilegeRequirement } from './privilege.ts'

// Converts Zod schemas to JSON Schema with the contract's own metadata (`.meta`), and caches the results.

/** Field metadata of contracts that JSON Schema does not define. */
type Marks = Partial<PrivilegeRequirement> & {
  money?: boolean
  figure?: boolean
  person?: boolean
  masked?: boolean
  multiline?: boolean
  uppercase?: boolean
  code?: boolean
  min?: number
}

export type JsonSchema = Marks & {
  type?: string
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
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
  $defs?: Record<string, JsonSchema>
  /** The index of the Zod schema from which a part of the JSON Schema was generated. */
  at?: number
}

type Side = 'input' | 'output'
type Read = { shape: JsonSchema; schemas: z.core.$ZodType[] }
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
  }) as JsonSchema
  const result = { shape, schemas }
  cache[io].set(schema, result)
  return result
}

/** Returns the JSON Schema of a Zod schema's input or output. */
export const toJsonSchema = (schema: z.ZodType, io: Side): JsonSchema => readSchema(schema, io).shape

/** Removes the null alternative from a JSON Schema. Metadata of the field overrides metadata of its value. */
export function removeNullFromSchema({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const others = anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1
    ? { ...removeNullFromSchema(others[0]!), ...rest }
    : { ...rest, ...(anyOf && { anyOf: others }) }
}

/** Returns the Zod schema from which a part of the JSON Schema was generated. */
export const findDeclaredSchema = (schema: z.ZodType, io: Side, { at = -1 }: JsonSchema) =>
  readSchema(schema, io).schemas[at] as z.ZodType

/** Returns the Zod schemas of an object's fields, also for a nullable or wrapped object. */
export const schemaFields = (schema: z.ZodType, io: Side): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(removeNullFromSchema(toJsonSchema(schema, io)).properties ?? {}).map(([name, field]) => [
      name,
      findDeclaredSchema(schema, io, field),
    ]),
  )

/** Returns the Zod schema of an array's items, also for a nullable or wrapped array. */
export function arrayItemSchema(schema: z.ZodType): z.ZodType | undefined {
  const { items } = removeNullFromSchema(toJsonSchema(schema, 'output'))
  return items && findDeclaredSchema(schema, 'output', items)
}
