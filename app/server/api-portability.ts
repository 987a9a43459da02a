import type { Schema } from './api-fields.ts'

// Rewrites schemas that generators of statically typed languages, such as Java, do not translate.

/**
 * Rewrites all schemas inside a part of the document, without changing the values that they accept.
 * A list of types becomes `oneOf`, and so does an `anyOf` whose members have different types. A list with null stays.
 * An enum of punctuation, from which no constant can be named, becomes a pattern.
 */
export function rewriteForGenerators(part: unknown, components: Readonly<Record<string, Schema>>): void {
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
  if (schema.type === 'string' && schema.enum?.some((value) => !/[A-Za-z0-9]/.test(value))) {
    schema.pattern = `^(${schema.enum.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`
    delete schema.enum
  }
  for (const [name, inner] of Object.entries(schema))
    if (name !== 'example' && name !== 'default' && name !== 'enum') rewriteForGenerators(inner, components)
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
