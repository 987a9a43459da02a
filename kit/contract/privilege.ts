import type { z } from 'zod'

/** The schema metadata of a reply field that needs a privilege. */
export type PrivilegeRequirement = { privilege: string; visibleIfLookedUpBy: readonly string[] }

/**
 * Declares a reply field that needs a privilege (docs/decisions/0055).
 * Callers without the privilege get null in every reply and file, and pages hide the field.
 * `visibleIfLookedUpBy` lists key fields: if the input of a call has one, all callers see that record's value.
 */
export const privilegedField = <Schema extends z.ZodType>(
  privilege: string,
  schema: Schema,
  { visibleIfLookedUpBy = [] }: Partial<PrivilegeRequirement> = {},
) => schema.nullable().meta({ privilege, visibleIfLookedUpBy } satisfies PrivilegeRequirement)

/** Returns the value of a field from the input of a call, at the top level or in Search. */
export const readInputValueAtPath = (input: object, field: string): unknown => {
  const { Search, ...beside } = input as Record<string, unknown> & { Search?: Record<string, unknown> }
  return beside[field] ?? Search?.[field]
}
