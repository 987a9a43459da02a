import type { z } from 'zod'
import type { Column } from '#kit/web/table/columns.tsx'
import type { ListSearch } from '#kit/web/table/search.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'
import type { DeclaredReport } from '../../contract/report.ts'
import type { ReportKey } from '../../contract/table.ts'

// A report's page is declared by columns, filters and links. The same components render all reports.

export type ReportFilters = Record<string, string>
type RowOf<Row extends z.ZodRawShape> = z.output<z.ZodObject<Row, z.core.$strict>>

type PageDeclaration<F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape> = {
  /** Columns in the order of display, or a function of the filters if the report has several kinds of rows. */
  columns: readonly Column<RowOf<R>>[] | ((filters: ReportFilters) => readonly Column<RowOf<R>>[])
  /** Columns that users can add to the table. */
  optional?: readonly Column<RowOf<R>>[]
  search: ListSearch<keyof F & string>
  /** Filter whose value is the title of the column `Value`. */
  groupedBy?: keyof F & string
  /** Default values of filters other than the period. */
  opens?: ReportFilters
  /** Accessible name of a row; by default its customer or its key. */
  rowName?: (row: RowOf<R>) => string
  /** Link target of a row. */
  rowLink?: (row: RowOf<R>, filters: ReportFilters) => string | undefined
  /** Link targets by column; each link leads to the records that the number counts. */
  drill?: { [Field in keyof R & string]?: (row: RowOf<R>, filters: ReportFilters) => string | undefined }
  /** Names of totals that are shown above the rows; by default the first four totals. */
  figures?: readonly (keyof T & string)[]
  /** Chart that is shown above the rows. */
  chart?: (filters: ReportFilters) => ReportChartOptions<R> | undefined
  /** Terms of the report that a button explains with the texts `reports:meaning.<name>`. */
  meanings?: readonly ReportTermMeaning[]
  /** Text for a result without rows; by default 'Data Not Found'. */
  empty?: (filters: ReportFilters) => TextKey
  /** Title that is shown above an error of the report. */
  failed?: TextKey
  /** Text for an error without a message from the server. */
  unsaid?: TextKey
  /** Totals that are shown below the rows. */
  below?: (totals: RowOf<T>) => ReportTotalsBelow | undefined
  /** Links to pages on which users continue with the result; each link has a role. */
  next?: (filters: ReportFilters) => readonly ReportNextStep[]
  /** Bulk actions of the report besides those for customers; rows can be selected if there is any. */
  ticked?:
    | readonly ReportBulkActionStep<RowOf<R>>[]
    | ((filters: ReportFilters) => readonly ReportBulkActionStep<RowOf<R>>[] | undefined)
  /** Returns true if the filters are sufficient to run the report; otherwise the page shows `hint`. */
  canRun?: (filters: ReportFilters) => boolean
  hint?: TextKey
}

export type ReportTotalsBelow = { title: TextKey; entries: readonly { label: string; value: string }[] }

export type ReportNextStep = { label: TextKey; to: string; role?: Role | readonly Role[] }

export type ReportBulkActionStep<Row> = {
  label: TextKey
  role: Role | readonly Role[]
  headOffice?: boolean
  /** Returns the path of the page to which the selected rows are handed over. */
  to: (rows: readonly Row[]) => string
}

export type ReportChartOptions<R extends z.ZodRawShape> = {
  kind: 'bar' | 'line' | 'donut'
  title: TextKey
  label: keyof R & string
  figures: readonly (keyof R & string)[]
}

export type ReportTermMeaning =
  Extract<TextKey, `reports:meaning.${string}`> extends `reports:meaning.${infer Name}`
    ? Name extends `${infer Word}.${string}`
      ? Word
      : Name
    : never

export type ReportPage = {
  key: ReportKey
  report: DeclaredReport
  page: PageDeclaration<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>
}

/** Declares the page of a report, type-checked against the report's contract. */
export const createReportPage = <F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  report: DeclaredReport<F, R, T>,
  page: PageDeclaration<F, R, T>,
): ReportPage => ({
  key: report.key,
  report: report as unknown as DeclaredReport,
  page: page as unknown as ReportPage['page'],
})
