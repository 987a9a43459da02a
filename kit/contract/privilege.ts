import type { z } from 'zod'

/** Metadata of a reply field that needs a privilege. */
export type PrivilegeNeed = { privilege: string; butWhereNamed: readonly string[] }

/**
 * A reply field that needs a privilege: null for callers without it in every reply and file, and absent from screens
 * (docs/decisions/0055). `butWhereNamed` lists key fields: a record that the call names by one of them shows the field to everyone.
 */
export const needs = <Schema extends z.ZodType>(
  privilege: string,
  schema: Schema,
  { butWhereNamed = [] }: Partial<PrivilegeNeed> = {},
) => schema.nullable().meta({ privilege, butWhereNamed } satisfies PrivilegeNeed)

/** The value of a field in a call's input, at the top level or in Search. */
export const valueIn = (input: object, field: string): unknown => {
  const { Search, ...beside } = input as Record<string, unknown> & { Search?: Record<string, unknown> }
  return beside[field] ?? Search?.[field]
}
