import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql as kyselySql } from 'kysely'
import { serverAreas } from '#app/server/areas.ts'
import { type AppOptions, type BuiltApp, buildApp } from '#app/server/build-app.ts'
import type { Privilege, Role, Scope } from '#areas/access/roles.ts'
import type { SignInProvider } from '#areas/access/server/index.ts'
import { createSessionToken, hashSessionToken } from '#areas/access/server/tokens.ts'
import type { Endpoint, Reply, RequestBody } from '#kit/contract/endpoint.ts'
import type { RefusalDetail, RefusalParams } from '#kit/contract/refusal.ts'
import { announce } from '#kit/server/announcements.ts'
import { type Clock, systemClock } from '#kit/server/clock.ts'
import { SharedListTotals } from '#kit/server/counts.ts'
import type { Db, Services } from '#kit/server/ctx.ts'
import { createKysely, type Database, openDatabase } from '#kit/server/database.ts'
import type { JobContext, ServerJobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import type { FileStorageFactory } from '#kit/server/storage.ts'
import { callLogin } from './call-login.ts'
import * as factories from './factories/people.ts'

export const make = factories

/** A caller: `staffWith` creates an account per call and reuses it for equal arguments. */
export type Caller = {
  kind: 'staff' | 'system'
  roles: readonly Role[] | 'all'
  privileges: readonly Privilege[] | 'all'
  outlet: string
  /** The outlets of a system account; `outlet` by default. */
  outlets?: readonly string[]
  scopes: readonly Scope[]
}

/** A member of staff with these roles; at outlet KLCC unless another is named. */
export const staffWith = (overrides: Partial<Omit<Caller, 'kind' | 'scopes'>> = {}): Caller => ({
  kind: 'staff',
  roles: [],
  privileges: [],
  outlet: 'KLCC',
  scopes: [],
  ...overrides,
})

/** A till or the ERP. */
export const systemWith = (...scopes: Scope[]): Caller => ({
  kind: 'system',
  roles: [],
  privileges: [],
  outlet: '',
  scopes,
})

/** A program that is bound to these outlets. */
export const systemAt = (outlets: readonly string[], ...scopes: Scope[]): Caller => ({
  ...systemWith(...scopes),
  outlets,
})

/** Head office with every role and privilege. */
export const hq = staffWith({ roles: 'all', privileges: 'all', outlet: 'HQ' })

/** Outlet staff with the rights of the demo: they cannot cancel sales or see sales information. */
export const outletStaff = staffWith({
  roles: [
    'Dashboard',
    'Customer',
    'Claim Rewards',
    'Collect Rewards',
    'Redeem Rewards',
    'Customer Transaction',
    'Feedback',
  ],
})

export type CallOptions = {
  /** The caller; default hq, null for an unauthenticated caller. */
  as?: Caller | null
  headers?: Record<string, string>
  key?: string
  ip?: string
}

export type Answer<E extends Endpoint> = {
  status: number
  /** The reply; a test that expects an error reads `refusal` instead. */
  body: Reply<E>
  refusal: {
    statusCode: number
    code: string
    message: string
    params: RefusalParams
    details?: RefusalDetail[]
    current?: unknown
  }
  headers: Record<string, string | string[] | number | undefined>
}

export type TestAppOptions = Partial<
  Pick<
    AppOptions,
    | 'routes'
    | 'publicPages'
    | 'limits'
    | 'timeZone'
    | 'trustProxy'
    | 'demoSso'
    | 'demoErp'
    | 'sandbox'
    | 'basePath'
    | 'web'
    | 'apiDocs'
    | 'log'
    | 'metrics'
    | 'securityTxt'
    | 'dataDir'
    | 'jobsRunning'
  >
> & {
  demo?: boolean
  publicUrl?: string
  /** The file storage. The default is a folder of this process. */
  storage?: FileStorageFactory
  /** The maximum number of rows that a call exports; longer exports run in the background. */
  exportRowsAtOnce?: number
  signInProviders?: readonly SignInProvider[]
  erp?: Services['erp']
  /** A fixed time for the clock. By default the clock is the machine's. */
  at?: string
  prepare?: (app: TestApp) => Promise<void>
}

export type TestApp = {
  db: Db
  sql: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>
  call: <E extends Endpoint>(
    endpoint: E,
    input: RequestBody<E>,
    options?: Caller | null | CallOptions,
  ) => Promise<Answer<E>>
  inject: (
    options: InjectOptions,
  ) => Promise<{ status: number; body: unknown; headers: Answer<Endpoint>['headers']; text: string }>
  token: (caller: Caller) => Promise<{ token: string; userId: number; staffId: number | null }>
  clock: { set: (iso: string) => void; advance: (seconds: number) => void; now: () => Date }
  /** Starts to listen on a real port and returns the address. */
  listen: () => Promise<string>
  url: string
  fastify: BuiltApp
  /** The connections of the database owner, which jobs use. */
  database: Database
  /** The connections that answer calls. */
  calls: Database
  services: Services
}

/** A complete server on an existing database. Independent of the test runner, so that benchmarks use it too. */
export async function startTestApp(url: string, owner: Database, options: TestAppOptions): Promise<TestApp> {
  const { demo = false, publicUrl, exportRowsAtOnce = 5_000, at, storage, prepare: _, ...rest } = options
  const calls = openDatabase({ url: await callLogin(url), max: 20 })
  const ofOwner = openDatabase({ url, max: 20 })
  const database = { ...ofOwner, end: () => Promise.all([calls.end(), ofOwner.end()]).then(() => {}) }
  let shift = 0
  let fixed = at === undefined ? undefined : Date.parse(at)
  const now = () => new Date((fixed ?? Date.now()) + shift)
  const dataDir = join(tmpdir(), `carat-test-${process.pid}`)
  const services: Services = {
    areas: serverAreas,
    demo,
    publicUrl: publicUrl ?? null,
    webUrl: publicUrl ?? 'http://localhost:3000',
    secret: Buffer.alloc(32, 7),
    earlierSecret: null,
    signInProviders: options.signInProviders ?? (options.demoSso ? [options.demoSso.settings] : []),
    longWork: { database, directUrl: url, dataDir },
    erp: options.erp ?? options.demoErp?.settings ?? null,
    counts: new SharedListTotals(),
    exportRowsAtOnce,
    eventHosts: [],
    storage: storage ?? openFileStorage({ dataDir }),
    announce,
  }
  const fastify = await buildApp({
    database: calls,
    owner: database,
    clock: options.sandbox?.clock ?? now,
    timeZone: 'Asia/Kuala_Lumpur',
    log: { level: 'silent' },
    limits: { perUser: 1_000_000, perAddress: 1_000_000, parallel: 10_000, inFlight: 10_000, ...rest.limits },
    services,
    ...(({ limits: _limits, ...others }) => others)(rest),
  })
  await fastify.ready()
  const db = createKysely(owner.pool as never)
  const sessions = new Map<string, Promise<{ token: string; userId: number; staffId: number | null }>>()

  const token: TestApp['token'] = (caller) => {
    const key = JSON.stringify(caller)
    const session = sessions.get(key) ?? openSessionFor(db, caller)
    sessions.set(key, session)
    return session
  }

  const inject: TestApp['inject'] = async (request) => {
    const reply = await fastify.inject(request)
    const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: reply.statusCode,
      body: isJson ? reply.json() : reply.payload,
      headers: reply.headers,
      text: reply.payload,
    }
  }

  return {
    db,
    sql: async (text, ...values) => (await owner.pool.query(text, values)).rows as never[],
    token,
    inject,
    async call(endpoint, input, overrides) {
      const {
        as = hq,
        headers = {},
        key,
        ip,
      }: CallOptions = overrides === null
        ? { as: null }
        : overrides && 'kind' in overrides
          ? { as: overrides }
          : (overrides ?? {})
      const { url, payload } = requestOf(endpoint, input as Record<string, unknown>)
      const reply = await untilServed(async () =>
        inject({
          method: endpoint.method,
          url: `${rest.basePath ?? ''}${API_BASE}${url}`,
          headers: {
            ...(as && { authorization: `Bearer ${(await token(as)).token}` }),
            ...(key && { 'idempotency-key': key }),
            ...headers,
          },
          ...(payload !== undefined && { payload }),
          ...(ip && { remoteAddress: ip }),
        }),
      )
      return { status: reply.status, body: reply.body, refusal: reply.body, headers: reply.headers } as never
    },
    clock: {
      now,
      set: (iso) => {
        fixed = Date.parse(iso)
        shift = 0
      },
      advance: (seconds) => {
        shift += seconds * 1000
      },
    },
    async listen() {
      await fastify.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
    },
    url,
    fastify,
    database,
    calls,
    services,
  }
}

/** Repeats a call that a busy server refused with 503 and Retry-After, which has no effect. */
async function untilServed<Reply extends { status: number; body: unknown }>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    const { code } = (reply.body ?? {}) as { code?: string }
    if (reply.status !== 503 || !['kit.busy', 'kit.too_long', 'kit.away'].includes(code ?? '') || attempt === 50)
      return reply
  }
}

/** Takes path parameters from the input by name; the rest is the query of a GET, or the body. */
function requestOf(endpoint: Endpoint, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method !== 'GET') return { url: path, payload: endpoint.path === path ? input : rest }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return { url: query ? `${path}?${query}` : path, payload: undefined }
}

/** A real account with a real session that never expires; only password and one-time code are skipped. */
async function openSessionFor(db: Db, caller: Caller) {
  const account = await make.account(db, caller)
  const token = createSessionToken()
  await kyselySql`
    insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at)
    values (${hashSessionToken(token)}, ${caller.kind}, ${account.userId}, ${`test-${token.slice(0, 12)}`}, '2199-01-01Z', '2199-01-01Z', '2199-01-01Z')`.execute(
    db,
  )
  return { token, ...account }
}

/** Returns the services of background work on this database. */
export const contextOn = (database: Database, clock: Clock = systemClock): JobContext => ({
  ...{ origin: programOrigin('job'), database, directUrl: database.url, clock },
  ...{ timeZone: 'Asia/Kuala_Lumpur', log: () => {} },
})

/** Returns the context of a job on the test's own server. */
export const jobContext = (app: TestApp, more: Partial<ServerJobContext> = {}): ServerJobContext => ({
  ...contextOn(app.database, app.clock.now),
  services: app.services,
  dataDir: app.services.longWork.dataDir,
  ...more,
})
