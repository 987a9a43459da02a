import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import { evaluateAwards, startAwards } from './awards.ts'
import { API, createClient, NoAnswer, signInStaff } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { processTreeOf, signalAll } from './processes.ts'
import { atMost, expectNone, type Finding, finding, type Options, percentile } from './report.ts'
import { openTestInstallation, type TestInstallation, waitUntil } from './world.ts'

// Scenarios with database outages while tills award points and users read.

type Looks = {
  times: number[]
  healthy: number[]
  statuses: Map<string, number>
  withoutRetry: number
  stop: () => Promise<void>
}

type Crowd = Awaited<ReturnType<typeof signInCrowd>>

/** The accounts of eight readers with twenty calls a second each. Each account stays below 600 calls a minute. */
const LOOKERS = 24

/** Runs continuous readers, and a supervisor that polls /healthz. */
function startLooking(people: Crowd): Looks {
  const looks = { times: [] as number[], healthy: [] as number[], statuses: new Map<string, number>(), withoutRetry: 0 }
  let running = true
  let turn = 0
  const note = (status: string) => looks.statuses.set(status, (looks.statuses.get(status) ?? 0) + 1)
  const look = async () => {
    while (running) {
      const began = performance.now()
      const answer = await people
        .of(turn++)
        .call(`${API}/customer/memberships/lookup`, { Typed: 'JC00000001' })
        .catch((error: unknown) => (error instanceof NoAnswer ? undefined : Promise.reject(error)))
      looks.times.push(performance.now() - began)
      note(answer ? String(answer.status) : 'no answer')
      if (answer?.status === 503 && answer.retryAfter === undefined) looks.withoutRetry++
      await sleep(50)
    }
  }
  const askHealth = async () => {
    while (running) {
      const answer = await people
        .of(0)
        .call('/healthz')
        .catch(() => undefined)
      looks.healthy.push(answer?.status === 200 ? answer.ms : Number.POSITIVE_INFINITY)
      await sleep(50)
    }
  }
  const working = Promise.all([...Array.from({ length: 8 }, look), askHealth()])
  return Object.assign(looks, {
    async stop() {
      running = false
      await working
    },
  })
}

type Harm = {
  count: number
  /** Causes the outage. Resolves to the time when the database was available again. */
  harm: (world: TestInstallation) => Promise<number>
  waitMost: number
  backMost: number
}

/** Runs the common procedure of all scenarios: load, outage, recovery and a ledger check. */
async function duringHarm(world: TestInstallation, { count, harm, waitMost, backMost }: Harm): Promise<Finding[]> {
  const staff = createClient(world.server.base, await signInStaff(world.server.base), 30_000)
  const pid = world.server.pid()
  const awards = await startAwards(world, { count, timeout: 30_000 })
  await waitUntil(async () => awards.count() > 50, 60_000)
  const people = await signInCrowd(world, LOOKERS)
  const looks = startLooking(people)
  await sleep(300)
  const back = await harm(world)
  const first = await waitUntil(async () => (await staff.call(`${API}/app/config`)).status === 200, 30_000)
  const recovered = performance.now() - back
  await awards.done
  await looks.stop()
  people.close()
  const strange = [...looks.statuses].filter(([status]) => !['200', '404', '503'].includes(status))
  const ready = await waitUntil(async () => (await staff.call('/readyz')).status === 200, 10_000)
  staff.close()
  return [
    atMost('longest wait for any answer', waitMost, Math.max(...looks.times, awards.slowest())),
    expectNone(
      'answers but success, 404 and 503',
      strange.reduce((sum, [, number]) => sum + number, 0),
      strange,
    ),
    finding('503 during the fault', 'some', looks.statuses.get('503') ?? 0, (looks.statuses.get('503') ?? 0) > 0),
    expectNone('503 without Retry-After', looks.withoutRetry),
    atMost('/healthz, 99th of 100', 100, percentile(looks.healthy, 0.99)),
    atMost('first success after it was back', backMost, Number.isFinite(first) ? recovered : first),
    finding('/readyz afterwards', 'ready', Number.isFinite(ready) ? 'ready' : 'not ready', Number.isFinite(ready)),
    finding(
      'the same process as before',
      'yes',
      pid === world.server.pid() && !world.server.exited() ? 'yes' : 'no',
      pid === world.server.pid() && !world.server.exited(),
    ),
    ...(await evaluateAwards(world, awards, { count })),
  ]
}

async function withWorld(work: (world: TestInstallation) => Promise<Finding[]>): Promise<Finding[]> {
  const world = await openTestInstallation()
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

/** Scenario C4: suspends all PostgreSQL processes for 30 seconds. */
export const freezePostgres = ({ short }: Options) =>
  withWorld((world) =>
    duringHarm(world, {
      count: short ? 400 : 2_000,
      waitMost: 3_000,
      backMost: 3_000,
      async harm() {
        const family = processTreeOf(world.postgres!.pid)
        signalAll(family, 'SIGSTOP')
        await sleep(short ? 8_000 : 30_000)
        signalAll(family.reverse(), 'SIGCONT')
        return performance.now()
      },
    }),
  )

/** Scenario C2: kills one PostgreSQL backend, so that PostgreSQL drops all connections and recovers. */
export const killBackend = ({ short }: Options) =>
  withWorld((world) =>
    duringHarm(world, {
      count: short ? 400 : 3_000,
      waitMost: 5_000,
      backMost: 2_000,
      async harm() {
        for (let turn = 0; turn < (short ? 1 : 3); turn++) {
          const [backend] = await world.sql<{ pid: number }>(
            `select pid from pg_stat_activity where application_name = 'carat' and pid <> pg_backend_pid() limit 1`,
          )
          // A user namespace maps only users, so the pids are the same.
          if (backend) process.kill(backend.pid, 'SIGKILL')
          await sleep(200)
          await waitUntil(async () => (await world.sql('select 1')).length === 1, 30_000, 5)
        }
        return performance.now()
      },
    }),
  )

/** Scenario C3: stops PostgreSQL for 20 seconds and restarts it on another port. */
export async function stopAndStart({ short }: Options): Promise<Finding[]> {
  let proxy: Awaited<ReturnType<typeof databaseProxy>> | undefined
  let again: EmbeddedPostgres | undefined
  const folder = await openWorldBehindProxy(async (url) => {
    proxy = await databaseProxy(url)
    return proxy.url
  })
  const { world } = folder
  try {
    return await duringHarm(world, {
      count: short ? 400 : 2_000,
      waitMost: 3_000,
      backMost: 3_000,
      async harm() {
        // Connections are refused while PostgreSQL is down.
        await proxy!.goAway()
        process.kill(world.postgres!.pid, 'SIGQUIT')
        await world.postgres!.stop()
        await sleep(short ? 5_000 : 20_000)
        again = await startEmbeddedPostgres({ dataDir: join(world.folder, 'cluster') })
        await proxy!.comeBack(again.url)
        folder.move(again.url)
        return performance.now()
      },
    })
  } finally {
    if (!world.server.exited()) await world.server.end('SIGTERM')
    await again?.stop()
    await world.close()
    await proxy?.goAway().catch(() => {})
  }
}

/** Starts a world whose server reaches its database through a proxy. `move` sets the new target. */
export async function openWorldBehindProxy(through: (url: string) => Promise<string>) {
  let moved: string | undefined
  const world = await openTestInstallation({ through })
  const original = world.databaseUrl
  world.databaseUrl = () => moved ?? original()
  return {
    world,
    move: (url: string) => {
      moved = url
    },
  }
}

/** Scenario C9: damages the newest page of the WAL while PostgreSQL is stopped. */
export async function damageWal(): Promise<Finding[]> {
  const world = await openTestInstallation({ embedded: true })
  try {
    await world.sql(`create table marked as select n from generate_series(1, 1000) n; checkpoint`)
    await world.sql(`insert into marked select n from generate_series(1, 100000) n`)
    const [place] = await world.sql<{ file: string; offset: string }>(
      `select file_name as file, file_offset::text as offset from pg_walfile_name_offset(pg_current_wal_insert_lsn())`,
    )
    await world.server.end('SIGKILL')
    await sleep(1_000)
    const file = join(world.server.env.DATA_DIR!, 'postgres', 'pg_wal', place!.file)
    const page = Math.max(0, Math.floor(Number(place!.offset) / 8192) - 1)
    spawnSync('dd', ['if=/dev/urandom', `of=${file}`, 'bs=8192', `seek=${page}`, 'count=2', 'conv=notrunc'])
    const outcome = await world.server.start().then(
      () => 'recovered',
      (error: Error) => error.message,
    )
    if (outcome !== 'recovered') {
      const names = outcome.includes('npm run cli -- restore')
      return [
        finding(
          'start with a damaged WAL',
          'refused with the command',
          names ? 'refused, names restore' : outcome.slice(0, 300),
          names,
        ),
      ]
    }
    const [ledger] = await world.sql<{ members: string; marked: string }>(
      'select (select count(*) from membership)::text as members, (select count(*) from marked)::text as marked',
    )
    return [
      finding('start with a damaged WAL', 'recovered or refused', 'recovered to the last whole record', true),
      finding(
        'what was there before the checkpoint',
        'all of it',
        `${ledger!.members} memberships, ${ledger!.marked} marks`,
        Number(ledger!.members) > 0 && Number(ledger!.marked) >= 1000,
      ),
    ]
  } finally {
    await world.close()
  }
}
