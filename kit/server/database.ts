import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/tables.ts'
import { type CallQueue, createCallQueue } from './call-queue.ts'
import type { Db } from './ctx.ts'
import { CorkedClient, HostClient, type HostClientConfig } from './database-client.ts'
import { traceStatements } from './database-tracing.ts'
import { type HostWatch, watchHosts } from './host-watch.ts'
import { FieldNamesPlugin } from './names.ts'
import { createStatementNamer, type StatementNamer } from './prepared.ts'

// Throws for integers beyond 2^53, which JavaScript would round. Valid points and counts are never that large.
function wholeNumber(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The number ${text} is too large to be exact`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  // Returns instants as ISO text, and dates and decimals as text, because Date and float are not exact.
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
export type TransactionTimeouts = { statement: number; lock: number; idle: number }

export const transactionTimeouts = {
  /** Timeouts for calls: a user gets a reply within 3 s even if the database hangs. */
  call: { statement: 2_200, lock: 1_800, idle: 5_000 },
  report: { statement: 15_000, lock: 2_000, idle: 20_000 },
  job: { statement: 600_000, lock: 60_000, idle: 600_000 },
  /** The reconciliation compares the whole ledger in one statement, so its time grows with the ledger. */
  reconciliation: { statement: 6 * 3_600_000, lock: 60_000, idle: 600_000 },
} as const satisfies Record<string, TransactionTimeouts>

export interface Database {
  pool: pg.Pool
  /** Returns the number of connection timeouts since the server started. */
  timeouts?: () => number
  url: string
  /** Watches the hosts if the URL names several hosts. */
  hosts?: HostWatch
  /** True if connections go through a transaction pooler, where session state leaks to other clients. */
  pooled?: boolean
  nameOf: StatementNamer
  /** Queues calls until their share of the connections is free. */
  queue: CallQueue
  end(): Promise<void>
}

declare module './ctx.ts' {
  interface Services {
    /** Connections and data folder for calls that outlast one transaction, such as reading and validating a file. */
    longWork: { database: Database; directUrl: string; dataDir: string }
  }
}

/** `min` is the number of idle connections that stay open. */
type Options = {
  url: string
  max?: number
  min?: number
  applicationName?: string
  pooled?: boolean
  connectMs?: number
  /** The role of the hosts if the URL names several hosts; by default `primary`. */
  usualRole?: 'primary' | 'standby'
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Counts connection timeouts, which are the first sign of an overloaded database. */
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

/** Creates a pool of pipelining connections, which send BEGIN together with the first statement of a transaction. */
export function openDatabase(options: Options): Database {
  const { url, max = 20, min = 0, applicationName = 'carat', pooled = false, connectMs = 2_000 } = options
  const { usualRole = 'primary' } = options
  const hosts = watchHosts(url, usualRole)
  const pool = new CountingPool({
    connectionString: url,
    usualRole,
    max,
    min,
    pipeline: true,
    Client: CorkedClient,
    application_name: applicationName,
    // The timeout limits both the wait for a free connection and the opening of a new connection.
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    types,
  } as unknown as pg.PoolConfig)
  // Without these listeners, the error event of a broken connection would end the process.
  // The pool replaces broken connections, and the queries on broken connections reject.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  traceStatements(pool)
  return {
    ...{ pool, url, pooled, nameOf: createStatementNamer(), queue: createCallQueue(max) },
    ...(hosts && { hosts }),
    timeouts: () => pool.timeouts,
    end: () => pool.end(),
  }
}

/** Opens a single connection outside the pool and without pipelining, for COPY and LISTEN. */
export async function openClient(url: string, applicationName: string) {
  const client = new HostClient({
    connectionString: url,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 5_000,
  } as HostClientConfig)
  // Without this listener, the error event of a broken connection would end the process; the running query rejects anyway.
  client.on('error', () => {})
  await client.connect()
  return client
}

type SendOptions = {
  timeout?: number
  /** Returns the names of prepared statements; undefined for connections that cannot have prepared statements. */
  nameOf?: StatementNamer
  /** Called with the error of every failed statement, in the order of the statements. */
  onError?: (error: unknown) => void
}

/** Builds a query configuration for pg, with the name of the prepared statement if the statement has a name. */
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

/** Creates a Kysely instance on one connection; the caller begins and ends its transactions. */
export function createKysely(client: Pick<pg.ClientBase, 'query'>, options: SendOptions = {}): Db {
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
    plugins: [new FieldNamesPlugin()],
  })
}
