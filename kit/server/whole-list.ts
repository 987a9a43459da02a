import type pg from 'pg'
import type { Ctx } from './ctx.ts'
import type { Database } from './database.ts'
import { type Route, replyOf } from './serve.ts'
import { inTransaction, type TransactionOptions } from './transaction.ts'

// A list call answers one page. Whoever wants all of it gets it by the very same use case, so that filters, sort,
// scope and masks cannot differ; only its statements are answered differently (docs/decisions/0015).

export type Page = { count: number; rows: Record<string, unknown>[] }

/** Whose reading it is, and what is asked before it begins. */
export type Reading = Pick<TransactionOptions, 'timeZone' | 'limits' | 'origin' | 'session' | 'check'> & {
  database: Database
  /** What the use case is given, but for the database. */
  ctx: Omit<Ctx, 'db'>
  /** Only the page that the input names. */
  onePage?: boolean
}

/** Asked for as the number of rows; the statement that carries it is the one that reads the rows. */
const ALL = 1_999_999_973
const PORTION = 2_000

/**
 * Gives `work` the whole of a list, portion by portion, as it stood at one moment. Nothing but one portion is held in
 * memory, and the database sorts once, however many rows there are.
 */
export function readWhole<Result>(
  { database, ctx, onePage = false, ...asked }: Reading,
  route: Route,
  input: Record<string, unknown>,
  work: (pages: AsyncIterable<Page>) => Promise<Result>,
): Promise<Result> {
  let cursors: Cursors
  const lend = (client: pg.PoolClient) => {
    cursors = cursorsOn(client)
    return cursors
  }
  const options = { ...asked, readOnly: true, snapshot: true, lend }
  return inTransaction(database, options, (db) => {
    const own: Ctx = { ...ctx, db }
    return work(onePage ? thePage(route, own, input) : pagesOf(route, own, input, () => cursors))
  })
}

/** One page of a list that was judged already, by its use case. */
export async function pageOf({ endpoint, useCase: perform }: Route, ctx: Ctx, input: object): Promise<Page> {
  if (typeof perform !== 'function') throw new Error(`${endpoint.path} is no list`)
  return replyOf(endpoint, await perform(ctx, input as never), ctx.actor, input) as Page
}

async function* thePage(route: Route, ctx: Ctx, input: object) {
  yield await pageOf(route, ctx, input)
}

async function* pagesOf(route: Route, ctx: Ctx, input: Record<string, unknown>, cursors: () => Cursors) {
  const whole = 'Rows' in input ? { ...input, Rows: ALL, Page: 1 } : input
  let page = await pageOf(route, ctx, whole)
  const { count } = page
  let done = page.rows.length
  yield page
  while (done < count && cursors().open()) {
    cursors().next()
    page = await pageOf(route, ctx, whole)
    if (page.rows.length === 0) break
    done += page.rows.length
    yield { ...page, count }
  }
  // A list that is put together in the program has been read whole by then; anything else is ours to know.
  if (done !== count && 'Rows' in input)
    throw new Error(`${route.endpoint.path} says it has ${count} rows and gave ${done}`)
}

type Statement = { text: string; values?: unknown[]; query_timeout?: number }
type Cursors = Pick<pg.PoolClient, 'query'> & { open: () => boolean; next: () => void }

/**
 * Stands between a use case and its connection. The statement that asks for all rows becomes a cursor, and asked again
 * gives the rows that follow; what else is asked again in the same words has the same answer, because all of it is one
 * moment.
 */
function cursorsOn(client: pg.PoolClient): Cursors {
  const names = new Map<string, string>()
  const answers = new Map<string, Promise<pg.QueryResult>>()
  let first = true
  const send = (text: string, { values, query_timeout }: Omit<Statement, 'text'>) =>
    client.query({ text, values, query_timeout } as pg.QueryConfig)

  async function fetchRows(key: string, statement: Statement) {
    let name = names.get(key)
    if (!name) {
      name = `whole_${names.size + 1}`
      names.set(key, name)
      // Planned for all of its rows, not for the first few. Sent together, as the connection is pipelined.
      const set = send('set local cursor_tuple_fraction = 1', { query_timeout: statement.query_timeout })
      const declared = send(`declare ${name} no scroll cursor for ${statement.text}`, statement)
      await Promise.all([set, declared])
    }
    return send(`fetch ${PORTION} from ${name}`, { query_timeout: statement.query_timeout })
  }

  const query = (statement: Statement) => {
    const key = JSON.stringify([statement.text, statement.values])
    if (wantsAll(statement)) return fetchRows(key, statement)
    const known = answers.get(key)
    if (known) return known
    const answer = send(statement.text, statement)
    // What is asked anew with each portion would otherwise pile up.
    if (first) answers.set(key, answer)
    return answer
  }
  return {
    query: query as unknown as pg.PoolClient['query'],
    open: () => names.size > 0,
    next: () => {
      first = false
    },
  }
}

/** A use case may ask for one more than it shows, to know whether there is more. */
const wantsAll = ({ text, values = [] }: Statement) =>
  values.some((value) => typeof value === 'number' && Math.abs(value - ALL) <= 2) || text.includes(String(ALL))
