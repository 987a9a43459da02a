import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/tables.ts'
import { type CallQueue, callQueue } from './call-queue.ts'
import type { Db } from './ctx.ts'
import { NamesPlugin } from './names.ts'
import { type StatementNamer, statementNames } from './prepared.ts'

// Throws instead of silently rounding integers beyond 2^53. Points and counts never get that large.
function wholeNumber(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The number ${text} is too large to be exact`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  // Instants become ISO text; dates and decimals stay text. Neither Date nor float is used.
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

/** Timeouts of a transaction, in milliseconds. */
export type Limits = { statement: number; lock: number; idle: number }

export const limits = {
  /** A user waits: even a frozen database must lead to a reply within 3 s. */
  call: { statement: 2_200, lock: 1_800, idle: 5_000 },
  report: { statement: 15_000, lock: 2_000, idle: 20_000 },
  job: { statement: 600_000, lock: 60_000, idle: 600_000 },
} as const satisfies Record<string, Limits>

export interface Database {
  pool: pg.Pool
  /** The number of connection timeouts since the start. */
  timeouts?: () => number
  url: string
  /** True behind a transaction pooler, where session state leaks to other clients. */
  pooled?: boolean
  nameOf: StatementNamer
  /** Queues calls for their share of the connections. */
  queue: CallQueue
  end(): Promise<void>
}

declare module './ctx.ts' {
  interface Services {
    /** Connections and data folder for calls whose work takes longer than one transaction (reading and validating a file). */
    longWork: { database: Database; directUrl: string; dataDir: string }
  }
}

/** `min`: the number of connections that stay open when idle. */
type Options = {
  url: string
  max?: number
  min?: number
  applicationName?: string
  pooled?: boolean
  connectMs?: number
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Counts connection timeouts, the first sign that the database cannot keep up. */
class CountingPool extends pg.Pool {
  timeouts = 0

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const countTimeout = (error: Error | undefined) => {
      if (error?.message.startsWith('timeout exceeded')) this.timeouts++
    }
    if (callback) {
      super.connect((error, client, done) => {
        countTimeout(error)
        callback(error, client, done)
      })
      return undefined
    }
    const connecting = super.connect()
    connecting.catch(countTimeout)
    return connecting
  }
}

type Stream = { cork(): void; uncork(): void }

/** Combines all statements of one event loop turn into one write. A write costs as much as executing a short statement. */
class CorkedClient extends pg.Client {
  private corked = false

  override query = ((...args: Parameters<typeof pg.Client.prototype.query>) => {
    this.corkUntilNextTick()
    return super.query(...args)
  }) as typeof pg.Client.prototype.query

  private corkUntilNextTick() {
    const { stream } = (this as unknown as { connection: { stream: Stream } }).connection
    if (this.corked) return
    this.corked = true
    stream.cork()
    // A tick scheduled from a microtask runs after all promises that can continue.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.corked = false
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
    Client: CorkedClient,
    application_name: applicationName,
    // Applies to waiting for a free connection as well as to opening one.
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  } as pg.PoolConfig)
  // The pool replaces broken connections, and their queries reject. Without these listeners the error event would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    ...{ pool, url, pooled, nameOf: statementNames(), queue: callQueue(max) },
    timeouts: () => pool.timeouts,
    end: () => pool.end(),
  }
}

/** Opens a single connection outside the pool and without pipelining, for COPY and LISTEN. */
export async function openClient(url: string, applicationName: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    types,
    connectionTimeoutMillis: 5_000,
  })
  // The running query rejects when the connection breaks. Without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

type SendOptions = {
  timeout?: number
  /** Names prepared statements; absent where the connection cannot have any. */
  nameOf?: StatementNamer
  /** Called with every statement error, in order. */
  onError?: (error: unknown) => void
}

/** A query configuration for pg, with a prepared statement name if there is one. */
export const queryConfig = (
  text: string,
  values?: unknown[],
  { timeout, nameOf }: SendOptions = {},
): pg.QueryConfig => ({
  text,
  ...(values && { values }),
  ...(nameOf && { name: nameOf(text) }),
  ...(timeout && { query_timeout: timeout }),
})

/** Kysely on one connection whose transactions the caller begins and ends. */
export function kyselyOn(client: Pick<pg.ClientBase, 'query'>, options: SendOptions = {}): Db {
  const connection = {
    query: (text: string, values: unknown[]) => {
      const answer = client.query(queryConfig(text, values, options))
      answer.catch(options.onError ?? (() => {}))
      return answer
    },
    release: () => {},
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {} } as never }),
    plugins: [new NamesPlugin()],
  })
}
