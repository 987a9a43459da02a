import type { z } from 'zod'
import type { Column } from '#kit/web/table/columns.tsx'
import type { ListSearch } from '#kit/web/table/search.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'
import type { Report } from '../../contract/report.ts'
import type { ReportKey } from '../../contract/table.ts'

// PRESENTATION OF A REPORT: columns, filters and links. The engine renders all reports alike.

export type ReportFilters = Record<string, string>
type RowOf<Row extends z.ZodRawShape> = z.output<z.ZodObject<Row, z.core.$strict>>

type PageDeclaration<F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape> = {
  /** Columns in order, or by filters if a report has several kinds of rows. */
  columns: readonly Column<RowOf<R>>[] | ((filters: ReportFilters) => readonly Column<RowOf<R>>[])
  /** Columns that users can add. */
  optional?: readonly Column<RowOf<R>>[]
  search: ListSearch<keyof F & string>
  /** Filter that names the column `Value`. */
  groupedBy?: keyof F & string
  /** Default filters besides the period. */
  opens?: ReportFilters
  /** Accessible name of a row; default: its customer, otherwise its key. */
  rowName?: (row: RowOf<R>) => string
  /** Link target of a row. */
  rowLink?: (row: RowOf<R>, filters: ReportFilters) => string | undefined
  /** Link target of a column: the records behind a number. */
  drill?: { [Field in keyof R & string]?: (row: RowOf<R>, filters: ReportFilters) => string | undefined }
  /** Totals shown as figures above the rows; default: the first four. */
  figures?: readonly (keyof T & string)[]
  /** Chart above the rows. */
  chart?: (filters: ReportFilters) => ReportChartOptions<R> | undefined
  /** Explained terms: texts `reports:meaning.<name>`, shared by all reports. */
  meanings?: readonly TermMeaning[]
  /** Text for an empty result; default 'Data Not Found'. */
  empty?: (filters: ReportFilters) => TextKey
  /** Title of an error. */
  failed?: TextKey
  /** Text of an error without a message of the server. */
  unsaid?: TextKey
  /** Totals shown below the rows. */
  below?: (totals: RowOf<T>) => TotalsBelow | undefined
  /** Links to next steps, by role. */
  next?: (filters: ReportFilters) => readonly NextStep[]
  /** Bulk actions besides the common ones for customers; rows can be selected if it is set. */
  ticked?: readonly TickedStep<RowOf<R>>[] | ((filters: ReportFilters) => readonly TickedStep<RowOf<R>>[] | undefined)
  /** Returns true if the filters suffice to run the report; otherwise `hint` is shown. */
  canRun?: (filters: ReportFilters) => boolean
  hint?: TextKey
}

export type TotalsBelow = { title: TextKey; entries: readonly { label: string; value: string }[] }

export type NextStep = { label: TextKey; to: string; role?: Role | readonly Role[] }

export type TickedStep<Row> = {
  label: TextKey
  role: Role | readonly Role[]
  headOffice?: boolean
  /** Page that receives the selected rows. */
  to: (rows: readonly Row[]) => string
}

export type ReportChartOptions<R extends z.ZodRawShape> = {
  kind: 'bar' | 'line' | 'donut'
  title: TextKey
  label: keyof R & string
  figures: readonly (keyof R & string)[]
}

export type TermMeaning =
  Extract<TextKey, `reports:meaning.${string}`> extends `reports:meaning.${infer Name}`
    ? Name extends `${infer Word}.${string}`
      ? Word
      : Name
    : never

export type ReportPage = {
  key: ReportKey
  report: Report
  page: PageDeclaration<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>
}

/** Page of a report, type-checked against its contract. */
export const reportPage = <F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  report: Report<F, R, T>,
  page: PageDeclaration<F, R, T>,
): ReportPage => ({ key: report.key, report: report as unknown as Report, page: page as unknown as ReportPage['page'] })
