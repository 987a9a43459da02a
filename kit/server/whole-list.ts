import type { Ctx, Db, ReadSource } from './ctx.ts'
import type { Database } from './database.ts'
import { type ListPage, QueryableList, readAllRows, readPageOfList } from './list.ts'
import { inCaughtUpRead, inReplicaRead, setReadSourceHeaders, toleratesStaleness } from './replica-read.ts'
import { type Route, validateAndMaskReply } from './serve.ts'
import { inTransaction, type TransactionOptions } from './transaction.ts'

// All rows of a list are read by the use case of its pages (docs/decisions/0048).
// Filters, sort order, scope and masks are therefore the same for the pages and the export of a list.

/** The database, context and options of a read, with the checks that run before the read. */
type Reading = Pick<TransactionOptions, 'timeZone' | 'limits' | 'origin' | 'session' | 'check'> & {
  database: Database
  /** The context of the use case without its database handle. */
  ctx: Omit<Ctx, 'db'>
  /** The replica may answer the read by the rules of a call or of a job; by default only the primary answers. */
  replica?: 'of a call' | 'of a job'
  /** True to read only the page of the list that the input names. */
  onePage?: boolean
}

/** Passes all rows of one snapshot to `work`, in chunks. */
export function readWholeList<Result>(
  { database, ctx, replica, onePage = false, ...requested }: Reading,
  route: Route,
  input: Record<string, unknown>,
  work: (pages: AsyncIterable<ListPage>) => Promise<Result>,
): Promise<Result> {
  const options = { ...requested, readOnly: true, snapshot: true }
  const read = (db: Db, _: unknown, source?: ReadSource) => {
    if (source) setReadSourceHeaders(ctx, source)
    return work(pagesOf(route, { ...ctx, db, source }, input, onePage))
  }
  if (!replica || !database.replica || !toleratesStaleness(route.endpoint, ctx.actor))
    return inTransaction(database, options, read)
  if (replica === 'of a job') return inCaughtUpRead(database, options, read)
  return inReplicaRead(database, options, ctx.now, read)
}

/** Reads one page of a list by its use case, with the exact total. Requires validated input. */
export async function readListPage(route: Route, ctx: Ctx, input: object): Promise<ListPage> {
  const answer = await answerOf(route, ctx, input)
  const page = answer instanceof QueryableList ? await readPageOfList(ctx, answer, input, { exactTotal: true }) : answer
  return validateAndMaskReply(route.endpoint, page, ctx.actor, input) as ListPage
}

async function* pagesOf(route: Route, ctx: Ctx, input: object, onePage: boolean): AsyncGenerator<ListPage> {
  if (onePage) return yield await readListPage(route, ctx, input)
  const answer = await answerOf(route, ctx, input)
  if (!(answer instanceof QueryableList)) {
    if ('Rows' in input) throw new Error(`${route.endpoint.path} has Rows but its use case does not return a list`)
    return yield validateAndMaskReply(route.endpoint, answer, ctx.actor, input) as ListPage
  }
  for await (const page of readAllRows(ctx, answer, input))
    yield validateAndMaskReply(route.endpoint, page, ctx.actor, input) as ListPage
}

function answerOf({ endpoint, useCase: perform }: Route, ctx: Ctx, input: object) {
  if (typeof perform !== 'function') throw new Error(`${endpoint.path} is not a list`)
  return perform(ctx, input as never)
}
