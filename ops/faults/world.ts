import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readLedgerSums } from '#app/cli/ledger-sums.ts'
import { type EmbeddedPostgres, findRunningPostgresUrl, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { callsThrough } from './call-login.ts'
import { type Client, createClient } from './client.ts'

// Starts a server as an operator runs it, with its own database. Tests can damage both.

export type Server = {
  base: () => string
  pid: () => number
  env: NodeJS.ProcessEnv
  output: () => string
  /** Starts or restarts the process. Resolves to the milliseconds until the server is ready. */
  start: () => Promise<number>
  /** Stops the process. Resolves to its exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
  exited: () => boolean
}

export type TestInstallation = {
  folder: string
  postgres: EmbeddedPostgres | undefined
  databaseUrl: () => string
  server: Server
  sql: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>
  till: () => string
  close: () => Promise<void>
}

type WorldOptions = {
  /** Uses the embedded PostgreSQL instead of a separate one. */
  embedded?: boolean
  /** Starts a proxy between server and database. */
  through?: (url: string) => Promise<string>
  /** Gives the server also a direct URL that bypasses the proxy. */
  direct?: boolean
  env?: Record<string, string>
  at?: string
  /** Settings of the separate PostgreSQL. */
  settings?: Record<string, string>
  /** The file that runs the server. */
  program?: string
}

/** Starts a demo on a new database. */
export async function openTestInstallation({
  embedded = false,
  through = async (url) => url,
  direct = false,
  env = {},
  at,
  settings = {},
  program,
}: WorldOptions = {}): Promise<TestInstallation> {
  const folder = at ?? mkdtempSync(join(tmpdir(), 'carat-faults-'))
  const dataDir = join(folder, 'data')
  template ??= makeTemplate()
  const demo = await template
  // The same files work for the embedded and for a separate database.
  cpSync(demo, embedded ? dataDir : join(folder, 'cluster'), { recursive: true })
  if (!embedded) cpSync(join(demo, 'secrets'), join(dataDir, 'secrets'), { recursive: true })
  const postgres = embedded ? undefined : await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings })
  const url = postgres && (await through(postgres.url))
  const server = await startServerWith(
    {
      DATA_DIR: dataDir,
      ...(url && { DATABASE_URL: url }),
      ...(postgres && url && direct && { DATABASE_DIRECT_URL: postgres.url, DATABASE_APP_URL: callsThrough(url) }),
      DEMO: '1',
      ...env,
    },
    { program },
  )
  const databaseUrl = () => postgres?.url ?? findRunningPostgresUrl(dataDir)!
  await server.start()
  const world: TestInstallation = {
    folder,
    postgres,
    databaseUrl,
    server,
    sql: (text, ...values) => queryOnce(world.databaseUrl(), text, values),
    till: () => readFileSync(join(dataDir, 'secrets', 'pos'), 'utf8').trim(),
    async close() {
      if (!server.exited()) await server.end('SIGTERM')
      await postgres?.stop()
      if (!at) rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

let template: Promise<string> | undefined

/** Creates the demo once per run, or uses the DATA_DIR of a stopped demo that FAULTS_DEMO names. */
async function makeTemplate() {
  if (process.env.FAULTS_DEMO) return process.env.FAULTS_DEMO
  const folder = mkdtempSync(join(tmpdir(), 'carat-faults-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await startServerWith({ DATA_DIR: folder, DEMO: '1' })
  await server.start()
  await server.end('SIGTERM')
  return folder
}

export async function queryOnce<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const database = new pg.Client({ connectionString: url })
  database.on('error', () => {})
  await database.connect()
  try {
    return (await database.query(text, values)).rows as Row[]
  } finally {
    await database.end().catch(() => {})
  }
}

/** Returns the sums of the ledger and the number of members with differences. */
export async function readLedger(url: string) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    return await readLedgerSums(database)
  } finally {
    await database.end()
  }
}

// A long limit, because seeding the demo is slow on a busy machine.
const READY_MOST_MS = 240_000

/** Prepares a server by a file of `root`, which is this checkout unless another release is given. */
export async function startServerWith(
  settings: Record<string, string>,
  { program = 'app/server/run.ts', root = process.cwd() } = {},
): Promise<Server> {
  const port = await freePort()
  const env = { PATH: process.env.PATH!, PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production', ...settings }
  const base = () => `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(0)
  let running = false
  let output = ''
  return {
    base,
    env,
    pid: () => child!.pid!,
    output: () => output,
    exited: () => !running,
    async start() {
      const began = performance.now()
      child = spawn(process.execPath, [program], { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      running = true
      const startedChild = child
      process.once('exit', () => startedChild.kill('SIGKILL'))
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
      ended = new Promise((resolve) =>
        child!.once('exit', (code) => {
          running = false
          resolve(code)
        }),
      )
      while (!(await isReady(base()))) {
        if (!running) throw new Error(`The server ended:\n${output.slice(-2000)}`)
        if (performance.now() - began > READY_MOST_MS)
          throw new Error(`The server is not ready:\n${output.slice(-2000)}`)
        await sleep(10)
      }
      return performance.now() - began
    },
    async end(signal) {
      child?.kill(signal)
      return ended
    },
  }
}

export async function isReady(base: string): Promise<boolean> {
  const anyone = createClient(() => base, undefined, 2_000)
  try {
    return (await anyone.call('/readyz')).status === 200
  } catch {
    return false
  } finally {
    anyone.close()
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Polls until the condition holds. Resolves to the milliseconds that this took. */
export async function waitUntil(isSo: () => Promise<boolean>, most: number, every = 20): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (await isSo().catch(() => false)) return performance.now() - began
    if (performance.now() - began > most) return Number.POSITIVE_INFINITY
    await sleep(every)
  }
}

/** Creates walk-in sales to award. Returns the members to whom they are awarded. */
export async function createWalkInSales(
  { sql }: Pick<TestInstallation, 'sql'>,
  count: number,
  prefix = 'FAULT',
): Promise<string[]> {
  await sql(
    `with sale as (
       insert into transaction_summary (transaction_type, invoice_no, outlet_code, total_amount, net_amount, performed_at, business_date, source)
       select 'N', $2 || '-' || n, 'KL1', 1000, 1000, now() - interval '1 day', (now() - interval '1 day')::date, 'POS' from generate_series(1, $1::int) n
       returning transaction_id)
     insert into transaction_detail (transaction_id, sequence_no, brand, product_group, quantity, unit_price, net_amount)
     select transaction_id, 1, 'Carat', 'DIA-RING', 1, 1000, 1000 from sale`,
    count,
    prefix,
  )
  const members = await sql<{ membership_no: string }>(
    `select membership_no from membership join customer using (customer_id)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active' order by membership_no limit 200`,
  )
  return members.map((member) => member.membership_no)
}

export type { Client }
