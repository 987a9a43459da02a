import type { TextNamespace } from '../labels.ts'
import type { CellKind, ExportedCells } from './columns.tsx'
import type { ListEndpoint } from './list.ts'

/** Describes the list for its export, as the screen shows it. */
export type ListExportInfo = {
  area: TextNamespace
  list: ListEndpoint
  /** The name of the list for users. */
  label: string
  /** The body of the list call without `Page` and `Rows`: search, sort order and the input that the page fixes. */
  input: Record<string, unknown>
  /** `Page` and `Rows` of the visible page; undefined for a list without pages. */
  page: { Page: number; Rows: number } | undefined
  /** The visible columns in order, with labels in the user's language. `words` has values that the page translates. */
  columns: readonly ExportedColumn[]
  /** The totals over all rows as shown (`Totals` of the reply). */
  totals?: readonly ExportedColumn[]
  /**
   * The filters for the first and last day, for scheduled reports with a moving period.
   * Undefined if scheduling is not available, and null if the report has no period.
   */
  days?: readonly [string, string] | null
  /** The number of rows that match the filters. */
  total: number
  /** True if `total` is an estimate. */
  isEstimate?: boolean
  /** The field that identifies a row. */
  rowKey: string
  /** Keys of the selected rows, in the order of selection. `all` is true if all matching rows are selected. */
  selection: { all: boolean; keys: readonly string[] }
}

export type ExportedColumn = {
  field: string
  label: string
  kind: CellKind
  words: ExportedCells<never>['words'] | undefined
}
