import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldText, hasCjk } from '#kit/contract/normal-form.ts'

/** A condition on the rows of a list. A falsy value means that the caller did not send the filter. */
export type RowFilter = Expression<unknown> | false | null | undefined | '' | 0

/** Combines the sent filters with AND. Matches all rows if the caller sent no filter. */
export function allOf(filters: readonly RowFilter[]): RawBuilder<SqlBool> {
  const active = filters.filter((filter) => !!filter)
  return active.length > 0 ? sql<SqlBool>`(${sql.join(active, sql` and `)})` : sql<SqlBool>`true`
}

/** Combines the sent filters with OR. Returns no filter if the caller sent no filter. */
export function anyOf(filters: readonly RowFilter[]): RowFilter {
  const active = filters.filter((filter) => !!filter)
  return active.length > 0 && sql`(${sql.join(active, sql` or `)})`
}

// Each function below compares a column with an optional value, and returns no filter without a value.

const isSet = (value: unknown) => value !== undefined && value !== null

export const equals = (column: string, value: unknown): RowFilter => isSet(value) && sql`${sql.ref(column)} = ${value}`

/** Matches text that contains `text`, ignoring case, accents and width. */
export const contains = (column: string, text: string | undefined): RowFilter =>
  text && sql`fold_text(${sql.ref(column)}) like ${buildContainsPattern(text)}`

const WORDS_MAX = 8

/**
 * Matches names that contain every word, in any order.
 * Words of one or two letters must start a word of the name, because the index on three letters cannot find them.
 * Names with CJK letters are not split into words: any part of the name matches.
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
      ? sql`${text} like ${`%${escapeLikeWildcards(word)}%`}`
      : sql`(${folded} like ${`${escapeLikeWildcards(word)}%`} or ${folded} like ${`% ${escapeLikeWildcards(word)}%`})`
    const letters = [...word.replace(/[ -~]/g, '')]
    // Names with letters outside ASCII have an index on single letters, which selects the rows to compare.
    return letters.length === 0
      ? like
      : sql`(octet_length(${name}) > length(${name}) and folded_letters(${name}) @> ${letters}::text[] and ${like})`
  })
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

export const startsWith = (column: string, text: string | undefined): RowFilter =>
  text && sql`${sql.ref(column)} like ${`${escapeLikeWildcards(text)}%`}`

/** Matches equal text, ignoring case, accents and character width. */
export const equalsText = (column: string, text: string | undefined): RowFilter =>
  text && sql`fold_text(${sql.ref(column)}) = ${foldText(text)}`

/** Matches values between two inclusive bounds. Either bound may be missing. */
export const isBetweenBounds = (column: string, minimum: unknown, maximum: unknown): RowFilter =>
  (isSet(minimum) || isSet(maximum)) &&
  allOf([
    isSet(minimum) && sql`${sql.ref(column)} >= ${minimum}`,
    isSet(maximum) && sql`${sql.ref(column)} <= ${maximum}`,
  ])

/** A LIKE pattern for folded text that contains `text`. */
export const buildContainsPattern = (text: string) => `%${escapeLikeWildcards(foldText(text))}%`

/** Escapes the wildcards of a text for use in a LIKE pattern. */
export const escapeLikeWildcards = (text: string) => text.replace(/[\\%_]/g, '\\$&')
