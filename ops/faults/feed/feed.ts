import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { API } from '../client.ts'
import { expectNone, type Finding, finding, type Options } from '../report.ts'
import { openTestInstallation, readLedger, type TestInstallation, waitUntil } from '../world.ts'
import { addCompany, choosePools } from './company.ts'
import { addFeedAccount, type Consumer, compareCopy, createConsumer } from './consumer.ts'
import { measureDelivery, startFloor, startObserver } from './observer.ts'
import { startSlowTransactions } from './transactions.ts'
import { createWriters, type WriterRun } from './writers.ts'

// A consumer with nothing but snapshots and the event feed copies a company, while server and consumer are killed.

const WRITERS = 40
const SLOW_TRANSACTIONS = 4
const DAY_MS = 86_400_000
const BATCH_MOST_MS = 1_800_000
const OBSERVED_MOST_MS = 120_000

const fullSize = { customers: 200_000, sales: 400_000, actions: 20_000, kills: 50, measured: 3_000, slowSeconds: 30 }
const shortSize = { customers: 2_000, sales: 4_000, actions: 1_000, kills: 6, measured: 300, slowSeconds: 5 }

function sizeOf({ short, scale }: Options) {
  if (short) return shortSize
  const scaled = (value: number) => Math.ceil(value * scale)
  const { slowSeconds, ...counts } = fullSize
  return {
    ...(Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, scaled(value)])) as typeof counts),
    slowSeconds,
  }
}

export async function rebuildFromFeed(options: Options): Promise<Finding[]> {
  const { log } = options
  const size = sizeOf(options)
  // PostgreSQL records the time of each commit, from which the delivery is measured.
  const world = await openTestInstallation({
    settings: { track_commit_timestamp: 'on' },
    program: 'ops/faults/feed/server.ts',
  })
  const consumer = createConsumer(world, await addFeedAccount(world, 'feed-consumer'))
  const observerAccount = await addFeedAccount(world, 'feed-observer')
  try {
    await addCompany(world, { ...size, vouchers: Math.ceil(size.actions / 4) + 1_000 }, log)
    const lastSeeded = await lastLedgerEntry(world)
    const { pools, slow } = await choosePools(world, {
      members: Math.min(2_000, size.customers / 10),
      pairs: Math.ceil(size.actions * 0.06),
      upgrades: Math.ceil(size.actions * 0.07),
      slow: SLOW_TRANSACTIONS,
    })
    const writers = createWriters(world, pools, WRITERS)
    consumer.start()
    // The consumer loses its first snapshot, and has to begin again.
    await sleep(300)
    await consumer.killAndRestart()
    log(`the consumer has its snapshot after ${Math.round((await consumer.untilSnapshot()) / 1000)} s`)

    const observer = startObserver(world, observerAccount)
    await waitUntil(async () => observer.isReady(), OBSERVED_MOST_MS)
    const transactions = startSlowTransactions(world.databaseUrl(), slow, size.slowSeconds)
    const delivery = await measuredSales(world, writers, observer.saleArrivals, size.measured)
    log('the delivery is measured; the kills begin')

    const stage = (prefix: string, share: number, seed: number) =>
      writers.start({ prefix, count: Math.ceil(size.actions * share), seed })
    const early = Math.floor(size.kills / 2)
    let serverKills = await killBoth(world, consumer, await stage('FIRST', 0.4, 1), { kills: early, seed: 101, log })
    await consumer.kill()
    log('the consumer is away for a day')
    await (await stage('AWAY', 0.2, 2)).done
    await passADay(world, writers, log)
    consumer.start()
    serverKills += await killBoth(world, consumer, await stage('BACK', 0.4, 3), {
      kills: size.kills - early,
      seed: 103,
      log,
    })

    await transactions.stop()
    await consumer.finish()
    const end = await endOfFeed(world)
    await waitUntil(async () => observer.position() >= end, OBSERVED_MOST_MS)
    await observer.stop()
    writers.close()
    const ledger = await readLedger(world.databaseUrl())
    return [
      finding('kills of the server', String(size.kills), serverKills, serverKills === size.kills),
      finding('kills of the consumer', String(size.kills), consumer.kills(), consumer.kills() >= size.kills),
      ...(await writers.findings()),
      finding(
        'level changes in the feed',
        'some',
        observer.types.get('membership.level_changed') ?? 0,
        observer.types.has('membership.level_changed'),
      ),
      finding(
        'members whose book disagrees',
        '0',
        ledger['members whose book disagrees']!,
        ledger['members whose book disagrees'] === '0',
      ),
      ...(await compareCopy(world, consumer)),
      ...(await transactions.findings(world, observer)),
      ...(await compareLedger(world, lastSeeded)),
      finding(
        'the last event of the feed at the observer',
        String(end),
        observer.position(),
        observer.position() === end,
      ),
      expectNone('gaps and repetitions at the observer', observer.gaps().length, observer.gaps()),
      ...delivery,
    ]
  } finally {
    await consumer.kill()
    await world.close()
  }
}

type Writers = ReturnType<typeof createWriters>

/** Measures the delivery of sales by all writers while nothing is killed. */
async function measuredSales(
  world: TestInstallation,
  writers: Writers,
  arrivals: ReadonlyMap<number, number>,
  count: number,
) {
  const prefix = 'MEASURED'
  const floor = await startFloor(world.databaseUrl())
  const run = await writers.start({ count, prefix, seed: 9, only: 'sale' })
  await run.done
  await waitUntil(async () => (await world.sql('select from event_outbox limit 1')).length === 0, OBSERVED_MOST_MS)
  await sleep(1_000)
  await floor.stop()
  // Measure now, because a later return changes the sale and with it the recorded transaction.
  return measureDelivery(world, prefix, arrivals, floor.seen)
}

type KillOptions = { kills: number; seed: number; log: Options['log'] }

/** Kills the server and the consumer at random moments of the work. Returns the number of kills of the server. */
async function killBoth(
  { server }: TestInstallation,
  consumer: Consumer,
  run: WriterRun,
  { kills, seed, log }: KillOptions,
): Promise<number> {
  const random = seeded(seed)
  // Kill by progress instead of time, so that all kills happen during work on any machine.
  const moments = Array.from({ length: kills }, () => Math.floor(random() * run.total * 0.95)).sort((a, b) => a - b)
  for (const [index, moment] of moments.entries()) {
    while (run.count() < moment) await sleep(5)
    await sleep(random() * 50)
    // The consumer dies before, during or after the start of the server.
    const consumerKill = sleep(random() * 4_000).then(() => consumer.killAndRestart())
    await server.end('SIGKILL')
    await server.start()
    await consumerKill
    if (index % 5 === 4) log(`server and consumer killed ${index + 1} times, ${run.count()} of ${run.total} actions`)
  }
  await run.done
  return moments.length
}

/** Moves the clock of the server by a day, and runs the nightly batch of the next day. */
async function passADay(world: TestInstallation, { signInAgain }: Writers, log: Options['log']) {
  await world.server.end('SIGTERM')
  world.server.env.CLOCK_AHEAD_MS = String(DAY_MS)
  await world.server.start()
  const { staff } = await signInAgain()
  await staff.call(`${API}/point/nightly-batches/run`, {})
  const took = await waitUntil(
    async () => {
      const { body } = await staff.call(`${API}/point/nightly-batches/find-all`, {})
      const [last] = body.rows as { Status: string; StartedAt: string }[]
      return last?.Status === 'Done' && Date.parse(last.StartedAt) > Date.now() + DAY_MS / 2
    },
    BATCH_MOST_MS,
    500,
  )
  log(`the nightly batch of the next day took ${Math.round(took / 1000)} s`)
}

async function endOfFeed({ sql }: TestInstallation): Promise<number> {
  const [head] = await sql<{ last: number }>('select last_position::float8 as last from event_head')
  return head!.last
}

async function lastLedgerEntry({ sql }: TestInstallation): Promise<number> {
  const [entry] = await sql<{ last: number }>('select max(history_id)::float8 as last from point_history')
  return entry!.last
}

/** Each ledger entry after the seeded ones has one event, and each event of points has its ledger entry. */
async function compareLedger({ sql }: TestInstallation, seeded: number): Promise<Finding[]> {
  const [counts] = await sql<{ events: number; without_entry: number; without_event: number; doubled: number }>(
    `with moved as (select (data->>'HistoryId')::bigint as history_id, count(*) as events from event where type = 'points.moved' group by 1)
     select coalesce(sum(events), 0)::int as events,
       count(*) filter (where not exists (select from point_history entry where entry.history_id = moved.history_id))::int as without_entry,
       count(*) filter (where events > 1)::int as doubled,
       (select count(*) from point_history entry where history_id > $1
          and not exists (select from moved where moved.history_id = entry.history_id))::int as without_event
     from moved`,
    seeded,
  )
  return [
    finding('events of points', 'some', counts!.events, counts!.events > 0),
    expectNone('  without a ledger entry', counts!.without_entry),
    expectNone('  more than one for a ledger entry', counts!.doubled),
    expectNone('ledger entries without an event', counts!.without_event),
  ]
}
