import { z } from 'zod'
import { type Endpoint, read } from '#kit/contract/endpoint.ts'
import { Instant } from '#kit/contract/fields.ts'
import { pageFields } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { type NamedRow, noRow } from '#kit/contract/scope.ts'
import { type ReportKey, reportTable } from './table.ts'

// WHAT A REPORT IS: filters under the specification's names, rows, and totals over the whole result. One declaration makes
// its call; server, pages, files and the API document read it.

/** Without dates: so many days back to today (specification 9). */
export const DAYS_BACK = 7

export const refusals = {
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

type Declared<Filters extends z.ZodRawShape, Row extends z.ZodRawShape, Totals extends z.ZodRawShape> = {
  /** One sentence for the API document. */
  summary: string
  /** What may be asked for, by the specification's names; all of it may be left out. */
  filters: Filters
  /** The filters that begin and end its days. */
  dates?: readonly [Name<Filters>, Name<Filters>]
  /** So many days back to today where nobody named them, if a week says too little. */
  daysBack?: number
  /** With one of these it may span any time. */
  named?: readonly Name<Filters>[]
  /** Filters that would tell amounts to those who may not see them. */
  amounts?: readonly Name<Filters>[]
  /** Filters that name somebody who may be looked up by it, of whichever outlet. */
  names?: readonly NamedRow[]
  row: Row
  /** The field that names a row. */
  key: Name<Row>
  /** Over the whole result. One that is called like a column stands below it. */
  totals: Totals
  /** What it may be sorted by, the usual one first; all columns may be named by `sortable(row, 'PerformedAt')`. */
  sort: readonly [string, ...string[]]
  direction?: 'ASC' | 'DESC'
  /** Rows of a page. */
  rows?: number
  /** The specification fetches it without a limit. */
  whole?: boolean
  /** Its rows are groups of something, and what several outlets have a part in is a row for each of them. */
  grouped?: boolean
  /** The kinds of rows that it is made of: after a change to one it is asked again. */
  about: readonly string[]
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined || value === 'All'

/** Empty filters and 'All' mean "no filter" (specification 5). */
const asked = (schema: z.ZodType) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional()).optional()

type Asked<Filters extends z.ZodRawShape> = { [Field in keyof Filters]: z.ZodOptional<Filters[Field]> }

/** The specification writes `rows` and `page` for one of its reports (section 7). */
const capitals = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { rows, page, ...others } = body as Record<string, unknown>
  return { ...others, ...(rows !== undefined && { Rows: rows }), ...(page !== undefined && { Page: page }) }
}

const bodyOf = <Filters extends z.ZodRawShape>(
  filters: Filters,
  {
    sort,
    direction = 'DESC',
    rows = 50,
    whole = false,
  }: Pick<Declared<Filters, never, never>, 'sort' | 'direction' | 'rows' | 'whole'>,
) => {
  const shape = Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, asked(schema as z.ZodType)]))
  return z.preprocess(
    capitals,
    z.strictObject({
      ...(shape as unknown as Asked<Filters>),
      ...pageFields(rows, whole),
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

/** Which database answered: the replica, or the primary, also in its place. */
export const ReadFrom = z.enum(['Primary', 'Replica', 'Primary, Replica Away', 'Primary, Replica Late'])
export type ReadFrom = z.infer<typeof ReadFrom>

const replyOf = <Row extends z.ZodRawShape, Totals extends z.ZodRawShape>(row: Row, totals: Totals) =>
  z.strictObject({
    count: z.int().min(0),
    rows: z.array(z.strictObject(row)),
    Totals: z.strictObject(totals),
    /** The days that it is about, also where nobody named them; null where it is about no days. */
    From: z.string().meta({ format: 'date' }).nullable(),
    Until: z.string().meta({ format: 'date' }).nullable(),
    /** The moment that it shows: at a replica a little earlier than now. */
    GeneratedAt: Instant,
    ReadFrom,
    GeneratedBy: z.string(),
  })

export type Report<
  Filters extends z.ZodRawShape = z.ZodRawShape,
  Row extends z.ZodRawShape = z.ZodRawShape,
  Totals extends z.ZodRawShape = z.ZodRawShape,
> = {
  key: ReportKey
  call: Endpoint<ReturnType<typeof bodyOf<Filters>>, ReturnType<typeof replyOf<Row, Totals>>>
  declared: Declared<Filters, Row, Totals>
}

/** Declares a report of the table. */
export function report<
  const Filters extends z.ZodRawShape,
  const Row extends z.ZodRawShape,
  const Totals extends z.ZodRawShape,
>(key: ReportKey, declared: Declared<Filters, Row, Totals>): Report<Filters, Row, Totals> {
  const { call: path, role } = reportTable[key]
  const call = read({
    path,
    access: { role },
    scope: noRow('own outlet', declared.names ?? []),
    about: declared.about,
    summary: declared.summary,
    body: bodyOf(declared.filters, declared),
    reply: replyOf(declared.row, declared.totals),
  })
  return { key, call, declared }
}

/** All fields of a row, the usual one first: a report is sorted by any column. */
export const sortable = <Row extends z.ZodRawShape>(row: Row, first: Name<Row>): [string, ...string[]] => [
  first,
  ...Object.keys(row).filter((name) => name !== first),
]
