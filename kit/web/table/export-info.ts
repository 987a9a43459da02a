import type { Area } from '../labels.ts'
import type { CellKind, FileCells } from './columns.tsx'
import type { ListEndpoint } from './list.ts'

/** A list as it stands on the screen, for the person who writes it to a file. */
export type ListExportInfo = {
  area: Area
  list: ListEndpoint
  /** What the list is called to the user. */
  label: string
  /** The body of the list call without `Page` and `Rows`: search, sort, and what the page always sends along. */
  input: Record<string, unknown>
  /** `Page` and `Rows` of what is on the screen; undefined for a list that is served whole. */
  page: { Page: number; Rows: number } | undefined
  /** The columns on the screen in their order, labelled in the user's language; `words` for what a page words itself. */
  columns: readonly FileColumn[]
  /** What the answer adds up over all rows in `Totals`, as the screen shows it. */
  totals?: readonly FileColumn[]
  /** The filters that begin and end its days: it can be sent by itself, with days that move along. Absent where it is not offered; null without days. */
  days?: readonly [string, string] | null
  /** How many rows match in all. */
  total: number
  /** The field that names a row. */
  rowKey: string
  /** Ticked rows by their key, in the order of ticking; `all` when everything that matches was ticked at once. */
  selection: { all: boolean; keys: readonly string[] }
}

export type FileColumn = {
  field: string
  label: string
  kind: CellKind
  words: FileCells<never>['words'] | undefined
}
