import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { type CounterCall, type CounterCallName, counterCalls } from './calls.ts'
import {
  type CallStatistics,
  CONNECTIONS,
  type Company,
  PORT,
  runInThread,
  signIn,
  subjectsOf,
  type Tokens,
  withCompany,
  withServer,
} from './company.ts'
import { compareWithBareStatements, formatFigure, type RecordedCall, recordCall } from './compare.ts'
import { type Figure, percentile } from './figures.ts'
import type { LoadThreadInput } from './till.ts'

const CHECKPOINT_SECONDS = 30

type Size = { customers: number; sales: number; seconds: number; rounds: number }

/** Compares counter calls on a large company with their bare statements, and write calls also with their floor. */
export async function benchCounter(size: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  try {
    const { measured, tokens } = await withCompany(dataDir, {}, async (company) => {
      const { recorded, tokens } = await prepare(company, size)
      const measured = await withServer(company, async (server) => {
        const figures: Figure[] = []
        const subjectsOf = () => company.subjects
        for (const name of Object.keys(counterCalls) as CounterCallName[])
          figures.push(
            formatFigure(
              await compareWithBareStatements({
                ...size,
                ...company,
                subjectsOf,
                name,
                server,
                tokens,
                recorded: recorded[name],
              }),
            ),
          )
        return [
          ...figures,
          await alone(company, tokens, 'look-up', 'p95 under 4 ms'),
          await alone(company, tokens, 'sale', 'p95 under 6 ms'),
        ]
      })
      return { measured, tokens }
    })
    const often = { checkpoint_timeout: `${CHECKPOINT_SECONDS}s` }
    return [...measured, await withCompany(dataDir, often, (company) => overCheckpoints(company, tokens))]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Seeds the demo and the large company, then records the statements of each call. */
async function prepare(company: Company, size: Size) {
  const { env, client, subjects } = company
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    await seedLargeCompany(client, size, (text) => console.log(`  ${text}`))
    subjects.push(...(await subjectsOf(client)))
    const tokens = await signIn(env)
    const recorded = {} as Record<CounterCallName, RecordedCall>
    for (const name of Object.keys(counterCalls) as CounterCallName[])
      recorded[name] = await recordCall(company, name, tokens)
    return { recorded, tokens }
  } finally {
    await server.stop()
  }
}

async function alone({ subjects }: Company, tokens: Tokens, call: CounterCallName, goal: string): Promise<Figure> {
  const token = tokens[(counterCalls[call] as CounterCall).as]
  const { times } = await runInThread<CallStatistics>('till.ts', {
    call,
    port: PORT,
    token,
    subjects,
    connections: 1,
    seconds: 5,
    run: `A-${call}`,
  } satisfies LoadThreadInput)
  return { name: `${call}, one caller`, value: waits(times), goal }
}

/** Measures sales over two checkpoints, after each of which PostgreSQL writes changed pages to the WAL in full. */
async function overCheckpoints(company: Company, tokens: Tokens): Promise<Figure> {
  const { client, subjects } = company
  const checkpointsDone = async () =>
    Number((await client.query('select num_done from pg_stat_checkpointer')).rows[0].num_done)
  return withServer(company, async () => {
    const before = await checkpointsDone()
    const times: number[] = []
    for (let run = 0; (await checkpointsDone()) < before + 2; run++) {
      const job: LoadThreadInput = {
        call: 'sale',
        port: PORT,
        token: tokens.till,
        subjects,
        connections: CONNECTIONS,
        seconds: 5,
        run: `C${run}`,
      }
      times.push(...(await runInThread<CallStatistics>('till.ts', job)).times)
    }
    const name = `sale over two checkpoints, one each ${CHECKPOINT_SECONDS} s`
    return { name, value: `${waits(times)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`, goal: 'p99 under 400 ms' }
  })
}

const waits = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms (${times.length} calls)`
