import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A filter of a list, or what stands in its place when nobody asked for it. */
export type Filter = Expression<unknown> | false | null | undefined | '' | 0

/** What all of these filters let through; what was not asked for is none, and without any it is everything. */
export function allOf(filters: readonly Filter[]): RawBuilder<SqlBool> {
  const active = filters.filter((filter) => !!filter)
  return active.length > 0 ? sql<SqlBool>`(${sql.join(active, sql` and `)})` : sql<SqlBool>`true`
}

/** What any of these filters lets through; where nobody asked for one, everything. */
export function anyOf(filters: readonly Filter[]): Filter {
  const active = filters.filter((filter) => !!filter)
  return active.length > 0 && sql`(${sql.join(active, sql` or `)})`
}

// Filters on a column, for a value that may have been left out.

const isSet = (value: unknown) => value !== undefined && value !== null

export const equals = (column: string, value: unknown): Filter => isSet(value) && sql`${sql.ref(column)} = ${value}`

export const contains = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} ilike ${containing(text)}`

export const startsWith = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} like ${`${literal(text)}%`}`

/** The same words, whatever the case. */
export const sameText = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} ilike ${literal(text)}`

/** From one value to another, both of them within. */
export const within = (column: string, least: unknown, most: unknown): Filter =>
  (isSet(least) || isSet(most)) &&
  allOf([isSet(least) && sql`${sql.ref(column)} >= ${least}`, isSet(most) && sql`${sql.ref(column)} <= ${most}`])

/** Matches what contains `text`; its own % and _ are letters like any other. */
export const containing = (text: string) => `%${literal(text)}%`

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
