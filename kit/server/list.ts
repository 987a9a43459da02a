import { CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import { type ListTotal, SHARED_TOTAL_ROWS_MIN } from './counts.ts'
import type { Ctx, Db } from './ctx.ts'
import { allOf, type RowFilter } from './filters.ts'

// A list use case returns a List, a definition of rows. Pages, exports and streams read the rows of the List.

type Sql = RawBuilder<unknown>

/** A column or expression to sort by, or a function that returns the ORDER BY terms for a direction. */
type Order = string | Sql | ((direction: Sql) => Sql)

type ListOptions<Raw, Row, Extras> = {
  /** The conditions of all filters that the caller sent; falsy entries are ignored. */
  where?: readonly RowFilter[]
  /** The sort order for each SortOption that is not the name of a column. */
  sort?: Record<string, Order>
  /** The last term of the sort order, which makes the order of the rows unique. */
  tie?: Order
  /** Converts a database row to a row of the reply. */
  map?: (row: Raw) => Row
  /** Fields of the reply in addition to `count` and `rows`. */
  extras?: Extras | Promise<Extras>
  /** Creates the error for a list without rows. */
  emptyRefusal?: () => Refusal
}

type PageRange = { Rows: number; Page: number }
type Source = { values: readonly unknown[] } | QuerySource
type QuerySource = {
  /** With `counted`, each row also contains the total number of rows in the list. */
  rows: (order: Sql | undefined, cut?: PageRange, counted?: boolean) => Sql
  count: (most?: number) => RawBuilder<{ Count: number }>
  /** The rows without columns, whose number the planner estimates. */
  all: Sql
  /** Reads the totals over all rows, either alone or as extra columns in the rows of a page. */
  withTotals?: (order?: Sql, cut?: PageRange) => RawBuilder<TotalsRow>
  /** True if the page query also counts all rows of a short list. */
  selective: boolean
}

export class QueryableList<Row, Extras = object> {
  readonly source: Source
  readonly declared: ListOptions<never, Row, Extras>

  constructor(source: Source, declared: ListOptions<never, Row, Extras>) {
    this.source = source
    this.declared = declared
  }
}

/** The list type for a paged reply; `never` for any other reply. */
export type QueryableListOf<Reply> = Reply extends { count: number; rows: (infer Row)[] }
  ? QueryableList<Row, Omit<Reply, keyof ListPage>>
  : never

/** Creates a list whose rows a Kysely query selects. */
export function queryList<DB, Table extends keyof DB, Raw, Row = Raw, Extras = object>(
  query: SelectQueryBuilder<DB, Table, Raw>,
  { where = [], ...declared }: ListOptions<Raw, Row, Extras> = {},
): QueryableList<Row, Extras> {
  const filtered = query.where(allOf(where))
  const all = sql`${filtered.clearSelect().clearOrderBy()}`
  const source: Source = {
    rows: (order, cut) => {
      const sorted = order ? filtered.orderBy(order) : filtered
      return sql`${cut ? sorted.limit(cut.Rows).offset(offsetOf(cut)) : sorted}`
    },
    count: (most) => counting(all, most),
    all,
    selective: false,
  }
  return new QueryableList(source, declared)
}

type SqlDeclared<Raw, Row, Extras> = ListOptions<Raw, Row, Extras> & {
  /** The common table expressions that `from` uses, without the keyword WITH. */
  with?: Sql
  /** The tables that filters and sort order need. The query that counts the rows reads only these tables. */
  from: Sql
  select: RawBuilder<Raw>
  /** Only for late joins: the query `keys` selects the rows of a page, to which `joins` adds columns. */
  page?: {
    keys: Sql
    joins: Sql
    /** The alias of the key rows in late joins and sort terms; by default `page`. */
    as?: string
    /** True if filters usually select few rows by an index; the page query then reads all rows before it sorts them. */
    selective?: boolean
  }
  /** Totals over all rows, returned as `Totals`: the SELECT list and its column names. */
  totals?: { select: Sql; names: readonly string[] }
}

export function sqlList<Raw, Row = Raw, Extras = object>(
  list: SqlDeclared<Raw, Row, Extras>,
): QueryableList<Row, Extras> {
  const { with: ctes, from, select, where = [], page, totals, ...declared } = list
  const withClause = ctes ? sql`with ${ctes} ` : sql``
  const fromWhere = sql`from ${from} where ${allOf(where)}`
  const pageAlias = sql.raw(page?.as ?? 'page')
  const source: Source = {
    rows(order, cut, withTotal) {
      const orderBy = order ? sql` order by ${order}` : sql``
      const limit = cut ? sql` limit ${cut.Rows} offset ${offsetOf(cut)}` : sql``
      if (!page) return sql`${withClause}select ${select} ${fromWhere}${orderBy}${limit}`
      const total = withTotal ? sql`, count(*) over () as list_total` : sql``
      const keys = sql`select ${page.keys}${total} ${fromWhere}${cut ? orderBy : sql``}${limit}`
      return sql`${withClause}select ${select}${withTotal ? sql`, ${pageAlias}.list_total` : sql``} from (${keys}) ${pageAlias} ${page.joins}${orderBy}`
    },
    count: (most) => counting(sql`(select ${fromWhere})`, most, withClause),
    all: sql`${withClause}select ${fromWhere}`,
    selective: page?.selective ?? false,
    // Reads rows and totals in one statement, which computes their common part only once.
    ...(totals && {
      withTotals(order, cut) {
        const sums = sql`list_totals as materialized (select ${totals.select}, count(*) as list_total ${fromWhere})`
        const totalColumns = sql.join(
          [...totals.names, 'ListTotal'].map(
            (name) => sql`list_totals.${sql.ref(name)} as ${sql.ref(TOTALS_PREFIX + name)}`,
          ),
        )
        const totalsClause = ctes ? sql`with ${ctes}, ${sums}` : sql`with ${sums}`
        if (!cut) return sql`${totalsClause} select ${totalColumns} from list_totals`
        const orderBy = order ? sql` order by ${order}` : sql``
        const limit = sql` limit ${cut.Rows} offset ${offsetOf(cut)}`
        const keys = page
          ? sql`from (select ${page.keys} ${fromWhere}${orderBy}${limit}) ${pageAlias} ${page.joins}`
          : sql`${fromWhere}`
        return sql`${totalsClause} select ${totalColumns}, page_rows.* from list_totals left join (
          select cut.*, row_number() over () as list_place from (select ${select} ${keys}${orderBy}${page ? sql`` : limit}) cut
        ) page_rows on true order by page_rows.list_place`
      },
    }),
  }
  return new QueryableList(source, declared)
}

/** The prefix of the columns that contain totals. No field of a row starts with this prefix. */
const TOTALS_PREFIX = 'OverAll'
type TotalsRow = { OverAllListTotal: number; ListPlace?: number | null; [column: string]: unknown }

/** Splits a row of the result into totals and list row; the list row is empty if the page has no rows. */
function splitTotals({ ListPlace, ...all }: TotalsRow) {
  const entries = Object.entries(all)
  const totals = entries.flatMap(([name, value]) =>
    name.startsWith(TOTALS_PREFIX) && name !== 'OverAllListTotal'
      ? [[name.slice(TOTALS_PREFIX.length), value] as const]
      : [],
  )
  return {
    count: all.OverAllListTotal,
    totals: Object.fromEntries(totals),
    row: ListPlace == null ? [] : [Object.fromEntries(entries.filter(([name]) => !name.startsWith(TOTALS_PREFIX)))],
  }
}

/** Creates a list from the given values in their order, for example from a catalogue in code. */
export const createValueList = <Row, Extras = object>(
  values: readonly Row[],
  declared: Pick<ListOptions<Row, Row, Extras>, 'extras' | 'emptyRefusal'> = {},
): QueryableList<Row, Extras> => new QueryableList({ values }, declared)

const counting = (rows: Sql, most?: number, head = sql``) =>
  sql<{
    Count: number
  }>`${head}select count(*) as count from ${most ? sql`(select from ${rows} rows limit ${most})` : rows} counted`

const offsetOf = ({ Rows, Page }: PageRange) => (Page - 1) * Rows

/** A page of a list. `CountEstimatedYN` is present if `count` is an estimate. */
export type ListPage<Row = Record<string, unknown>> = { count: number; CountEstimatedYN?: 'Y'; rows: Row[] }

/**
 * Reads the requested page and the number of all rows in one round trip. Reads all rows if the input has no Rows.
 * With `exactTotal`, the rows are counted even if that takes seconds.
 */
export async function readPageOfList<Row, Extras>(
  ctx: Ctx,
  list: QueryableList<Row, Extras>,
  input: object,
  { exactTotal = false } = {},
): Promise<ListPage<Row> & Extras> {
  const { map, extras, emptyRefusal } = list.declared
  const [{ count, rows, ...totals }, extraFields] = await Promise.all([pageOf(ctx, list, input, exactTotal), extras])
  if (count === 0 && emptyRefusal) throw emptyRefusal()
  return {
    ...(extraFields as Extras),
    ...totals,
    count,
    rows: map ? rows.map(map as (row: unknown) => Row) : (rows as Row[]),
  }
}

/** Reads the first row of a list that is filtered by a key. */
export const readFirstRow = async <Row>(ctx: Ctx, list: QueryableList<Row>): Promise<Row | undefined> =>
  (await readPageOfList(ctx, list, {})).rows[0]

/** The number of rows up to which a list with selective filters reads and sorts all rows. */
const SORTED_ROWS_MAX = 2_000

type PageRequest = Partial<PageRange> & { SortOption?: string; SortDirection?: 'ASC' | 'DESC' }

async function pageOf(
  ctx: Ctx,
  { source, declared }: QueryableList<unknown, unknown>,
  input: PageRequest,
  exactTotal: boolean,
): Promise<ListPage<unknown> & { Totals?: object }> {
  const { Rows, Page = 1 } = input
  const cut = Rows === undefined ? undefined : { Rows, Page }
  if ('values' in source) {
    const { values } = source
    return { count: values.length, rows: cut ? values.slice(offsetOf(cut), Rows! * Page) : [...values] }
  }
  const { db } = ctx
  const order = orderOf(declared, input)
  if (!cut) {
    const [{ rows }, totals] = await Promise.all([source.rows(order).execute(db), totalsOf(ctx, source)])
    return { count: rows.length, rows, ...(totals && { Totals: totals.totals }) }
  }
  if (source.withTotals) {
    const { rows } = await source.withTotals(order, cut).execute(db)
    const { count, totals } = splitTotals(rows[0]!)
    return { count, rows: rows.flatMap((row) => splitTotals(row).row), Totals: totals }
  }
  const { counts } = ctx.services
  const cappedCount = source.count(SHARED_TOTAL_ROWS_MIN + 1).compile(db)
  const key = JSON.stringify([exactTotal, cappedCount.sql, cappedCount.parameters])
  const sharedCount = () => counts.total(key, ctx, () => countLongList(ctx, source, exactTotal))
  const isLong = counts.isLong(key)
  if (source.selective && !isLong) {
    // A filter such as a first name selects few rows of a small company, and too many to sort of a large one.
    const { Count: few } = (await source.count(SORTED_ROWS_MAX + 1).execute(db)).rows[0]!
    if (few <= SORTED_ROWS_MAX) {
      const { rows } = (await source.rows(order, cut, true).execute(db)) as { rows: RowWithTotal[] }
      return { count: few, rows: rows.map(({ ListTotal: _total, ...row }) => row) }
    }
  }
  const count = async (): Promise<ListTotal> => {
    if (isLong) return sharedCount()
    const { Count: counted } = (await db.executeQuery(cappedCount)).rows[0]!
    return counted > SHARED_TOTAL_ROWS_MIN ? sharedCount() : { count: counted, isEstimate: false }
  }
  const [{ rows }, total] = await Promise.all([source.rows(order, cut).execute(db), count()])
  const { count: shown, isEstimate } = correctTotal(total, cut, rows.length)
  return { count: shown, ...(isEstimate && { CountEstimatedYN: 'Y' }), rows }
}

/** The planner's cost up to which a list is counted exactly: about a tenth of a second (docs/decisions/0176). */
const EXACT_COUNT_COST_MAX = 25_000

/** Counts the rows of a list. If that would take long, returns the planner's estimate with two digits instead. */
async function countLongList({ db }: Ctx, { all, count }: QuerySource, exactTotal: boolean): Promise<ListTotal> {
  const plan = exactTotal ? undefined : await planOf(db, all)
  if (plan && plan['Total Cost'] > EXACT_COUNT_COST_MAX) {
    const estimate = Number(plan['Plan Rows'].toPrecision(2))
    return { count: Math.max(SHARED_TOTAL_ROWS_MIN + 1, estimate), isEstimate: true }
  }
  return { count: (await count().execute(db)).rows[0]!.Count, isEstimate: false }
}

type Plan = { 'Total Cost': number; 'Plan Rows': number }

async function planOf(db: Db, query: Sql): Promise<Plan> {
  const { rows } = await sql<Record<string, [{ Plan: Plan }]>>`explain (format json) ${query}`.execute(db)
  return Object.values(rows[0]!)[0]![0].Plan
}

/** Corrects an estimated total by the rows of the page: a page with fewer rows than requested ends the list. */
export function correctTotal(total: ListTotal, { Rows, Page }: PageRange, rows: number): ListTotal {
  if (!total.isEstimate) return total
  const before = Rows * (Page - 1)
  if (rows === 0) return { count: Math.min(total.count, before), isEstimate: true }
  if (rows < Rows) return { count: before + rows, isEstimate: false }
  return { count: Math.max(total.count, before + rows), isEstimate: true }
}

async function totalsOf({ db }: Ctx, { withTotals }: QuerySource) {
  const first = withTotals && (await withTotals().execute(db)).rows[0]
  return first && splitTotals(first)
}

type RowWithTotal = { ListTotal: number; [column: string]: unknown }

const CHUNK = 2_000

/** Reads all rows of one snapshot of a list in chunks. The database sorts once, and memory holds one chunk. */
export async function* readAllRows<Row, Extras>(
  ctx: Ctx,
  list: QueryableList<Row, Extras>,
  input: object,
): AsyncGenerator<ListPage<Row> & Extras> {
  const { source, declared } = list
  if ('values' in source) return yield readPageOfList(ctx, list, {})
  const { map, extras, emptyRefusal } = declared
  const { db } = ctx
  const [totals, ownExtras] = await Promise.all([totalsOf(ctx, source), extras])
  const extraFields = totals ? { ...ownExtras, Totals: totals.totals } : ownExtras
  const count = totals?.count ?? (await source.count().execute(db)).rows[0]!.Count
  if (count === 0 && emptyRefusal) throw emptyRefusal()
  const { sql: text, parameters } = source.rows(orderOf(declared, input)).compile(db)
  // Makes PostgreSQL plan the cursor for fetching all rows instead of the first few.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await db.executeQuery(CompiledQuery.raw(`declare whole no scroll cursor for ${text}`, [...parameters]))
  for (let readRows = 0; ; ) {
    const { rows } = await sql.raw<Row>(`fetch ${CHUNK} from whole`).execute(db)
    readRows += rows.length
    yield { ...(extraFields as Extras), count, rows: map ? rows.map(map as (row: unknown) => Row) : rows }
    if (readRows >= count || rows.length === 0) {
      if (readRows !== count) throw new Error(`A list says it has ${count} rows and gave ${readRows}`)
      return
    }
  }
}

function orderOf({ sort = {}, tie }: ListOptions<never, unknown, unknown>, { SortOption, SortDirection }: PageRequest) {
  const direction = sql.raw(SortDirection === 'DESC' ? 'desc' : 'asc')
  const by = SortOption && (sort[SortOption] ?? SortOption)
  const orders = [by, tie].filter((order) => !!order)
  if (orders.length === 0) return undefined
  return sql.join(
    orders.map((order) => {
      if (typeof order === 'function') return order(direction)
      return sql`${typeof order === 'string' ? sql.ref(order) : order} ${direction}`
    }),
  )
}
