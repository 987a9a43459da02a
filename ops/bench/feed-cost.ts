import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type Figure, median, percentile } from './figures.ts'
import { processorTime } from './processor.ts'
import type { LoadThreadInput } from './till.ts'

// Measures the processor time that the event feed adds to a sale, in the server and in PostgreSQL.
// Rounds with and without the triggers of the feed alternate, so that other load affects both alike.

type Size = { customers: number; seconds: number; pairs: number }

const PUBLISHER = `hashtextextended('publish_events', 0)`

export async function benchFeedCost({ customers, seconds, pairs }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-feed-'))
  try {
    return await withCompany(dataDir, {}, async (company) => {
      const seeding = await startServer(loadConfig(company.env), { dev: false, log: () => {} })
      try {
        await seedLargeCompany(company.client, { customers, sales: customers }, (text) => console.log(`  ${text}`))
        company.subjects.push(...(await subjectsOf(company.client)))
      } finally {
        await seeding.stop()
      }
      return withServer(company, (server) => measure(company, server, seconds, pairs))
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(company: Company, server: ChildProcess, seconds: number, pairs: number): Promise<Figure[]> {
  const { client, env, postgres, subjects } = company
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

  const costs: Record<'with' | 'without', number[]> = { with: [], without: [] }
  const published: number[] = []
  const statuses: Record<string, number> = {}
  for (let pair = 0; pair < pairs; pair++)
    for (const kind of pair % 2 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      // The publisher is measured on its own, after the sales.
      await client.query(`select pg_advisory_lock(${PUBLISHER})`)
      await setTriggers(client, kind === 'with' ? 'enable' : 'disable')
      const round = await run(`${kind}${pair}`, seconds)
      await setTriggers(client, 'enable')
      await client.query(`select pg_advisory_unlock(${PUBLISHER})`)
      costs[kind].push(round.each)
      for (const [status, count] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + count
      const before = pids.map(processorTime)
      await drain(client)
      if (kind === 'with')
        published.push(pids.reduce((sum, pid, index) => sum + processorTime(pid) - before[index]!, 0) / round.sales)
      console.log(`  ${kind} the triggers: ${round.each.toFixed(3)} ms a sale, ${round.sales} sales`)
    }
  const ratios = costs.with.map((cost, pair) => cost / costs.without[pair]! - 1)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    { name: 'Load of the machine', value: `${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors` },
    {
      name: 'A sale without the triggers of the feed',
      value: `${median(costs.without).toFixed(3)} ms of processor time`,
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
