import type { z } from 'zod'
import type { Column } from '#kit/web/table/columns.tsx'
import type { Search } from '#kit/web/table/search.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'
import type { Report } from '../../contract/report.ts'
import type { ReportKey } from '../../contract/table.ts'

// HOW A REPORT LOOKS: its columns, what is asked for, where its figures lead. The engine draws all of them alike.

export type Filters = Record<string, string>
type RowOf<Row extends z.ZodRawShape> = z.output<z.ZodObject<Row, z.core.$strict>>

type Declared<F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape> = {
  /** In their order; otherwise for other filters where a report shows several kinds of rows. */
  columns: readonly Column<RowOf<R>>[] | ((filters: Filters) => readonly Column<RowOf<R>>[])
  /** Further columns that a user may choose to see. */
  optional?: readonly Column<RowOf<R>>[]
  search: Search<keyof F & string>
  /** Further filters with which it opens, beside the days. */
  opens?: Filters
  /** How a row is called to who listens; by whom it is about, or else by its key, if left out. */
  rowName?: (row: RowOf<R>) => string
  /** Where a row leads. */
  rowLink?: (row: RowOf<R>, filters: Filters) => string | undefined
  /** Where a value of a column leads: the records behind a number. */
  drill?: { [Field in keyof R & string]?: (row: RowOf<R>, filters: Filters) => string | undefined }
  /** The totals that stand as figures above the rows, in their order; the first four of them if left out. */
  figures?: readonly (keyof T & string)[]
  /** Where people would rather look. */
  chart?: (filters: Filters) => ChartOf<R> | undefined
  /** What the words of the report mean: `reports:meaning.<name>`, each declared once for all reports. */
  meanings?: readonly Meaning[]
  /** What is said where nothing is found; 'Data Not Found' if left out. */
  empty?: (filters: Filters) => TextKey
  /** The title over what went wrong. */
  failed?: TextKey
  /** What is said below it where the server had no words for it. */
  unsaid?: TextKey
  /** What stands below the rows, from the totals. */
  below?: (totals: RowOf<T>) => Below | undefined
  /** What one does with it: ways to go on, for those who may. */
  next?: (filters: Filters) => readonly NextStep[]
  /** What one does with the members who are ticked, beside what is done with ticked customers everywhere; rows can be ticked where it stands. */
  ticked?: readonly TickedStep<RowOf<R>>[] | ((filters: Filters) => readonly TickedStep<RowOf<R>>[] | undefined)
  /** Whether enough was asked for; until then `ask` says what is missing. */
  asks?: (filters: Filters) => boolean
  ask?: TextKey
}

export type Below = { title: TextKey; entries: readonly { label: string; value: string }[] }

export type NextStep = { label: TextKey; to: string; role?: Role | readonly Role[] }

export type TickedStep<Row> = {
  label: TextKey
  role: Role | readonly Role[]
  headOffice?: boolean
  /** The page that takes them. */
  to: (rows: readonly Row[]) => string
}

export type ChartOf<R extends z.ZodRawShape> = {
  kind: 'bar' | 'line' | 'donut'
  title: TextKey
  label: keyof R & string
  figures: readonly (keyof R & string)[]
}

export type Meaning =
  Extract<TextKey, `reports:meaning.${string}`> extends `reports:meaning.${infer Name}`
    ? Name extends `${infer Word}.${string}`
      ? Word
      : Name
    : never

export type ReportPage = {
  key: ReportKey
  report: Report
  page: Declared<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>
}

/** A report's page, checked against its contract. */
export const reportPage = <F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  report: Report<F, R, T>,
  page: Declared<F, R, T>,
): ReportPage => ({ key: report.key, report: report as unknown as Report, page: page as unknown as ReportPage['page'] })
