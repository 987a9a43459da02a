import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { writeLarge } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { type Figure, median, percentile } from './figures.ts'
import { recordStatements, type Statement } from './recording.ts'

const CONNECTIONS = 32
const PORT = 45_871

type Size = { customers: number; sales: number; seconds: number; rounds: number }

/** The counter's figures on a large house: sales through HTTP against the same SQL alone, look-up, member list. */
export async function benchCounter({ customers, sales, seconds, rounds }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: String(PORT),
    LOG_LEVEL: 'warn',
  }
  let server: ChildProcess | undefined
  try {
    const recorded = await prepare(env, postgres.url, { customers, sales })
    server = await startProcess(env)
    const members = await memberNumbers(postgres.url)
    const figures = await sellAndCompare({
      ...recorded,
      url: postgres.url,
      token: await signInTill(dataDir),
      members,
      seconds,
      rounds,
    })
    return [...figures, ...(await lookUp(members))]
  } finally {
    server?.kill('SIGTERM')
    await new Promise((resolve) => (server ? server.once('exit', resolve) : resolve(undefined)))
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Recorded = { trips: Statement[][]; marks: { invoice: string; key: string; member: string } }

/** Demo, then the large house, then one sale of which every statement is noted. */
async function prepare(
  env: NodeJS.ProcessEnv,
  url: string,
  size: { customers: number; sales: number },
): Promise<Recorded> {
  const server = await startServer(loadConfig(env), { dev: false, say: () => {} })
  try {
    const client = await openClient(url, 'carat bench')
    await writeLarge(client, size, (text) => console.log(`  ${text}`))
    await client.end()
    const marks = { invoice: 'RECORDED-SALE', key: 'recorded-key', member: (await memberNumbers(url))[0]! }
    const token = await signInTill(env.DATA_DIR!)
    const sale = {
      TransactionType: 'N',
      InvoiceNo: marks.invoice,
      MembershipNo: marks.member,
      OutletCode: 'KL1',
      SalesPersonCode: 'KL101',
      Details: [ring],
    }
    // Once before, so that the session is known and only the sale itself is recorded.
    await call(
      '/customer/memberships/transaction-summaries/add',
      { ...sale, InvoiceNo: 'WARM-UP' },
      { token, key: randomUUID() },
    )
    const trips = await recordStatements(async () => {
      await call('/customer/memberships/transaction-summaries/add', sale, { token, key: marks.key })
    })
    return { trips, marks }
  } finally {
    await server.stop()
  }
}

const ring = {
  ItemCode: 'RING1',
  Brand: 'Carat',
  ProductGroup: 'DIA-RING',
  Description: 'Diamond ring',
  UnitPrice: '1288.00',
}

async function startProcess(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error('The server did not start')
}

type Sales = Recorded & { url: string; token: string; members: string[]; seconds: number; rounds: number }

/** In turns, so that a machine that slows down slows both. */
async function sellAndCompare({ trips, marks, url, token, members, seconds, rounds }: Sales): Promise<Figure[]> {
  const http: number[] = []
  const bare: number[] = []
  const waits: number[] = []
  const statuses: Record<string, number> = {}
  const common = { members, connections: CONNECTIONS }
  await inThread('till.ts', { ...common, port: PORT, token, seconds: 3, run: 'W' })
  for (let round = 0; round < rounds; round++) {
    const till = await inThread<{ times: number[]; statuses: Record<string, number> }>('till.ts', {
      ...common,
      port: PORT,
      token,
      seconds,
      run: `H${round}`,
    })
    http.push((till.statuses['201'] ?? 0) / seconds)
    waits.push(...till.times)
    for (const [status, count] of Object.entries(till.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    const alone = await inThread<{ times: number[] }>('bare.ts', {
      ...common,
      url,
      trips,
      marks,
      seconds,
      run: `B${round}`,
    })
    bare.push(alone.times.length / seconds)
  }
  const ratio = median(http.map((rate, round) => rate / bare[round]!))
  return [
    {
      name: 'sale through HTTP, 32 connections',
      value: `${Math.round(median(http))} per second (answers ${JSON.stringify(statuses)})`,
    },
    { name: 'the same statements by bare pg', value: `${Math.round(median(bare))} per second` },
    { name: 'ratio', value: `${(ratio * 100).toFixed(0)} %`, goal: 'at least 50 %' },
    { name: 'round trips of a sale', value: `${trips.length} (${trips.flat().length} statements)`, goal: 'one or two' },
    {
      name: 'wait of a till',
      value: `median ${median(waits).toFixed(1)} ms, p95 ${percentile(waits, 0.95).toFixed(1)} ms`,
    },
  ]
}

async function lookUp(members: string[]): Promise<Figure[]> {
  const token = await signInStaff()
  const timed = async (path: string, inputs: object[]) => {
    const times: number[] = []
    for (const input of inputs) {
      const started = performance.now()
      await call(path, input, { token })
      times.push(performance.now() - started)
    }
    return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms (${times.length} calls)`
  }
  const some = (count: number) =>
    Array.from({ length: count }, (_, place) => members[(place * 104_729) % members.length]!)
  const list = (FullName: string) =>
    Array.from({ length: 60 }, (_, place) => ({ Search: { FullName }, SortOption: 'FullName', Page: 1 + (place % 5) }))
  return [
    {
      name: 'look-up by exact number',
      value: await timed(
        '/customer/memberships/lookup',
        some(300).map((Typed) => ({ Typed })),
      ),
      goal: 'p95 under 20 ms',
    },
    {
      name: 'member list, name TAN MEI, sorted, counted',
      value: await timed('/customer/memberships/find-all', list('TAN MEI')),
      goal: 'p95 under 100 ms',
    },
    {
      name: 'member list, name TAN, sorted, counted',
      value: await timed('/customer/memberships/find-all', list('TAN')),
      goal: 'p95 under 100 ms',
    },
  ]
}

async function memberNumbers(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select membership_no from membership where member_type = 'Premium Member' and status = 'Active' order by md5(membership_no) limit 20000`,
  )
  await client.end()
  return rows.map((row) => row.membership_no as string)
}

const signInTill = async (dataDir: string) =>
  (
    await call('/auth/system/sign-in', {
      ClientId: 'pos',
      ClientSecret: readFileSync(join(dataDir, 'secrets', 'pos'), 'utf8').trim(),
    })
  ).access_token as string

async function signInStaff() {
  const { ChallengeId } = await call('/auth/sign-in', { Username: 'hq', Password: 'diamond-counter-42' })
  const inbox = (await (await fetch(`http://127.0.0.1:${PORT}/api/1.0/dev/outbox`)).json()) as { Body: string }[]
  const Code = /\b\d{6}\b/.exec(inbox[0]!.Body)![0]
  return (await call('/auth/sign-in/verify', { ChallengeId, Code })).access_token as string
}

async function call(path: string, input: object, { token, key }: { token?: string; key?: string } = {}) {
  const reply = await fetch(`http://127.0.0.1:${PORT}/api/1.0${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(input),
  })
  const body = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(body)}`)
  return body
}

function inThread<Result>(file: string, workerData: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
