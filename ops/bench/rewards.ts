import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { type CallName, type CallSubject, rewardCalls } from './calls.ts'
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
import { type Figure, median } from './figures.ts'
import { customerRewardsOf, type RewardPools, writeRewards } from './rewards-data.ts'
import type { LoadThreadInput } from './till.ts'

// Measures reward calls at the counter against their floor, and concurrent claims of one hot reward.

type Size = { customers: number; sales: number; seconds: number; rounds: number }
type Name = keyof typeof rewardCalls

/** The customer rewards that each kind of run uses per second: calls, bare statements, floor. */
const A_SECOND = { W: 1_500, H: 1_500, B: 2_500, F: 4_000 }
const LOOK_MS = 20

export async function benchRewards(size: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-rewards-'))
  try {
    return await withCompany(dataDir, {}, async (company) => {
      const prepared = await prepare(company, size)
      return withServer(company, async (server) => {
        const figures: Figure[] = []
        for (const name of Object.keys(rewardCalls) as Name[]) {
          const { subjects, recorded } = prepared[name]
          const compared = {
            ...company,
            ...size,
            subjectsOf: subjects,
            name,
            server,
            tokens: prepared.tokens,
            recorded,
          }
          figures.push(formatFigure(await compareWithBareStatements(compared)))
        }
        return [...figures, formatFigure(await hotReward(company, prepared, size))]
      })
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Prepared = Record<Name, { subjects: (run: string) => CallSubject[]; recorded: RecordedCall }> & {
  tokens: Tokens
  claims: RewardPools
}

async function prepare({ env, client }: Company, size: Size): Promise<Prepared> {
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    await seedLargeCompany(client, size, (text) => console.log(`  ${text}`))
    const { rounds, seconds } = size
    const used = A_SECOND.W * 3 + rounds * seconds * (A_SECOND.H + A_SECOND.B + A_SECOND.F)
    await writeRewards(client, Math.ceil(used * 1.5))
    const tokens = await signIn(env)
    const gifts = await customerRewardsOf(client, 'BENCHG')
    const claims = await customerRewardsOf(client, 'BENCHV')
    // Cycle through members and rewards, so that consecutive calls touch different rows.
    const members = (await subjectsOf(client)).map((member, index) => ({
      ...member,
      reward: gifts.spread[index % gifts.spread.length]!.reward!,
    }))
    const each = async (name: Name, subjects: CallSubject[], once: boolean) => {
      const recorded = await recordCall({ client, subjects }, name, tokens)
      if (once) subjects.splice(-4)
      const share = (run: string) =>
        subjects.splice(0, A_SECOND[run[0] as keyof typeof A_SECOND] * Math.max(3, seconds))
      return { recorded, subjects: once ? share : () => subjects }
    }
    return {
      redeem: await each('redeem', members, false),
      claim: await each('claim', claims.spread, true),
      collect: await each('collect', gifts.spread, true),
      tokens,
      claims,
    }
  } finally {
    await server.stop()
  }
}

/** Compares claims of one reward with claims of many, interleaved, by the time of waiting for locks and of working. */
async function hotReward({ postgres }: Company, { claims, tokens }: Prepared, { rounds }: Size): Promise<Figure> {
  const client = await openClient(postgres.url, 'carat bench')
  const seconds = 3
  const run = async (pool: CallSubject[], name: string) => {
    const looks: Look[] = []
    let over = false
    const looking = (async () => {
      for (; !over; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) looks.push(await look(client))
    })()
    const job: LoadThreadInput = {
      call: 'claim' satisfies CallName,
      port: PORT,
      token: tokens.staff,
      subjects: pool.splice(0, Math.min(A_SECOND.H * seconds, Math.floor(pool.length / (2 * rounds)))),
      connections: CONNECTIONS,
      seconds,
      run: name,
    }
    const { times, statuses } = await runInThread<CallStatistics>('till.ts', job)
    over = true
    await looking
    const each = (of: (look: Look) => number) =>
      (looks.reduce((sum, one) => sum + of(one), 0) / looks.length / times.length) * seconds * 1000
    return {
      rate: times.length / seconds,
      waited: each(({ waiting }) => waiting),
      worked: each(({ working }) => working),
      statuses,
    }
  }
  try {
    const runs: Record<'hot' | 'spread', Awaited<ReturnType<typeof run>>>[] = []
    for (let round = 0; round < rounds; round++)
      runs.push({ hot: await run(claims.hot, `O${round}`), spread: await run(claims.spread, `S${round}`) })
    const describe = (of: 'hot' | 'spread') => {
      const figure = (measure: 'rate' | 'waited' | 'worked') => median(runs.map((one) => one[of][measure]))
      return `${Math.round(figure('rate'))} per second, waited ${figure('waited').toFixed(2)} ms and worked ${figure('worked').toFixed(2)} ms`
    }
    return {
      name: 'claims of one reward',
      value: `${describe('hot')} (of many: ${describe('spread')}; ${runs.map(({ hot }) => JSON.stringify(hot.statuses)).join(' ')})`,
      goal: 'waited less than worked',
    }
  } finally {
    await client.end()
  }
}

type Look = { waiting: number; working: number }

/** Returns the numbers of transactions that currently wait for a lock, and that do not wait. */
async function look(client: pg.Client): Promise<Look> {
  const { rows } = await client.query<Look>(
    `select count(*) filter (where wait_event_type = 'Lock')::int as waiting, count(*) filter (where wait_event_type is distinct from 'Lock')::int as working
     from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows[0]!
}
