import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldText, hasCjk } from '#kit/contract/normal-form.ts'

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

/** Text that contains `text`, whatever the case, accents and width of either. */
export const contains = (column: string, text: string | undefined): Filter =>
  text && sql`fold_text(${sql.ref(column)}) like ${containing(text)}`

const WORDS_MAX = 8

/**
 * A person's name that contains every word, in any order. One or two letters have to begin a word, because an index finds
 * nothing shorter. Names with CJK letters are not separated into words: any part of them matches.
 */
export function containsName(column: string, typed: string): RawBuilder<SqlBool>
export function containsName(column: string, typed: string | undefined): RawBuilder<SqlBool> | undefined
export function containsName(column: string, typed: string | undefined) {
  if (typed === undefined) return undefined
  const name = sql.ref(column)
  const folded = sql`fold_text(${name})`
  const words = foldText(typed).split(' ').filter(Boolean).slice(0, WORDS_MAX)
  const conditions = words.map((word) => {
    const part = hasCjk(word) || word.length > 2
    const text = hasCjk(word) ? sql`replace(${folded}, ' ', '')` : folded
    const like = part
      ? sql`${text} like ${`%${literal(word)}%`}`
      : sql`(${folded} like ${`${literal(word)}%`} or ${folded} like ${`% ${literal(word)}%`})`
    const letters = [...word.replace(/[ -~]/g, '')]
    // The index on single letters holds names that are not plain ASCII.
    return letters.length === 0
      ? like
      : sql`(octet_length(${name}) > length(${name}) and folded_letters(${name}) @> ${letters}::text[] and ${like})`
  })
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

export const startsWith = (column: string, text: string | undefined): Filter =>
  text && sql`${sql.ref(column)} like ${`${literal(text)}%`}`

/** The same words, whatever the case, accents and width. */
export const sameText = (column: string, text: string | undefined): Filter =>
  text && sql`fold_text(${sql.ref(column)}) = ${foldText(text)}`

/** From one value to another, both of them within. */
export const within = (column: string, least: unknown, most: unknown): Filter =>
  (isSet(least) || isSet(most)) &&
  allOf([isSet(least) && sql`${sql.ref(column)} >= ${least}`, isSet(most) && sql`${sql.ref(column)} <= ${most}`])

/** A pattern for a folded text that contains `text`. */
export const containing = (text: string) => `%${literal(foldText(text))}%`

/** A text inside a LIKE pattern, with its own wildcards taken literally. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
