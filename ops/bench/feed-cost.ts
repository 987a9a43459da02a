import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import {
  type CallStatistics,
  CONNECTIONS,
  type Company,
  PORT,
  runInThread,
  signIn,
  subjectsOf,
  withCompany,
  withServer,
} from './company.ts'
import { type RecordedCall, recordCall } from './compare.ts'
import { type Figure, median, percentile } from './figures.ts'
import { preciseProcessorTime, processorTime } from './processor.ts'
import { substituteValues } from './recorded-values.ts'
import type { LoadThreadInput } from './till.ts'

// Measures the processor time that the event feed adds to a sale, in the server and in PostgreSQL.
// Rounds with and without the triggers of the feed alternate, so that other load affects both alike.

type Size = { customers: number; seconds: number; pairs: number; blocks: number }

/** Consecutive sales on one connection that are measured together, and those before them that are not. */
const BLOCK_SALES = 50
const WARM_UP_SALES = 20
const PUBLISHER = `hashtextextended('publish_events', 0)`

export async function benchFeedCost({ customers, seconds, pairs, blocks }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-feed-'))
  try {
    return await withCompany(dataDir, {}, async (company) => {
      const seeding = await startServer(loadConfig(company.env), { dev: false, log: () => {} })
      let recorded: RecordedCall
      try {
        await seedLargeCompany(company.client, { customers, sales: customers }, (text) => console.log(`  ${text}`))
        company.subjects.push(...(await subjectsOf(company.client)))
        recorded = await recordCall(company, 'sale', await signIn(company.env))
      } finally {
        await seeding.stop()
      }
      const statements = await measureStatements(company, recorded, blocks)
      return withServer(company, (server) => measure(company, server, { seconds, pairs, statements }))
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Kind = 'with' | 'without'

/** Alternates short rounds with and without the triggers, in an order that a growing load affects alike. */
async function* alternate(client: Company['client'], pairs: number): AsyncGenerator<{ kind: Kind; name: string }> {
  for (let pair = 0; pair < pairs; pair++)
    for (const kind of pair % 2 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      await setTriggers(client, kind === 'with' ? 'enable' : 'disable')
      yield { kind, name: `${kind}${pair}` }
      await setTriggers(client, 'enable')
    }
}

/**
 * Runs the recorded statements of a sale on one connection, without a server and a publisher.
 * Returns the processor time of PostgreSQL for each sale, which other load hardly changes.
 */
async function measureStatements({ client, postgres, subjects }: Company, recorded: RecordedCall, blocks: number) {
  const { trips, marks } = recorded
  const connection = new pg.Client({ connectionString: postgres.url, pipeline: true } as pg.ClientConfig)
  await connection.connect()
  const [{ pid }] = (await connection.query('select pg_backend_pid() as pid')).rows as [{ pid: number }]
  let sent = 0
  const enter = async () => {
    const ownValues = substituteValues({ marks, subjects, run: 'STATEMENTS' }, ++sent)
    for (const trip of trips)
      await Promise.all(
        trip.map(({ values, ...statement }) => connection.query({ ...statement, values: values?.map(ownValues) })),
      )
  }
  const block = async (sales: number) => {
    const before = preciseProcessorTime(pid)
    for (let sale = 0; sale < sales; sale++) await enter()
    return (preciseProcessorTime(pid) - before) / sales
  }
  await block(WARM_UP_SALES * 5)
  const costs: Record<Kind, number[]> = { with: [], without: [] }
  for await (const { kind } of alternate(client, blocks)) {
    // A change of triggers makes PostgreSQL plan the statements again.
    await block(WARM_UP_SALES)
    costs[kind].push(await block(BLOCK_SALES))
  }
  await connection.end()
  await client.query('delete from event_outbox')
  return costs
}

type Measured = { seconds: number; pairs: number; statements: Record<Kind, number[]> }

async function measure(
  company: Company,
  server: ChildProcess,
  { seconds, pairs, statements }: Measured,
): Promise<Figure[]> {
  const { client, env, postgres, subjects } = company
  // The account received a code a moment ago, when the call was recorded.
  await client.query(`delete from rate_limit where starts_with(key, 'mail code ')`)
  const { till } = await signIn(env)
  const pids = [postgres.pid, server.pid!]
  const run = async (name: string, seconds: number) => {
    const job: LoadThreadInput = {
      call: 'sale',
      port: PORT,
      token: till,
      subjects,
      connections: CONNECTIONS,
      seconds,
      run: name,
    }
    const before = pids.map(processorTime)
    const { times, statuses } = await runInThread<CallStatistics>('till.ts', job)
    const spent = pids.reduce((sum, pid, index) => sum + processorTime(pid) - before[index]!, 0)
    return { sales: times.length, each: spent / times.length, statuses }
  }
  await drain(client)
  await run('W', 5)
  await drain(client)
  await client.query('vacuum analyze')

  const costs: Record<Kind, number[]> = { with: [], without: [] }
  const published: number[] = []
  const statuses: Record<string, number> = {}
  for await (const { kind, name } of alternate(client, pairs)) {
    // The publisher waits for this lock, so that it is measured on its own after the sales.
    await client.query(`select pg_advisory_lock(${PUBLISHER})`)
    // A change of triggers makes each connection plan its statements again.
    const warmUp = await run(`V${name}`, seconds / 2)
    const round = await run(name, seconds)
    await client.query(`select pg_advisory_unlock(${PUBLISHER})`)
    costs[kind].push(round.each)
    for (const [status, count] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    const before = pids.map(processorTime)
    await drain(client)
    if (kind === 'with')
      published.push(
        pids.reduce((sum, pid, index) => sum + processorTime(pid) - before[index]!, 0) / (warmUp.sales + round.sales),
      )
    console.log(`  ${kind} the triggers: ${round.each.toFixed(3)} ms a sale, ${round.sales} sales`)
  }
  const added = statements.with.map((cost, block) => cost - statements.without[block]!)
  const ratios = costs.with.map((cost, pair) => cost / costs.without[pair]! - 1)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    { name: 'Load of the machine', value: `${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors` },
    {
      name: 'A sale without the triggers of the feed',
      value: `${median(costs.without).toFixed(3)} ms of processor time`,
    },
    {
      name: 'Added to its statements on one connection',
      value: `${median(added).toFixed(3)} ms to ${median(statements.without).toFixed(3)} ms of PostgreSQL (half of ${added.length} between ${[0.25, 0.75].map((share) => percentile(added, share).toFixed(3)).join(' and ')}), ${percent(median(added) / median(costs.without))} of the sale`,
      goal: 'at most 5 % of the sale',
    },
    {
      name: 'A sale with them',
      value: `${percent(median(ratios))} more (half of ${pairs} pairs between ${[0.25, 0.75].map((share) => percent(percentile(ratios, share))).join(' and ')}); ${JSON.stringify(statuses)}`,
      goal: 'at most 5 % more',
    },
    {
      name: '  publishing its events afterwards',
      value: `${median(published).toFixed(3)} ms a sale, ${percent(median(published) / median(costs.without))}`,
    },
  ]
}

/** Waits until the publisher has published everything. */
async function drain(client: Company['client']) {
  while ((await client.query('select from event_outbox limit 1')).rowCount) await sleep(20)
}

/** Turns the triggers of the feed on or off, as the owner of the tables. */
async function setTriggers(client: Company['client'], state: 'enable' | 'disable') {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s %s trigger %I', tgrelid::regclass, $1::text, tgname) as statement
     from pg_trigger where tgname in ('event_added', 'event_changed')`,
    [state],
  )
  await client.query(rows.map(({ statement }) => statement).join(';'))
}
