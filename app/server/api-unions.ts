import type { Schema } from './api-programs.ts'

// Rewrites unions of JSON types for generators of statically typed languages, which read one type per schema.

/**
 * Rewrites all schemas inside a part of the document, without changing the values that they accept.
 * A list of types becomes `oneOf`, and so does an `anyOf` whose members have different types. A list with null stays.
 */
export function rewriteUnions(part: unknown, components: Readonly<Record<string, Schema>>): void {
  if (typeof part !== 'object' || part === null) return
  const schema = part as Schema
  // The referenced component has the type.
  if (schema.$ref !== undefined) delete schema.type
  if (Array.isArray(schema.type) && schema.type.filter((type) => type !== 'null').length > 1) {
    schema.oneOf = schema.type.map((type) => ({ type }))
    delete schema.type
  }
  if (Array.isArray(schema.anyOf) && haveDifferentTypes(schema.anyOf, components)) {
    schema.oneOf = schema.anyOf
    delete schema.anyOf
  }
  for (const [name, inner] of Object.entries(schema))
    if (name !== 'example' && name !== 'default' && name !== 'enum') rewriteUnions(inner, components)
}

/** True for at least two members besides null, each with one JSON type that no other member has. */
function haveDifferentTypes(members: readonly Schema[], components: Readonly<Record<string, Schema>>) {
  const types = members.map((member) => typeOf(member, components))
  return (
    types.every((type) => type !== undefined) &&
    new Set(types).size === types.length &&
    types.filter((type) => type !== 'null').length > 1
  )
}

/** The single JSON type of a schema, with integer as number; undefined for unions. */
function typeOf({ $ref, type }: Schema, components: Readonly<Record<string, Schema>>): string | undefined {
  if ($ref !== undefined) return typeOf(components[$ref.split('/').at(-1)!]!, components)
  if (typeof type !== 'string') return undefined
  return type === 'integer' ? 'number' : type
}
