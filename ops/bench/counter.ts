import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { writeLarge } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { API_BASE } from '#kit/server/serve.ts'
import type { Bare, Marks } from './bare.ts'
import { type CallName, type CounterCall, calls, type Subject } from './calls.ts'
import { type Figure, median, percentile } from './figures.ts'
import { floorOf, hasFloor, withoutTriggers } from './floor.ts'
import { processorTime } from './processor.ts'
import { recordStatements, type Statement } from './recording.ts'
import type { Till } from './till.ts'

const CONNECTIONS = 32
const PORT = 45_871
const CHECKPOINT_SECONDS = 30

type Size = { customers: number; sales: number; seconds: number; rounds: number }
type Recorded = { trips: Statement[][]; floor?: Statement; marks: Marks }
type Company = { postgres: EmbeddedPostgres; env: NodeJS.ProcessEnv; client: pg.Client; subjects: Subject[] }
type Tokens = Record<CounterCall['as'], string>

/** The counter's figures on a large company: each call beside its own statements alone, and those that write beside their floor. */
export async function benchCounter(size: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  try {
    const { measured, tokens } = await inCompany(dataDir, {}, async (company) => {
      const { recorded, tokens } = await prepare(company, size)
      const measured = await withServer(company, async (server) => {
        const figures: Figure[] = []
        for (const name of Object.keys(calls) as CallName[])
          figures.push(reported(await compare({ ...size, ...company, name, server, tokens, recorded: recorded[name] })))
        return [
          ...figures,
          await alone(company, tokens, 'look-up', 'p95 under 4 ms'),
          await alone(company, tokens, 'sale', 'p95 under 6 ms'),
        ]
      })
      return { measured, tokens }
    })
    const often = { checkpoint_timeout: `${CHECKPOINT_SECONDS}s` }
    return [...measured, await inCompany(dataDir, often, (company) => overCheckpoints(company, tokens))]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function inCompany<Result>(
  dataDir: string,
  settings: Record<string, string>,
  work: (company: Company) => Promise<Result>,
) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const client = await openClient(postgres.url, 'carat bench')
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: String(PORT),
    LOG_LEVEL: 'warn',
  }
  try {
    return await work({ postgres, env, client, subjects: await subjectsOf(client).catch(() => []) })
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Demo, then the large company, then each call once with every statement noted. */
async function prepare(company: Company, size: Size) {
  const { env, client, subjects } = company
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    await writeLarge(client, size, (text) => console.log(`  ${text}`))
    subjects.push(...(await subjectsOf(client)))
    const tokens = await signIn(env)
    const recorded = {} as Record<CallName, Recorded>
    for (const name of Object.keys(calls) as CallName[]) recorded[name] = await record(company, name, tokens)
    return { recorded, tokens }
  } finally {
    await server.stop()
  }
}

async function record({ client, subjects }: Company, name: CallName, tokens: Tokens): Promise<Recorded> {
  const { path, as, body }: CounterCall = calls[name]
  const marks: Marks = {
    id: `RECORDED-${name.toUpperCase().replaceAll(/\W/g, '-')}`,
    key: `recorded-${name.replaceAll(' ', '-')}`,
    subject: subjects[0]!,
  }
  const send = (id: string, key: string) => call(path, body(marks.subject, id), { token: tokens[as], key })
  // Before, so that the session is known and what comes again has its name.
  for (const time of [1, 2, 3]) await send(`${marks.id}-BEFORE-${time}`, randomUUID())
  const trips = await recordStatements(() => send(marks.id, marks.key).then(() => {}))
  return { trips, marks, ...(hasFloor(name) && { floor: await floorOf(client, name, marks) }) }
}

async function withServer<Result>(company: Company, work: (server: ChildProcess) => Promise<Result>) {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: company.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    await untilReady()
    return await work(server)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function untilReady() {
  for (let attempts = 0; attempts < 600; attempts++) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start')
}

type Compared = Size & Company & { name: CallName; server: ChildProcess; tokens: Tokens; recorded: Recorded }

/** A long run says what it found so far. */
function reported(figure: Figure) {
  console.log(`  ${figure.name}: ${figure.value}`)
  return figure
}

/** In turns, so that a machine that slows down slows all of them. */
async function compare({
  name,
  seconds,
  rounds,
  server,
  tokens,
  recorded,
  postgres,
  client,
  subjects,
}: Compared): Promise<Figure> {
  const { as, goal }: CounterCall = calls[name]
  const { trips, floor, marks } = recorded
  const http: number[] = []
  const bare: number[] = []
  const floors: number[] = []
  const costs: string[] = []
  const statuses: Record<string, number> = {}
  const till = (run: string, seconds: number) =>
    inThread<Answers>('till.ts', {
      call: name,
      port: PORT,
      token: tokens[as],
      subjects,
      connections: CONNECTIONS,
      seconds,
      run,
    } satisfies Till)
  const alone = async (trips: Statement[][], run: string) => {
    const job: Bare = { url: postgres.url, trips, marks, subjects, connections: CONNECTIONS, seconds, run }
    return (await inThread<Answers>('bare.ts', job)).times.length / seconds
  }
  await till(`W-${name}`, 3)
  for (let round = 0; round < rounds; round++) {
    const before = [postgres.pid, server.pid!].map(processorTime)
    const answers = await till(`H${round}-${name}`, seconds)
    const spent = [postgres.pid, server.pid!].map(
      (pid, place) => (processorTime(pid) - before[place]!) / answers.times.length,
    )
    costs.push(spent.map((ms) => ms.toFixed(2)).join(' + '))
    http.push(answers.times.length / seconds)
    for (const [status, count] of Object.entries(answers.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    bare.push(await alone(trips, `B${round}-${name}`))
    if (floor && hasFloor(name))
      floors.push(await withoutTriggers(client, name, () => alone([[floor]], `F${round}-${name}`)))
  }
  const share = (other: number[]) => median(http.map((rate, round) => rate / other[round]!)).toFixed(2)
  const beside = [
    `own statements alone ${Math.round(median(bare))}, share ${share(bare)}`,
    ...(floor ? [`floor ${Math.round(median(floors))}, share ${share(floors)}`] : []),
    `pg + node ${costs.join(', ')} ms`,
    `${trips.length} trips of ${trips.flat().length} statements`,
    JSON.stringify(statuses),
  ]
  return { name, value: `${Math.round(median(http))} per second (${beside.join('; ')})`, goal }
}

type Answers = { times: number[]; statuses: Record<string, number> }

async function alone({ subjects }: Company, tokens: Tokens, call: CallName, goal: string): Promise<Figure> {
  const token = tokens[(calls[call] as CounterCall).as]
  const { times } = await inThread<Answers>('till.ts', {
    call,
    port: PORT,
    token,
    subjects,
    connections: 1,
    seconds: 5,
    run: `A-${call}`,
  } satisfies Till)
  return { name: `${call}, one caller`, value: waits(times), goal }
}

/** A checkpoint writes all that changed, and after it each page goes to the log whole once more. */
async function overCheckpoints(company: Company, tokens: Tokens): Promise<Figure> {
  const { client, subjects } = company
  const done = async () => Number((await client.query('select num_done from pg_stat_checkpointer')).rows[0].num_done)
  return withServer(company, async () => {
    const before = await done()
    const times: number[] = []
    for (let run = 0; (await done()) < before + 2; run++) {
      const job: Till = {
        call: 'sale',
        port: PORT,
        token: tokens.till,
        subjects,
        connections: CONNECTIONS,
        seconds: 5,
        run: `C${run}`,
      }
      times.push(...(await inThread<Answers>('till.ts', job)).times)
    }
    const name = `sale over two checkpoints, one each ${CHECKPOINT_SECONDS} s`
    return { name, value: `${waits(times)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`, goal: 'p99 under 400 ms' }
  })
}

const waits = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms (${times.length} calls)`

/** Members with points, each with a lot that can be taken from. */
async function subjectsOf(client: pg.Client) {
  const { rows } = await client.query<Subject>(
    `select distinct on (md5(membership_no)) membership_no as member, customer_id::int as customer, full_name as name, history_id::int as lot
     from membership join customer using (customer_id) join point_history using (membership_no)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and point_history.point_amount > 50
       and point_history.point_utilized = 0 and point_history.expiry_date > now() + interval '30 days'
     order by md5(membership_no), point_amount desc limit 20000`,
  )
  return rows
}

async function signIn(env: NodeJS.ProcessEnv): Promise<Tokens> {
  const ClientSecret = readFileSync(join(env.DATA_DIR!, 'secrets', 'pos'), 'utf8').trim()
  const till = await call('/auth/system/sign-in', { ClientId: 'pos', ClientSecret })
  const { ChallengeId } = await call('/auth/sign-in', { Username: 'hq', Password: 'diamond-counter-42' })
  const inbox = (await (await fetch(`http://127.0.0.1:${PORT}${API_BASE}/dev/outbox`)).json()) as { Body: string }[]
  const Code = /\b\d{6}\b/.exec(inbox[0]!.Body)![0]
  const staff = await call('/auth/sign-in/verify', { ChallengeId, Code })
  return { till: till.access_token as string, staff: staff.access_token as string }
}

async function call(path: string, input: object, { token, key }: { token?: string; key?: string } = {}) {
  const reply = await fetch(`http://127.0.0.1:${PORT}${API_BASE}${path}`, {
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
