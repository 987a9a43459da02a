import { z } from 'zod'
import { type Endpoint, read } from '#kit/contract/endpoint.ts'
import { Instant } from '#kit/contract/fields.ts'
import { pagingFields } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { type NamedRow, unnamedRows } from '#kit/contract/scope.ts'
import { type ReportKey, reportDefinitions } from './table.ts'

// A report is declared once: filters with the specified names, rows, and totals over the whole result.
// Endpoint, server code, pages, exports and API document of a report are derived from its declaration.

/** Default length of the period in days, ending today (specification, section 9). */
export const DEFAULT_REPORT_PERIOD_DAYS = 7

export const reportRefusals = {
  otherOutlet: refusal(403, 'reports.other_outlet', 'You can only view the figures of your own outlet'),
  datesReversed: refusal(400, 'reports.dates_reversed', 'The end cannot be before the start'),
  tooLong: refusal(400, 'reports.too_long', 'Choose at most {Years} years, or name a member or an invoice'),
  noStatement: refusal(404, 'reports.no_statement', 'Member Point Statement Not Found'),
  severalMembers: refusal(
    409,
    'reports.several_members',
    'Several memberships match. Enter the membership number of one of them',
  ),
  amountsHidden: refusal(
    403,
    'reports.amounts_hidden',
    'Filtering by amounts requires the privilege View Sales Information',
  ),
}

type Name<Shape> = keyof Shape & string

type ReportDeclaration<Filters extends z.ZodRawShape, Row extends z.ZodRawShape, Totals extends z.ZodRawShape> = {
  /** One-sentence summary of the report for the API document. */
  summary: string
  /** Optional filters of the report, with the names from the specification. */
  filters: Filters
  /** Names of the two filters for the first and last day of the period. */
  dates?: readonly [Name<Filters>, Name<Filters>]
  /** Default length of the period in days, if it differs from the default of all reports. */
  daysBack?: number
  /** Filters with which the period may be longer than the maximum. */
  named?: readonly Name<Filters>[]
  /** Filters that would reveal amounts, so that they require the privilege View Sales Information. */
  amounts?: readonly Name<Filters>[]
  /** Filters that identify a person; staff can enter a person of any outlet. */
  names?: readonly NamedRow[]
  row: Row
  /** Name of the field that identifies a row of the report. */
  key: Name<Row>
  /** Totals over the whole result; a total is shown below the column with the same name. */
  totals: Totals
  /** Sortable fields, the default one first; `sortable(row, 'PerformedAt')` allows all columns. */
  sort: readonly [string, ...string[]]
  direction?: 'ASC' | 'DESC'
  /** Default number of rows per page. */
  rows?: number
  /** True if the specification allows callers to read all rows without paging. */
  whole?: boolean
  /** True if rows are groups, such as members or months: one group can be in the results of several outlets. */
  grouped?: boolean
  /** Kinds of records whose changes invalidate the cached report. */
  about: readonly string[]
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined || value === 'All'

/** Makes a filter optional; an empty value and 'All' mean no filter (specification, section 5). */
const optionalFilter = (schema: z.ZodType) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional()).optional()

type OptionalFilters<Filters extends z.ZodRawShape> = { [Field in keyof Filters]: z.ZodOptional<Filters[Field]> }

/** Accepts `rows` and `page` in lower case, because section 7 of the specification spells them so for one report. */
const normalizePaging = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { rows, page, ...rest } = body as Record<string, unknown>
  return { ...rest, ...(rows !== undefined && { Rows: rows }), ...(page !== undefined && { Page: page }) }
}

const bodyOf = <Filters extends z.ZodRawShape>(
  filters: Filters,
  {
    sort,
    direction = 'DESC',
    rows = 50,
    whole = false,
  }: Pick<ReportDeclaration<Filters, never, never>, 'sort' | 'direction' | 'rows' | 'whole'>,
) => {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [name, optionalFilter(schema as z.ZodType)]),
  )
  return z.preprocess(
    normalizePaging,
    z.strictObject({
      ...(shape as unknown as OptionalFilters<Filters>),
      ...pagingFields(rows, whole),
      SortOption: z.preprocess(
        (value) => (isEmpty(value) ? undefined : value),
        z.enum(sort as [string, ...string[]]).default(sort[0]),
      ),
      SortDirection: z.preprocess(
        (value) => (typeof value === 'string' && value !== '' ? value.toUpperCase() : undefined),
        z.enum(['ASC', 'DESC']).default(direction),
      ),
    }),
  )
}

/** Database from which a report was read; if it is the primary, the value says why the replica was not used. */
export const ReadFrom = z.enum(['Primary', 'Replica', 'Primary, Replica Away', 'Primary, Replica Late'])
export type ReadFrom = z.infer<typeof ReadFrom>

const replyOf = <Row extends z.ZodRawShape, Totals extends z.ZodRawShape>(row: Row, totals: Totals) =>
  z.strictObject({
    count: z.int().min(0),
    rows: z.array(z.strictObject(row)),
    Totals: z.strictObject(totals),
    /** First day of the period; like Until, the last day, it is null for reports without a period. */
    From: z.string().meta({ format: 'date' }).nullable(),
    Until: z.string().meta({ format: 'date' }).nullable(),
    /** Time of the data, which on a replica is slightly in the past. */
    GeneratedAt: Instant,
    ReadFrom,
    GeneratedBy: z.string(),
  })

export type DeclaredReport<
  Filters extends z.ZodRawShape = z.ZodRawShape,
  Row extends z.ZodRawShape = z.ZodRawShape,
  Totals extends z.ZodRawShape = z.ZodRawShape,
> = {
  key: ReportKey
  call: Endpoint<ReturnType<typeof bodyOf<Filters>>, ReturnType<typeof replyOf<Row, Totals>>>
  declared: ReportDeclaration<Filters, Row, Totals>
}

/** Declares one report of the table `reportDefinitions`. */
export function declareReport<
  const Filters extends z.ZodRawShape,
  const Row extends z.ZodRawShape,
  const Totals extends z.ZodRawShape,
>(key: ReportKey, declared: ReportDeclaration<Filters, Row, Totals>): DeclaredReport<Filters, Row, Totals> {
  const { call: path, role } = reportDefinitions[key]
  const call = read({
    path,
    access: { role },
    scope: unnamedRows('own outlet', declared.names ?? []),
    about: declared.about,
    summary: declared.summary,
    body: bodyOf(declared.filters, declared),
    reply: replyOf(declared.row, declared.totals),
  })
  return { key, call, declared }
}

/** Returns the names of all fields of a row, beginning with the default sort field. */
export const listSortableColumns = <Row extends z.ZodRawShape>(row: Row, first: Name<Row>): [string, ...string[]] => [
  first,
  ...Object.keys(row).filter((name) => name !== first),
]
