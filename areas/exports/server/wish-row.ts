import type { Wish } from './wish.ts'

/** A wish as its record has it. */
export type WishRow = {
  Path: string
  Title: string
  Input: Wish['input']
  Columns: Wish['columns']
  Filters: Wish['filters']
  Format: Wish['format']
  Scope: Wish['scope']
  Page: number | null
  PageRows: number | null
  KeyField: string | null
  Keys: string[] | null
  Language: Wish['language']
  Reason: string | null
}

export const wishColumns =
  'path, title, input, columns, filters, format, scope, page, page_rows, key_field, keys, language, reason'

export const wishIn = (row: WishRow): Wish => ({
  path: row.Path,
  title: row.Title,
  input: row.Input,
  columns: row.Columns,
  filters: row.Filters,
  format: row.Format,
  scope: row.Scope,
  page: row.Page,
  pageRows: row.PageRows,
  keyField: row.KeyField,
  keys: row.Keys,
  language: row.Language,
  reason: row.Reason,
})
