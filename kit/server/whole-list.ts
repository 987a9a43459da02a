import type { Ctx, Db, ReadSource } from './ctx.ts'
import type { Database } from './database.ts'
import { inCaughtUpRead, inLateRead, mayBeLate, sayWhere } from './late-read.ts'
import { List, type Page, readAll, readPage } from './list.ts'
import { type Route, replyOf } from './serve.ts'
import { inTransaction, type TransactionOptions } from './transaction.ts'

// A list call answers one page. Anyone who wants all of it has it of the very same use case, so that filters, sort, scope
// and masks cannot differ (docs/decisions/0048).

/** Whose reading it is, and what is asked before it begins. */
type Reading = Pick<TransactionOptions, 'timeZone' | 'limits' | 'origin' | 'session' | 'check'> & {
  database: Database
  /** What the use case is given, but for the database. */
  ctx: Omit<Ctx, 'db'>
  /** Where there is a replica: by the rules of a call, or by those of work in the background. Without it only the primary is read. */
  replica?: 'of a call' | 'of a job'
  /** Only the page that the input names. */
  onePage?: boolean
}

/** Gives `work` the whole of a list, chunk by chunk, as it stood at one moment. */
export function readWhole<Result>(
  { database, ctx, replica, onePage = false, ...requested }: Reading,
  route: Route,
  input: Record<string, unknown>,
  work: (pages: AsyncIterable<Page>) => Promise<Result>,
): Promise<Result> {
  const options = { ...requested, readOnly: true, snapshot: true }
  const read = (db: Db, _: unknown, source?: ReadSource) => {
    if (source) sayWhere(ctx, source)
    return work(pagesOf(route, { ...ctx, db, source }, input, onePage))
  }
  if (!replica || !database.replica || !mayBeLate(route.endpoint, ctx.actor))
    return inTransaction(database, options, read)
  if (replica === 'of a job') return inCaughtUpRead(database, options, read)
  return inLateRead(database, options, ctx.now, read)
}

/** One page of a list that was validated already, by its use case. */
export async function pageOf(route: Route, ctx: Ctx, input: object): Promise<Page> {
  const answer = await answerOf(route, ctx, input)
  const page = answer instanceof List ? await readPage(ctx, answer, input) : answer
  return replyOf(route.endpoint, page, ctx.actor, input) as Page
}

async function* pagesOf(route: Route, ctx: Ctx, input: object, onePage: boolean): AsyncGenerator<Page> {
  if (onePage) return yield await pageOf(route, ctx, input)
  const answer = await answerOf(route, ctx, input)
  if (!(answer instanceof List)) {
    if ('Rows' in input) throw new Error(`${route.endpoint.path} cuts its own pages`)
    return yield replyOf(route.endpoint, answer, ctx.actor, input) as Page
  }
  for await (const page of readAll(ctx, answer, input)) yield replyOf(route.endpoint, page, ctx.actor, input) as Page
}

function answerOf({ endpoint, useCase: perform }: Route, ctx: Ctx, input: object) {
  if (typeof perform !== 'function') throw new Error(`${endpoint.path} is no list`)
  return perform(ctx, input as never)
}
