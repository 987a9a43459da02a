import type { TextNamespace } from '../labels.ts'
import type { CellKind, FileCells } from './columns.tsx'
import type { ListEndpoint } from './list.ts'

/** The list as shown on the screen, for its export. */
export type ListExportInfo = {
  area: TextNamespace
  list: ListEndpoint
  /** The list's name for users. */
  label: string
  /** The body of the list call without `Page` and `Rows`: search, sort and fixed input. */
  input: Record<string, unknown>
  /** `Page` and `Rows` of the shown page; undefined for an unpaged list. */
  page: { Page: number; Rows: number } | undefined
  /** The visible columns in their order, labelled in the user's language; `words` for values the page translates itself. */
  columns: readonly FileColumn[]
  /** The totals over all rows (`Totals` of the reply) as shown. */
  totals?: readonly FileColumn[]
  /** The filters for the first and last day, for scheduled reports with a moving period. Undefined: scheduling is not available. Null: the report has no period. */
  days?: readonly [string, string] | null
  /** The number of matching rows. */
  total: number
  /** The field that names a row. */
  rowKey: string
  /** Keys of the selected rows, in the order of selection; `all` if all matching rows are selected. */
  selection: { all: boolean; keys: readonly string[] }
}

export type FileColumn = {
  field: string
  label: string
  kind: CellKind
  words: FileCells<never>['words'] | undefined
}
