import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { asksForWhole, ROWS_MAX } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { ctxOf, originOf } from './call-ctx.ts'
import { competesOf } from './call-queue.ts'
import type { Clock } from './clock.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { type Actor, type Ctx, type Db, nobody, type ReadSource, type Services } from './ctx.ts'
import { limits as allLimits, type Database, type Limits } from './database.ts'
import { idempotencyKeyOf, Replay, replayed, reserveKey } from './idempotency.ts'
import { inLateRead, mayBeLate, sayWhere } from './late-read.ts'
import { List, type ListOf, readPage } from './list.ts'
import { mayCall } from './may-call.ts'
import { guardedOf, hideIn, parseInput } from './privileges.ts'
import { beyondOutlet, type RowCheck, type RowKinds, refuseUnknownKinds, rowCheck } from './rows.ts'
import { acceptSpecifiedFields } from './specified-fields.ts'
import { type AtEnd, inTransaction, SESSION_CHANGED, type TransactionOptions } from './transaction.ts'

export type Route = {
  endpoint: Endpoint
  useCase:
    | ((ctx: Ctx, input: never) => unknown)
    | { multiTransaction: (call: MultiTransaction, input: never) => Promise<unknown> }
  limits: Limits
  /** Where the work is heavy for the processor: how many of it run at once. */
  concurrency: ConcurrencyLimit | undefined
}

/** What a use case answers: its reply, or the list that the rows of the reply are read from. */
export type Answer<Reply> = Reply | ListOf<Reply>

/** Pairs a call with the use case that answers it, or tells its list; the types must agree. */
export const serve = <Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Body, Reply>,
  useCase: (ctx: Ctx, input: z.output<Body>) => Answer<z.input<Reply>> | Promise<Answer<z.input<Reply>>>,
  limits: keyof typeof allLimits = 'call',
  concurrency?: ConcurrencyLimit,
): Route => ({ endpoint, useCase, limits: allLimits[limits], concurrency })

/** A call that asks another server between its changes: while that server answers, no connection is held. */
export type MultiTransaction = {
  /** One transaction of its own, with a clock of its own. */
  step: <Result>(work: (ctx: Ctx) => Promise<Result>) => Promise<Result>
  cookie: (name: string) => string | undefined
  /** The address that the caller's browser reaches this application under, base path included. */
  appUrl: string
  services: Services
}

export const serveMultiTransaction = <Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Body, Reply>,
  useCase: (call: MultiTransaction, input: z.output<Body>) => Promise<z.input<Reply>>,
): Route => ({ endpoint, useCase: { multiTransaction: useCase }, limits: allLimits.call, concurrency: undefined })

/** A list that is asked for as a whole, and for whom it is read. */
type WholeList = {
  route: Route
  input: Record<string, unknown>
  ctx: Omit<Ctx, 'db'>
  transaction: TransactionOptions
}

export type Serving = {
  database: Database
  clock: Clock
  timeZone: string
  services: Services
  /** The kinds of rows that calls name, as their areas tell them. */
  rowKinds: RowKinds
  /**
   * Finds the session behind a request; `undefined` is a stranger. Throws when the request may not use its session.
   * `bypassCache` asks the database, because what was remembered turned out to be old.
   */
  actorOf: (request: FastifyRequest, endpoint: Endpoint, bypassCache?: boolean) => Promise<Actor | undefined>
  refusals: { required: () => Refusal; forbidden: () => Refusal; headOfficeOnly: () => Refusal }
  /** The JSON of all rows of a list, written while they are read. It is there once the first of them were read. */
  sendWhole: (list: WholeList) => Promise<Readable>
}

export const API_BASE = '/api/1.0'

/** The one path every call takes: who is it, may they, is it well formed, whose rows, one transaction, audit, reply parsed. */
export function mount(app: FastifyInstance, routes: readonly Route[], serving: Serving) {
  for (const route of routes) {
    const { endpoint } = route
    refuseUnknownKinds(endpoint, serving.rowKinds)
    guardedOf(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // onRequest, before the body is read: a stranger must not learn what a valid body looks like.
      onRequest: async (request) => {
        request.actor = await admit(request, endpoint, serving)
      },
      handler: async (request, reply) => {
        const answer = await answerCall(route, request, reply, serving)
        return reply.status(answer.status).send(answer.body)
      },
    })
  }
}

/** Who calls, if they may: the same question for a call and for an address that takes or gives a file. */
export async function admit(request: FastifyRequest, endpoint: Endpoint, serving: Serving, bypassCache = false) {
  const actor = await serving.actorOf(request, endpoint, bypassCache)
  if (!actor && endpoint.access !== 'public') throw serving.refusals.required()
  if (!mayCall(endpoint.access, actor ?? nobody)) throw serving.refusals.forbidden()
  if (actor && beyondOutlet(endpoint, actor)) {
    // What was remembered may be old, and nothing behind this asks the database.
    if (!bypassCache) return admit(request, endpoint, serving, true)
    throw serving.refusals.headOfficeOnly()
  }
  return actor ?? nobody
}

/** The work of a call that was admitted. A handler that took a file has put the form's fields into `request.body`. */
export function answerCall(route: Route, request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  return answerOf(route, request, reply, serving).catch(async (error: { code?: string }) => {
    if (error.code !== SESSION_CHANGED) throw error
    // Signed out, disabled or given other roles since this was remembered: asked again, and at most once.
    request.actor = await admit(request, route.endpoint, serving, true)
    return answerOf(route, request, reply, serving)
  })
}

/** A read that a page begins with, for the person who opens it: asked with what the address names. */
export const answerRead = (
  route: Route,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
  actor: Actor = nobody,
): Promise<unknown> => {
  if (route.endpoint.kind !== 'read' || !mayCall(route.endpoint.access, actor))
    throw new Error(`${route.endpoint.path} is no read of theirs`)
  request.actor = actor
  const parsed = route.endpoint.body.parse(numbered(input as Record<string, string>))
  return answerInput(route, parsed as never, request, reply, serving).then(({ body }) => body)
}

/** Whether the caller may touch the rows that it names, for an address that is answered in a way of its own. */
export async function admitToRows(endpoint: Endpoint, input: unknown, request: FastifyRequest, serving: Serving) {
  const check = rowCheck(endpoint, input, request.actor, serving.rowKinds, serving.clock())
  const options = transactionOf({ endpoint, limits: allLimits.call }, input, request, serving, check)
  await inTransaction(serving.database, options, async () => {}).catch((error: unknown) => {
    throw check.refusalOf(error) ?? error
  })
}

async function answerOf(route: Route, request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  const body = acceptSpecifiedFields(route.endpoint, inputOf(route.endpoint, request))
  const input = parseInput(route.endpoint, body, request.actor)
  if (!asksForWhole(input)) return answerInput(route, input as never, request, reply, serving)
  // Most lists are short: only one that does not fit into the longest page is read in a way of its own.
  const longest = { ...input, Rows: ROWS_MAX, Page: 1 }
  const answer = await answerInput(route, longest as never, request, reply, serving)
  const { count, rows } = answer.body as { count: number; rows: unknown[] }
  // All rows stand on the first page.
  if (input.Page > 1) return { ...answer, body: { count, rows: [] } }
  if (count <= rows.length) return answer
  return { ...answer, body: await wholeOf(route, input, request, reply, serving) }
}

/** Asked again with its BEGIN: whether the session holds and whose rows may be seen, as for every call. */
async function wholeOf(route: Route, input: object, request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  const now = serving.clock()
  const check = rowCheck(route.endpoint, input, request.actor, serving.rowKinds, now)
  const nothingAtEnd = () => {
    throw new Error(`${route.endpoint.path} writes nothing while it is sent`)
  }
  const { db: _, ...ctx } = ctxOf(request, reply, serving, { db: undefined as never, atEnd: nothingAtEnd, now })
  const transaction = transactionOf({ ...route, limits: allLimits.report }, input, request, serving, check)
  reply.type('application/json; charset=utf-8')
  return serving.sendWhole({ route, input: { ...input }, ctx, transaction }).catch((error: unknown) => {
    throw check.refusalOf(error) ?? error
  })
}

async function answerInput(
  route: Route,
  input: never,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<{ status: number; body: unknown }> {
  const { endpoint, useCase: perform, concurrency } = route
  if (typeof perform === 'object') {
    const result = await perform.multiTransaction(multiTransactionOf(route, request, reply, serving, input), input)
    return { status: endpoint.status as number, body: replyOf(endpoint, result, request.actor, input) }
  }
  const now = serving.clock()
  const key = endpoint.idempotent ? idempotencyKeyOf(request, request.actor, endpoint) : undefined
  const check = rowCheck(endpoint, input, request.actor, serving.rowKinds, now)
  const options = transactionOf(route, input, request, serving, check)
  const work = async (db: Db, atEnd: (add: AtEnd) => void, source?: ReadSource) => {
    const ctx = { ...ctxOf(request, reply, serving, { db, atEnd, now }), source }
    if (source) sayWhere(ctx, source)
    const act = async () => {
      const result = await resultOf(perform, ctx, input).catch(keepWrites)
      if (result instanceof Refusal) return { status: result.statusCode, body: result }
      return { status: endpoint.status as number, body: replyOf(endpoint, result, ctx.actor, input) }
    }
    return key ? reserveKey(db, key, input, now, act, atEnd) : act()
  }
  const { database } = serving
  const late = database.replica && mayBeLate(endpoint, request.actor)
  const run = () => (late ? inLateRead(database, options, now, work) : inTransaction(database, options, work))
  const answer = await (concurrency ? concurrency(run, request.actor.userId) : run()).catch((error: unknown) => {
    if (error instanceof Refusal) hideIn(endpoint, error.current, request.actor, input)
    if (!(error instanceof Replay)) throw check.refusalOf(error) ?? error
    reply.header('idempotent-replayed', 'true')
    return inTransaction(serving.database, { ...options, readOnly: true }, (db) => replayed(db, error))
  })
  noteChange(endpoint, request, serving)
  if (answer.body instanceof Refusal) throw answer.body
  return answer
}

async function resultOf(perform: (ctx: Ctx, input: never) => unknown, ctx: Ctx, input: never) {
  const result = await perform(ctx, input)
  return result instanceof List ? readPage(ctx, result, input) : result
}

/** Who changed something sees it in the next list, also in a total that others share. */
function noteChange({ kind }: Endpoint, { actor }: FastifyRequest, { services, clock }: Serving) {
  if (kind !== 'read') services.counts.changed(actor, clock())
}

function multiTransactionOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
  input: unknown,
): MultiTransaction {
  const { services } = serving
  const origin = services.publicUrl ?? originOfHost(request)
  const basePath = request.routeOptions.url?.slice(0, -(API_BASE + route.endpoint.path).length) ?? ''
  return {
    async step(work) {
      const now = serving.clock()
      const check = rowCheck(route.endpoint, input, request.actor, serving.rowKinds, now)
      const options = transactionOf(route, input, request, serving, check)
      const result = await inTransaction(serving.database, options, (db, atEnd) =>
        work(ctxOf(request, reply, serving, { db, atEnd, now })).catch(keepWrites),
      ).catch((error: unknown) => {
        throw check.refusalOf(error) ?? error
      })
      noteChange(route.endpoint, request, serving)
      if (result instanceof Refusal) throw result
      return result
    },
    cookie: (name) => request.cookies[name],
    appUrl: origin + basePath,
    services,
  }
}

/** Without a public address, the name that the caller used for this machine; written as browsers write it. */
function originOfHost({ protocol, host }: FastifyRequest) {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost'
}

function transactionOf(
  { endpoint, limits }: Pick<Route, 'endpoint' | 'limits'>,
  input: unknown,
  request: FastifyRequest,
  { timeZone }: Serving,
  check: RowCheck,
) {
  const { sessionId, accessVersion, kind } = request.actor
  return {
    origin: originOf(request),
    timeZone,
    readOnly: endpoint.kind === 'read',
    // A page that is read in several statements must not show a sum of before beside a row of after.
    snapshot: endpoint.kind === 'read',
    limits,
    competes: competesOf(endpoint, input, request.actor),
    ...(check.statement && { check: check.statement }),
    ...(sessionId !== null && { session: { sessionId, accessVersion, isStaff: kind === 'staff' } }),
  }
}

/** A refusal that keeps what was written is an answer for the transaction, and is thrown once that is committed. */
function keepWrites(error: unknown): Refusal {
  if (error instanceof Refusal && error.keepsWrites) return error
  throw error
}

/** What is not in the contract, or not for the caller, does not leave. A reply that does not fit it is our mistake, not the caller's. */
export function replyOf(endpoint: Endpoint, result: unknown, actor: Actor, input: object) {
  const reply = endpoint.reply.safeParse(result)
  if (!reply.success) throw new Error(`The reply of ${endpoint.path} does not fit its contract`, { cause: reply.error })
  return hideIn(endpoint, reply.data, actor, input)
}

/** The body of a POST; path parameters and query of a GET, DELETE or PUT join it. */
function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.method === 'POST' && !endpoint.path.includes(':')) return request.body ?? {}
  const body =
    typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body) ? request.body : {}
  const query = endpoint.method === 'GET' ? (request.query as object) : {}
  return { ...query, ...body, ...numbered(request.params as Record<string, string>) }
}

/** Path parameters that look like an id arrive as numbers, as they do in a JSON body. */
const numbered = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('Id') && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value,
    ]),
  )

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** The call that is answered here: its description in the API document is made from it. */
    endpoint?: Endpoint
  }
}
