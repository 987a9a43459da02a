import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isUnpagedRequest, LIST_PAGE_ROWS_MAX } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { actorAtNamedOutlet } from './acting-outlet.ts'
import { createCallContext, requestOriginOf } from './call-ctx.ts'
import { callContentionOf } from './call-queue.ts'
import type { Clock } from './clock.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { type Actor, anonymousActor, type Ctx, type Db, type ReadSource, type Services } from './ctx.ts'
import { transactionTimeouts as allLimits, type Database, type TransactionTimeouts } from './database.ts'
import { kitRefusals, toRefusal } from './errors.ts'
import { idempotencyKeyOf, RepeatedCallError, readStoredAnswer, runWithIdempotencyKey } from './idempotency.ts'
import { type ListPage, QueryableList, type QueryableListOf, readPageOfList } from './list.ts'
import { isScopedByBody, mayCall, missingScope } from './may-call.ts'
import { maskFields, parseInput, privilegedFieldsOf } from './privileges.ts'
import { refusalBody } from './refusal-body.ts'
import { inReplicaRead, setReadSourceHeaders, toleratesStaleness } from './replica-read.ts'
import { buildRowCheck, exceedsCallerOutlet, type RowCheck, type RowKinds, refuseUnknownRowKinds } from './rows.ts'
import { acceptSpecifiedFields } from './specified-fields.ts'
import {
  type BeforeCommitCallback,
  inTransaction,
  SESSION_CHANGED_SQLSTATE,
  type TransactionOptions,
} from './transaction.ts'

export type Route = {
  endpoint: Endpoint
  useCase:
    | ((ctx: Ctx, input: never) => unknown)
    | { multiTransaction: (call: MultiTransaction, input: never) => Promise<unknown> }
  limits: TransactionTimeouts
  /** Limits the number of CPU-heavy use cases that run at once. */
  concurrency: ConcurrencyLimit | undefined
}

/** The result of a use case: a reply, or a list whose rows become the reply. */
export type UseCaseResult<Reply> = Reply | QueryableListOf<Reply>

/** Pairs an endpoint with its use case; the types of both must agree. */
export const serve = <Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Body, Reply>,
  useCase: (ctx: Ctx, input: z.output<Body>) => UseCaseResult<z.input<Reply>> | Promise<UseCaseResult<z.input<Reply>>>,
  limits: keyof typeof allLimits = 'call',
  concurrency?: ConcurrencyLimit,
): Route => ({ endpoint, useCase, limits: allLimits[limits], concurrency })

/** A call that contacts another server between its transactions and holds no connection meanwhile. */
export type MultiTransaction = {
  /** Runs `work` in one transaction. The current time for `work` is the start of the transaction. */
  step: <Result>(work: (ctx: Ctx) => Promise<Result>) => Promise<Result>
  cookie: (name: string) => string | undefined
  /** The URL of this application in the caller's browser, including the base path. */
  appUrl: string
  services: Services
}

export const serveMultiTransaction = <Body extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Body, Reply>,
  useCase: (call: MultiTransaction, input: z.output<Body>) => Promise<z.input<Reply>>,
): Route => ({ endpoint, useCase: { multiTransaction: useCase }, limits: allLimits.call, concurrency: undefined })

/** A request for all rows of a list, with its caller. */
type WholeList = {
  route: Route
  input: Record<string, unknown>
  ctx: Omit<Ctx, 'db'>
  transaction: TransactionOptions
}

export type ServingContext = {
  database: Database
  clock: Clock
  timeZone: string
  services: Services
  /** All calls that a batch may contain. */
  routes: readonly Route[]
  /** The row kinds of all areas. */
  rowKinds: RowKinds
  /**
   * Resolves the session of a request; undefined if the request has no session.
   * Throws if the request has a session that the call does not accept.
   * `bypassCache` reads the session from the database, because the cached session was stale.
   */
  actorOf: (request: FastifyRequest, endpoint: Endpoint, bypassCache?: boolean) => Promise<Actor | undefined>
  refusals: {
    required: () => Refusal
    forbidden: () => Refusal
    headOfficeOnly: () => Refusal
    scopeMissing: (params: { Scope: string }) => Refusal
  }
  /** Streams the JSON of all rows of a list. Resolves when the first rows have been read. */
  sendWhole: (list: WholeList) => Promise<Readable>
}

export const API_BASE = '/api/1.0'

/** Registers calls: authentication, authorization, validation, row checks, one transaction, audit and reply masking. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], serving: ServingContext) {
  for (const route of routes) {
    const { endpoint } = route
    refuseUnknownRowKinds(endpoint, serving.rowKinds)
    privilegedFieldsOf(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // Checks access before the body is parsed, so that unauthenticated callers learn nothing about valid bodies.
      onRequest: async (request) => {
        request.actor = await authorizeCaller(request, endpoint, serving)
      },
      handler: async (request, reply) => {
        const answer = await answerCall(route, request, reply, serving)
        const tag = endpoint.method === 'GET' ? reply.getHeader('etag') : undefined
        if (tag !== undefined && request.headers['if-none-match'] === tag) return reply.status(304).send()
        return reply.status(answer.status).send(answer.body)
      },
    })
  }
}

/** Returns the caller of a request, or throws if the caller has no access to the call. File transfers use it too. */
export async function authorizeCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  serving: ServingContext,
  bypassCache = false,
) {
  const actor = await serving.actorOf(request, endpoint, bypassCache)
  if (!actor && endpoint.access !== 'public') throw serving.refusals.required()
  // If the body decides which scope the call needs, `answerOf` checks the scope, so that the refusal names the right one.
  if (!mayCall(endpoint.access, actor ?? anonymousActor) && !(actor && isScopedByBody(endpoint.access, actor)))
    throw forbidden(endpoint, actor ?? anonymousActor, serving)
  if (actor && exceedsCallerOutlet(endpoint, actor)) {
    // Reads the caller from the database before the refusal, because the cached caller may be stale.
    if (!bypassCache) return authorizeCaller(request, endpoint, serving, true)
    throw serving.refusals.headOfficeOnly()
  }
  return actor ?? anonymousActor
}

/** Creates the refusal of a caller without the right to make the call. A system account learns the missing scope. */
function forbidden({ access }: Endpoint, actor: Actor, { refusals }: ServingContext, body?: Record<string, unknown>) {
  const Scope = missingScope(access, actor, body)
  return Scope === undefined ? refusals.forbidden() : refusals.scopeMissing({ Scope })
}

/** The path, body and idempotency key of one call in a batch. */
type Part = { path: string; body: Record<string, unknown>; key: string }

/** Answers a call whose caller has access. Handlers of files put the fields of the form into `request.body` beforehand. */
export function answerCall(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
  part?: Part,
) {
  return answerOf(route, request, reply, serving, part).catch(async (error: { code?: string }) => {
    if (error.code !== SESSION_CHANGED_SQLSTATE) throw error
    // Authenticates the caller once more, because the session ended or its rights changed after the session was cached.
    request.actor = await authorizeCaller(request, route.endpoint, serving, true)
    return answerOf(route, request, reply, serving, part)
  })
}

/**
 * Answers one call of a batch like a separate request: with its own access check, transaction and key.
 * Returns the reply or, if the call is refused, the refusal.
 * A batch can contain only calls that accept an Idempotency-Key.
 */
export async function answerBatchCall(
  part: Part,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
) {
  try {
    const route = serving.routes.find(({ endpoint }) => endpoint.idempotent && endpoint.path === part.path)
    if (!route) throw kitRefusals.noSuchCall()
    if (!mayCall(route.endpoint.access, request.actor))
      throw forbidden(route.endpoint, request.actor, serving, part.body)
    const { status, body } = await answerCall(route, request, reply, serving, part)
    return { Status: status, Reply: body as object }
  } catch (error) {
    const refusal = toRefusal(error)
    if (!refusal) request.log.error({ err: error }, 'A call of a batch failed unexpectedly')
    const { statusCode, ...rest } = refusalBody(
      refusal ?? kitRefusals.unexpected(),
      request.id,
      request.traceScope?.span.traceId,
    )
    return { Status: statusCode, Reply: { statusCode, ...rest } }
  }
}

/** Runs a read whose reply is embedded in a page, with the parameters from the page's URL. */
export const answerEmbeddedRead = (
  route: Route,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
  actor: Actor = anonymousActor,
): Promise<unknown> => {
  if (route.endpoint.kind !== 'read' || !mayCall(route.endpoint.access, actor))
    throw new Error(`${route.endpoint.path} is not a read that this caller may make`)
  request.actor = actor
  const parsed = route.endpoint.body.parse(parseNumbers(input as Record<string, string>))
  return answerInput(route, parsed as never, request, reply, serving).then(({ body }) => body)
}

/** Checks access to the rows that the input names, for requests with a handler of their own. */
export async function authorizeRows(
  endpoint: Endpoint,
  input: unknown,
  request: FastifyRequest,
  serving: ServingContext,
) {
  const check = buildRowCheck(endpoint, input, request.actor, serving.rowKinds, serving.clock())
  const options = transactionOf({ endpoint, limits: allLimits.call }, input, request, serving, check)
  await inTransaction(serving.database, options, async () => {}).catch((error: unknown) => {
    throw check.refusalOf(error) ?? error
  })
}

async function answerOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
  part: Part | undefined,
) {
  const body = acceptSpecifiedFields(route.endpoint, part?.body ?? inputOf(route.endpoint, request))
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (missingScope(route.endpoint.access, request.actor, sent) !== undefined)
    throw forbidden(route.endpoint, request.actor, serving, sent)
  const input = parseInput(route.endpoint, body, request.actor)
  request.actor = actorAtNamedOutlet(route.endpoint, input, request.actor)
  if (!isUnpagedRequest(input)) return answerInput(route, input as never, request, reply, serving, part)
  // A list is streamed only if it exceeds the longest page; most lists are shorter.
  const longest = { ...input, Rows: LIST_PAGE_ROWS_MAX, Page: 1 }
  const answer = await answerInput(route, longest as never, request, reply, serving)
  const page = answer.body as ListPage
  // The second page and later pages are empty, because a request for all rows has only one page.
  if (input.Page > 1) return { ...answer, body: { ...page, rows: [] } }
  if (page.count <= page.rows.length) return answer
  return { ...answer, body: await streamWholeList(route, input, request, reply, serving) }
}

/** Streams the list in a new transaction, which checks session and row access again like every call. */
async function streamWholeList(
  route: Route,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
) {
  const now = serving.clock()
  const check = buildRowCheck(route.endpoint, input, request.actor, serving.rowKinds, now)
  const nothingAtEnd = () => {
    throw new Error(`${route.endpoint.path} must not write while it is streamed`)
  }
  const { db: _, ...ctx } = createCallContext(request, reply, serving, {
    db: undefined as never,
    atEnd: nothingAtEnd,
    now,
  })
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
  serving: ServingContext,
  part?: Part,
): Promise<{ status: number; body: unknown }> {
  const { endpoint, useCase: perform, concurrency } = route
  const exactTotal = route.limits !== allLimits.call
  if (typeof perform === 'object') {
    const result = await perform.multiTransaction(multiTransactionOf(route, request, reply, serving, input), input)
    return { status: endpoint.status as number, body: validateAndMaskReply(endpoint, result, request.actor, input) }
  }
  const now = serving.clock()
  const key = endpoint.idempotent ? idempotencyKeyOf(request, request.actor, endpoint, part?.key) : undefined
  const check = buildRowCheck(endpoint, input, request.actor, serving.rowKinds, now)
  const options = transactionOf(route, input, request, serving, check)
  const work = async (db: Db, atEnd: (add: BeforeCommitCallback) => void, source?: ReadSource) => {
    const ctx = { ...createCallContext(request, reply, serving, { db, atEnd, now }), source }
    if (source) setReadSourceHeaders(ctx, source)
    const act = async () => {
      const result = await resultOf(perform, ctx, input, exactTotal).catch(keepWrites)
      if (result instanceof Refusal) return { status: result.statusCode, body: result }
      return { status: endpoint.status as number, body: validateAndMaskReply(endpoint, result, ctx.actor, input) }
    }
    return key ? runWithIdempotencyKey(db, key, input, now, act, atEnd) : act()
  }
  const { database } = serving
  const canReadReplica = database.replica && toleratesStaleness(endpoint, request.actor)
  const run = () =>
    canReadReplica ? inReplicaRead(database, options, now, work) : inTransaction(database, options, work)
  const answer = await (concurrency ? concurrency(run, request.actor.userId) : run()).catch((error: unknown) => {
    if (error instanceof Refusal) maskFields(endpoint, error.current, request.actor, input)
    if (!(error instanceof RepeatedCallError)) throw check.refusalOf(error) ?? error
    if (!part) reply.header('idempotent-replayed', 'true')
    return inTransaction(serving.database, { ...options, readOnly: true }, (db) => readStoredAnswer(db, error))
  })
  noteChange(endpoint, request, serving)
  if (answer.body instanceof Refusal) throw answer.body
  return answer
}

async function resultOf(perform: (ctx: Ctx, input: never) => unknown, ctx: Ctx, input: never, exactTotal: boolean) {
  const result = await perform(ctx, input)
  return result instanceof QueryableList ? readPageOfList(ctx, result, input, { exactTotal }) : result
}

/** Makes sure that the next list total of this caller includes the change. */
function noteChange({ kind }: Endpoint, { actor }: FastifyRequest, { services, clock }: ServingContext) {
  if (kind !== 'read') services.counts.changed(actor, clock())
}

function multiTransactionOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
  input: unknown,
): MultiTransaction {
  const { services } = serving
  const origin = services.publicUrl ?? originOfHost(request)
  const basePath = request.routeOptions.url?.slice(0, -(API_BASE + route.endpoint.path).length) ?? ''
  return {
    async step(work) {
      const now = serving.clock()
      const check = buildRowCheck(route.endpoint, input, request.actor, serving.rowKinds, now)
      const options = transactionOf(route, input, request, serving, check)
      const result = await inTransaction(serving.database, options, (db, atEnd) =>
        work(createCallContext(request, reply, serving, { db, atEnd, now })).catch(keepWrites),
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

/** Returns the server's own origin from the Host header, in the form of browsers, for servers without a public URL. */
function originOfHost({ protocol, host }: FastifyRequest) {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost'
}

function transactionOf(
  { endpoint, limits }: Pick<Route, 'endpoint' | 'limits'>,
  input: unknown,
  request: FastifyRequest,
  { timeZone }: ServingContext,
  check: RowCheck,
) {
  const { sessionId, accessVersion, kind } = request.actor
  return {
    origin: requestOriginOf(request),
    timeZone,
    readOnly: endpoint.kind === 'read',
    // Reads use a snapshot, because several statements of one call must see the same data.
    snapshot: endpoint.kind === 'read',
    limits,
    contention: callContentionOf(endpoint, input, request.actor),
    ...(check.statement && { check: check.statement }),
    ...(sessionId !== null && { session: { sessionId, accessVersion, isStaff: kind === 'staff' } }),
  }
}

/** Returns a refusal whose writes must be kept, so that the transaction commits first. Throws other errors. */
function keepWrites(error: unknown): Refusal {
  if (error instanceof Refusal && error.keepsWrites) return error
  throw error
}

/** Validates a reply against its contract and masks its fields. A mismatch is a server bug, not a caller error. */
export function validateAndMaskReply(endpoint: Endpoint, result: unknown, actor: Actor, input: object) {
  const reply = endpoint.reply.safeParse(result)
  if (!reply.success) throw new Error(`The reply of ${endpoint.path} does not fit its contract`, { cause: reply.error })
  return maskFields(endpoint, reply.data, actor, input)
}

/** Collects the input of a call: body, path parameters and, for GET, the query. */
function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.method === 'POST' && !endpoint.path.includes(':')) return request.body ?? {}
  const body =
    typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body) ? request.body : {}
  const query = endpoint.method === 'GET' ? (request.query as object) : {}
  return { ...query, ...body, ...parseNumbers(request.params as Record<string, string>) }
}

/** Converts id parameters of the path to numbers, as they are in a JSON body. */
const parseNumbers = (params: Record<string, string>) =>
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
    /** The endpoint of the contract that belongs to the route; the API document is generated from it. */
    endpoint?: Endpoint
  }
}
