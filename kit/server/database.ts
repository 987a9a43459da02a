import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/tables.ts'
import { type CallQueue, callQueue } from './call-queue.ts'
import type { Db } from './ctx.ts'
import { NamesPlugin } from './names.ts'
import { type NameOf, statementNames } from './prepared.ts'

// Whole numbers beyond 2^53 would be rounded silently; points and counts never get there, and if one did we want to know.
function wholeNumber(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The number ${text} is too large to be exact`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  // Instants leave as ISO text, dates and decimals as they are written: no Date, no float.
  [
    pg.types.builtins.TIMESTAMPTZ,
    (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
  ],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.NUMERIC, (text) => text],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** How long one call's transaction may keep the database busy, in milliseconds. */
export type Limits = { statement: number; lock: number; idle: number }

export const limits = {
  /** A person waits: a frozen database must be an answer within 3 s. */
  call: { statement: 2_200, lock: 1_800, idle: 5_000 },
  report: { statement: 15_000, lock: 2_000, idle: 20_000 },
  job: { statement: 600_000, lock: 60_000, idle: 600_000 },
} as const satisfies Record<string, Limits>

export interface Database {
  pool: pg.Pool
  /** How often no connection was free in time since the start. */
  timeouts?: () => number
  url: string
  /** Whether a pooler stands in between: what is left on its connection at the end of a transaction, another finds. */
  pooled?: boolean
  nameOf: NameOf
  /** Where calls wait for their share of the connections. */
  queue: CallQueue
  end(): Promise<void>
}

declare module './ctx.ts' {
  interface Services {
    /** For calls whose work does not fit into their own transaction (reading and validating a file): separate connections and the data folder. */
    longWork: { database: Database; directUrl: string; dataDir: string }
  }
}

/** `min`: so many connections stay open also when they are idle. */
type Options = {
  url: string
  max?: number
  min?: number
  applicationName?: string
  pooled?: boolean
  connectMs?: number
}

type Connected = Parameters<pg.Pool['connect']>[0]

/** Counts those who waited for a connection in vain: the first sign that the database cannot keep up. */
class CountingPool extends pg.Pool {
  timeouts = 0

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const note = (error: Error | undefined) => {
      if (error?.message.startsWith('timeout exceeded')) this.timeouts++
    }
    if (callback) {
      super.connect((error, client, done) => {
        note(error)
        callback(error, client, done)
      })
      return undefined
    }
    const connecting = super.connect()
    connecting.catch(note)
    return connecting
  }
}

type Stream = { cork(): void; uncork(): void }

/** What is sent in one turn of the event loop leaves in one write: each costs as much as the work on a short statement. */
class TurnClient extends pg.Client {
  private held = false

  override query = ((...args: Parameters<typeof pg.Client.prototype.query>) => {
    this.hold()
    return super.query(...args)
  }) as typeof pg.Client.prototype.query

  private hold() {
    const { stream } = (this as unknown as { connection: { stream: Stream } }).connection
    if (this.held) return
    this.held = true
    stream.cork()
    // A tick that a microtask asks for comes when all promises that can go on have gone on.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.held = false
        stream.uncork()
      }),
    )
  }
}

/** A pool of pipelining connections: a transaction's BEGIN and its first statement travel together. */
export function openDatabase(options: Options): Database {
  const { url, max = 20, min = 0, applicationName = 'carat', pooled = false, connectMs = 2_000 } = options
  const pool = new CountingPool({
    connectionString: url,
    max,
    min,
    pipeline: true,
    Client: TurnClient,
    application_name: applicationName,
    // For a free connection as well as for a new one; a busy machine takes its time to start one.
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  } as pg.PoolConfig)
  // A connection that breaks is replaced by the pool, and what ran on it is told by its own query. Without a listener,
  // one that is idle as well as one that is lent would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    ...{ pool, url, pooled, nameOf: statementNames(), queue: callQueue(max) },
    timeouts: () => pool.timeouts,
    end: () => pool.end(),
  }
}

/** A single connection of its own kind (COPY, LISTEN), outside the pool and without pipelining. */
export async function openClient(url: string, applicationName: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    types,
    connectionTimeoutMillis: 5_000,
  })
  // What runs on it learns by its own query that the connection broke; unheard, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

type Sending = {
  timeout?: number
  /** Names statements, for a connection that remembers them. */
  nameOf?: NameOf
  /** Hears what went wrong, in order. */
  failed?: (error: unknown) => void
}

/** A statement as pg takes it, under its name where it has one. */
export const statementOf = (text: string, values?: unknown[], { timeout, nameOf }: Sending = {}): pg.QueryConfig => ({
  text,
  ...(values && { values }),
  ...(nameOf && { name: nameOf(text) }),
  ...(timeout && { query_timeout: timeout }),
})

/** Kysely over one connection that somebody else begins and ends transactions on. */
export function kyselyOn(client: Pick<pg.ClientBase, 'query'>, sending: Sending = {}): Db {
  const lent = {
    query: (text: string, values: unknown[]) => {
      const answer = client.query(statementOf(text, values, sending))
      answer.catch(sending.failed ?? (() => {}))
      return answer
    },
    release: () => {},
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } as never }),
    plugins: [new NamesPlugin()],
  })
}
