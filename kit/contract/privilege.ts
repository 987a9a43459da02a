import type { z } from 'zod'

/** What a field says of itself that not everybody may see who may make the call. */
export type Needs = { privilege: string; butWhereNamed: readonly string[] }

/**
 * A field for those with a privilege; null for others in every reply and file, and left out of screens
 * (docs/decisions/0055-fields-that-need-a-privilege.md). `butWhereNamed` shows it all the same in a record that the call
 * itself names by one of these fields.
 */
export const needs = <Schema extends z.ZodType>(
  privilege: string,
  schema: Schema,
  { butWhereNamed = [] }: Partial<Needs> = {},
) => schema.nullable().meta({ privilege, butWhereNamed } satisfies Needs)

/** What a call's input gives for a field, beside its search or in it. */
export const valueIn = (input: object, field: string): unknown => {
  const { Search, ...beside } = input as Record<string, unknown> & { Search?: Record<string, unknown> }
  return beside[field] ?? Search?.[field]
}
