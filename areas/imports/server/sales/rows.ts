import type { ColumnExpressions } from '../staging/columns.ts'
import type { SalesImportSql } from './documents.ts'

/** The SQL that joins the rows `r` of an invoice `d`, and the position of a row in its invoice. */
export type InvoiceRows = { from: string; sequence: string; sequenceOf: (rowNo: string) => string }

/**
 * Joins the rows of an invoice by row number, because these rows are nearly always consecutive.
 * In an unsorted file the rows are joined by invoice number, which has an index in that case.
 */
export function createInvoiceRows(
  { invoice, type }: SalesImportSql,
  columns: ColumnExpressions,
  unsorted: boolean,
): InvoiceRows {
  const cell = columns.cell('InvoiceNo')
  // The raw cell is compared before the trimmed one, because few cells have surrounding spaces.
  const named = `(${unsorted ? '' : `${cell} = d.invoice_no or `}${invoice} = d.invoice_no) and ${type} = d.type`
  const between = unsorted ? '' : 'before.row_no between d.first_row and d.last_row and '
  const sequenceOf = (rowNo: string) => `
    case when d.last_row - d.first_row + 1 = d.lines then ${rowNo} - d.first_row + 1
      else (select count(*) from raw before where ${between}${named.replaceAll(/\br\./g, 'before.')} and before.row_no <= ${rowNo}) end`
  return {
    // The `offset 0` keeps the planner from sorting the whole file by document type before filtering by row number.
    from: unsorted
      ? `raw r on ${named}`
      : `lateral (select * from raw where row_no between d.first_row and d.last_row offset 0) r on (d.last_row - d.first_row + 1 = d.lines or ${named})`,
    sequence: unsorted ? 'row_number() over (partition by d.document_id order by r.row_no)' : sequenceOf('r.row_no'),
    sequenceOf,
  }
}

export const isFileUnsortedSql =
  'select coalesce(sum(last_row - first_row + 1) > 2 * sum(lines) + 1000, false) as unsorted from document'

export const createInvoiceIndexSql = ({ invoice }: SalesImportSql) =>
  `create index if not exists raw_invoice on raw ((${invoice.replaceAll('r.c', 'c')}))`
