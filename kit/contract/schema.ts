import { z } from 'zod'
import type { Needs } from './privilege.ts'

// A schema is read here and nowhere else: as JSON Schema, in which every field stands with what the contract says of it beside
// (`.meta`). It is made once.

/** What fields say of themselves beside JSON Schema. */
type Marks = Partial<Needs> & {
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
  /** Which of the schemas that were read it is. */
  at?: number
}

type Side = 'input' | 'output'
type Read = { shape: Shape; schemas: z.core.$ZodType[] }
const known: Record<Side, WeakMap<z.core.$ZodType, Read>> = { input: new WeakMap(), output: new WeakMap() }

function readSchema(schema: z.ZodType, io: Side): Read {
  const found = known[io].get(schema)
  if (found) return found
  const schemas: z.core.$ZodType[] = []
  const shape = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      jsonSchema.at = schemas.push(zodSchema) - 1
    },
  }) as Shape
  const made = { shape, schemas }
  known[io].set(schema, made)
  return made
}

/** A schema as JSON Schema: what is sent, or what comes out of it. */
export const schemaOf = (schema: z.ZodType, io: Side): Shape => readSchema(schema, io).shape

/** Without the null that it may also be: what the field itself says counts before what is said of its value. */
export function withoutNull({ anyOf, ...rest }: Shape): Shape {
  const others = anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? { ...withoutNull(others[0]!), ...rest } : { ...rest, ...(anyOf && { anyOf: others }) }
}

/** The schema that a part of what was read was declared with. */
export const declaredAs = (schema: z.ZodType, io: Side, { at = -1 }: Shape) =>
  readSchema(schema, io).schemas[at] as z.ZodType

/** The fields of an object, also of one that is wrapped, each as the schema that it was declared with. */
export const fieldsOf = (schema: z.ZodType, io: Side): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(withoutNull(schemaOf(schema, io)).properties ?? {}).map(([name, field]) => [
      name,
      declaredAs(schema, io, field),
    ]),
  )

/** What the array holds, also one that is wrapped. */
export function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const { items } = withoutNull(schemaOf(schema, 'output'))
  return items && declaredAs(schema, 'output', items)
}
