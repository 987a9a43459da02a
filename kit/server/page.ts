import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** One page of a query that is filtered and sorted already, and how many rows it has in all. Both travel together. */
export async function pageFrom<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { Rows, Page }: { Rows: number; Page: number },
) {
  const [{ Count }, rows] = await Promise.all([
    query
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<number>().as('Count'))
      .executeTakeFirstOrThrow() as unknown as Promise<{ Count: number }>,
    query
      .limit(Rows)
      .offset((Page - 1) * Rows)
      .execute(),
  ])
  return { count: Count, rows }
}

/** A filter of a list, or what stands in its place when nobody asked for it. */
export type Filter = Expression<unknown> | false | null | undefined | '' | 0

/** What all of these filters let through; what was not asked for is none, and without any it is everything. */
export function allOf(filters: readonly Filter[]): RawBuilder<SqlBool> {
  const asked = filters.filter((filter) => !!filter)
  return asked.length > 0 ? sql<SqlBool>`(${sql.join(asked, sql` and `)})` : sql<SqlBool>`true`
}

/** What any of these filters lets through; where nobody asked for one, everything. */
export function anyOf(filters: readonly Filter[]): Filter {
  const asked = filters.filter((filter) => !!filter)
  return asked.length > 0 && sql`(${sql.join(asked, sql` or `)})`
}

// Filters on a column, for a value that may have been left out.

const isAsked = (value: unknown) => value !== undefined && value !== null

export const equals = (column: string, value: unknown): Filter => isAsked(value) && sql`${sql.ref(column)} = ${value}`

export const contains = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} ilike ${containing(text)}`

export const startsWith = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} like ${beginning(text)}`

/** The same words, whatever the case. */
export const sameText = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} ilike ${sameWords(text)}`

/** From one value to another, both of them within. */
export const within = (column: string, least: unknown, most: unknown): Filter =>
  (isAsked(least) || isAsked(most)) &&
  allOf([isAsked(least) && sql`${sql.ref(column)} >= ${least}`, isAsked(most) && sql`${sql.ref(column)} <= ${most}`])

/** For `ilike`: the same words, whatever the case; its own % and _ are letters like any other. */
export const sameWords = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Matches what contains `text`; its own % and _ are letters like any other. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Matches what begins with `text`. */
export const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

export const direction = (wish: 'ASC' | 'DESC') => (wish === 'ASC' ? 'asc' : 'desc')
