import { CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import { COUNTED_AT_MOST } from './counts.ts'
import type { Ctx } from './ctx.ts'
import { allOf, type Filter } from './filters.ts'

// A use case of a list says what its rows are; anyone who answers, exports or streams it reads them here, by one statement.

type Sql = RawBuilder<unknown>

/** A column or an expression that takes the caller's direction, or all of what stands in ORDER BY, given that direction. */
type Order = string | Sql | ((direction: Sql) => Sql)

type Declared<Raw, Row, Also> = {
  /** Those that are asked for; what nobody asked for may stand here as `undefined`. */
  where?: readonly Filter[]
  /** What a SortOption means, where it is not simply the column of that name. */
  sort?: Record<string, Order>
  /** The end of the order, so that no two rows are equal in it. */
  tie?: Order
  /** How a row is shown. */
  map?: (row: Raw) => Row
  /** What the answer tells beside its rows. */
  also?: Also | Promise<Also>
  /** Why a list without any row is no answer. */
  none?: () => Refusal
}

type Cut = { Rows: number; Page: number }
type Source =
  | { values: readonly unknown[] }
  | {
      /** `counted`: with the total beside each row. */
      rows: (order: Sql | undefined, cut?: Cut, counted?: boolean) => Sql
      count: (most?: number) => RawBuilder<{ Count: number }>
      /** What is added up over all rows: alone, or before each row of a page. */
      added?: (order?: Sql, cut?: Cut) => RawBuilder<Added>
      /** Whether a page is to tell how many rows there are. */
      narrow: boolean
    }

export class List<Row, Also = object> {
  readonly source: Source
  readonly declared: Declared<never, Row, Also>

  constructor(source: Source, declared: Declared<never, Row, Also>) {
    this.source = source
    this.declared = declared
  }
}

/** What a use case may answer for this reply: the reply itself, or its list. */
export type ListOf<Reply> = Reply extends { count: number; rows: (infer Row)[] }
  ? List<Row, Omit<Reply, 'count' | 'rows'>>
  : never

/** Rows of a query with its columns, and with the filters that always hold. */
export function queryList<DB, Table extends keyof DB, Raw, Row = Raw, Also = object>(
  query: SelectQueryBuilder<DB, Table, Raw>,
  { where = [], ...declared }: Declared<Raw, Row, Also> = {},
): List<Row, Also> {
  const found = query.where(allOf(where))
  const source: Source = {
    rows: (order, cut) => {
      const sorted = order ? found.orderBy(order) : found
      return sql`${cut ? sorted.limit(cut.Rows).offset(offsetOf(cut)) : sorted}`
    },
    count: (most) => counting(sql`${found.clearSelect().clearOrderBy()}`, most),
    narrow: false,
  }
  return new List(source, declared)
}

type SqlDeclared<Raw, Row, Also> = Declared<Raw, Row, Also> & {
  /** Common table expressions that `from` reads, without the word itself. */
  with?: Sql
  /** What filters and sort need, and no more: these rows are counted. */
  from: Sql
  select: RawBuilder<Raw>
  /** Where a row shows more: a page is found by `keys` alone, and what `joins` adds is fetched for its rows. */
  page?: {
    keys: Sql
    joins: Sql
    /** What the found rows are called in `select`, `joins` and sort. */
    as?: string
    /** The filters lead to few rows, by an index of theirs: all are found at once, and counted on the way. */
    narrow?: boolean
  }
  /** Added up over all rows and answered as `Totals`: what is selected, and the names of it. */
  totals?: { select: Sql; names: readonly string[] }
}

export function sqlList<Raw, Row = Raw, Also = object>(list: SqlDeclared<Raw, Row, Also>): List<Row, Also> {
  const { with: common, from, select, where = [], page, totals, ...declared } = list
  const head = common ? sql`with ${common} ` : sql``
  const found = sql`from ${from} where ${allOf(where)}`
  const name = sql.raw(page?.as ?? 'page')
  const source: Source = {
    rows(order, cut, counted) {
      const by = order ? sql` order by ${order}` : sql``
      const limit = cut ? sql` limit ${cut.Rows} offset ${offsetOf(cut)}` : sql``
      if (!page) return sql`${head}select ${select} ${found}${by}${limit}`
      const total = counted ? sql`, count(*) over () as list_total` : sql``
      const keys = sql`select ${page.keys}${total} ${found}${cut ? by : sql``}${limit}`
      return sql`${head}select ${select}${counted ? sql`, ${name}.list_total` : sql``} from (${keys}) ${name} ${page.joins}${by}`
    },
    count: (most) => counting(sql`(select ${found})`, most, head),
    narrow: page?.narrow ?? false,
    // Rows and totals by one statement, so that what they have in common is worked out once.
    ...(totals && {
      added(order, cut) {
        const sums = sql`added as materialized (select ${totals.select}, count(*) as list_total ${found})`
        const each = sql.join(
          [...totals.names, 'ListTotal'].map((name) => sql`added.${sql.ref(name)} as ${sql.ref(ADDED + name)}`),
        )
        const begin = common ? sql`with ${common}, ${sums}` : sql`with ${sums}`
        if (!cut) return sql`${begin} select ${each} from added`
        const by = order ? sql` order by ${order}` : sql``
        const limit = sql` limit ${cut.Rows} offset ${offsetOf(cut)}`
        const keys = page ? sql`from (select ${page.keys} ${found}${by}${limit}) ${name} ${page.joins}` : sql`${found}`
        return sql`${begin} select ${each}, shown.* from added left join (
          select cut.*, row_number() over () as list_place from (select ${select} ${keys}${by}${page ? sql`` : limit}) cut
        ) shown on true order by shown.list_place`
      },
    }),
  }
  return new List(source, declared)
}

/** What the totals' columns are called before those of a row; no field of any row begins so. */
const ADDED = 'OverAll'
type Added = { OverAllListTotal: number; ListPlace?: number | null; [column: string]: unknown }

/** The totals, and the row without them; none where a page has no rows. */
function apart({ ListPlace, ...all }: Added) {
  const entries = Object.entries(all)
  const totals = entries.flatMap(([name, value]) =>
    name.startsWith(ADDED) && name !== 'OverAllListTotal' ? [[name.slice(ADDED.length), value] as const] : [],
  )
  return {
    count: all.OverAllListTotal,
    totals: Object.fromEntries(totals),
    row: ListPlace == null ? [] : [Object.fromEntries(entries.filter(([name]) => !name.startsWith(ADDED)))],
  }
}

/** Rows that are known already, in their order: a catalogue of the program, or a few that were put together. */
export const valueList = <Row, Also = object>(
  values: readonly Row[],
  declared: Pick<Declared<Row, Row, Also>, 'also' | 'none'> = {},
): List<Row, Also> => new List({ values }, declared)

const counting = (rows: Sql, most?: number, head = sql``) =>
  sql<{
    Count: number
  }>`${head}select count(*) as count from ${most ? sql`(select from ${rows} rows limit ${most})` : rows} counted`

const offsetOf = ({ Rows, Page }: Cut) => (Page - 1) * Rows

export type Page<Row = Record<string, unknown>> = { count: number; rows: Row[] }

/** The page that is asked for, and how many rows there are in all, in one trip; without Rows it is all of them. */
export async function readPage<Row, Also>(ctx: Ctx, list: List<Row, Also>, input: object): Promise<Page<Row> & Also> {
  const { map, also, none } = list.declared
  const [{ count, rows, ...totals }, beside] = await Promise.all([pageOf(ctx, list, input), also])
  if (count === 0 && none) throw none()
  return { ...(beside as Also), ...totals, count, rows: map ? rows.map(map as (row: unknown) => Row) : (rows as Row[]) }
}

/** Of a list that is asked for one record by its key. */
export const firstOf = async <Row>(ctx: Ctx, list: List<Row>): Promise<Row | undefined> =>
  (await readPage(ctx, list, {})).rows[0]

type Requested = Partial<Cut> & { SortOption?: string; SortDirection?: 'ASC' | 'DESC' }

async function pageOf(
  ctx: Ctx,
  { source, declared }: List<unknown, unknown>,
  input: Requested,
): Promise<Page<unknown> & { Totals?: object }> {
  const { Rows, Page = 1 } = input
  const cut = Rows === undefined ? undefined : { Rows, Page }
  if ('values' in source) {
    const { values } = source
    return { count: values.length, rows: cut ? values.slice(offsetOf(cut), Rows! * Page) : [...values] }
  }
  const { db } = ctx
  const order = orderOf(declared, input)
  if (!cut) {
    const [{ rows }, added] = await Promise.all([source.rows(order).execute(db), totalsOf(ctx, source)])
    return { count: rows.length, rows, ...(added && { Totals: added.totals }) }
  }
  if (source.added) {
    const { rows } = await source.added(order, cut).execute(db)
    const { count, totals } = apart(rows[0]!)
    return { count, rows: rows.flatMap((row) => apart(row).row), Totals: totals }
  }
  const { counts } = ctx.services
  const few = source.count(COUNTED_AT_MOST + 1).compile(db)
  const key = JSON.stringify([few.sql, few.parameters])
  const countAll = async () => (await source.count().execute(db)).rows[0]!.Count
  const shared = () => counts.total(key, ctx, countAll)
  if (source.narrow && !counts.isLong(key)) {
    const { rows } = (await source.rows(order, cut, true).execute(db)) as { rows: Counted[] }
    const count = rows[0]?.ListTotal ?? (Page === 1 ? 0 : await countAll())
    if (count > COUNTED_AT_MOST) counts.keep(key, ctx, Promise.resolve(count))
    return { count, rows: rows.map(({ ListTotal: _total, ...row }) => row) }
  }
  const count = async () => {
    if (counts.isLong(key)) return shared()
    const found = (await db.executeQuery(few)).rows[0]!.Count
    return found > COUNTED_AT_MOST ? shared() : found
  }
  const [page, total] = await Promise.all([source.rows(order, cut).execute(db), count()])
  return { count: total, rows: page.rows }
}

async function totalsOf({ db }: Ctx, { added }: Exclude<Source, { values: readonly unknown[] }>) {
  const first = added && (await added().execute(db)).rows[0]
  return first && apart(first)
}

type Counted = { ListTotal: number; [column: string]: unknown }

const CHUNK = 2_000

/** All rows as they are at one moment, in chunks; the database sorts once, and no more than a chunk is held here. */
export async function* readAll<Row, Also>(
  ctx: Ctx,
  list: List<Row, Also>,
  input: object,
): AsyncGenerator<Page<Row> & Also> {
  const { source, declared } = list
  if ('values' in source) return yield readPage(ctx, list, {})
  const { map, also, none } = declared
  const { db } = ctx
  const [added, alone] = await Promise.all([totalsOf(ctx, source), also])
  const beside = added ? { ...alone, Totals: added.totals } : alone
  const count = added?.count ?? (await source.count().execute(db)).rows[0]!.Count
  if (count === 0 && none) throw none()
  const { sql: text, parameters } = source.rows(orderOf(declared, input)).compile(db)
  // Planned for all of its rows, not for the first few.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await db.executeQuery(CompiledQuery.raw(`declare whole no scroll cursor for ${text}`, [...parameters]))
  for (let done = 0; ; ) {
    const { rows } = await sql.raw<Row>(`fetch ${CHUNK} from whole`).execute(db)
    done += rows.length
    yield { ...(beside as Also), count, rows: map ? rows.map(map as (row: unknown) => Row) : rows }
    if (done >= count || rows.length === 0) {
      if (done !== count) throw new Error(`A list says it has ${count} rows and gave ${done}`)
      return
    }
  }
}

function orderOf({ sort = {}, tie }: Declared<never, unknown, unknown>, { SortOption, SortDirection }: Requested) {
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
