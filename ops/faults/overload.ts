import { setTimeout as sleep } from 'node:timers/promises'
import { reportRoutes } from '#areas/reports/server/report-routes.ts'
import { type Answer, API, NoAnswer } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { probeHealth } from './health-probe.ts'
import { megabytesOf } from './processes.ts'
import { atMost, expectNone, type Finding, finding, type Options, percentile } from './report.ts'
import { openTestInstallation, type TestInstallation } from './world.ts'

const REPORTS = 20
/** The maximum page size. */
const ROWS = 1_000
const LOOKUP = { Typed: 'JC00000001' }

/** Scenario S2: requests twenty parallel reports with all rows of two years, while other users work. */
export async function manyReports({ short }: Options): Promise<Finding[]> {
  const world = await openTestInstallation()
  const people = await signInCrowd(world, REPORTS + 20)
  try {
    const until = new Date().toISOString().slice(0, 10)
    const from = `${Number(until.slice(0, 4)) - 2}${until.slice(4)}`.replace('-02-29', '-02-28')
    const reportInputs = reportRoutes
      .filter(({ report }) => report.declared.dates && !('CustomerIDNo' in report.declared.filters))
      .map(({ endpoint: { path }, report }) => {
        const [first, last] = report.declared.dates!
        return { path, input: { [first]: from, [last]: until, Rows: ROWS, Page: 1 } }
      })
    const ends = performance.now() + (short ? 15_000 : 60_000)
    const reports: Answer[] = []
    const others: number[] = []
    const probe = probeHealth(world.server.base())
    let most = 0
    const readers = Array.from({ length: REPORTS }, async (_, number) => {
      for (let turn = number; performance.now() < ends; turn++) {
        const { path, input } = reportInputs[turn % reportInputs.length]!
        reports.push(await people.of(number).call(API + path, input))
      }
    })
    const counters = Array.from({ length: 4 }, async (_, number) => {
      for (let turn = 0; performance.now() < ends; turn++) {
        const account = people.of(REPORTS + ((number * 5 + turn) % 20))
        others.push((await account.call(`${API}/customer/memberships/lookup`, LOOKUP)).ms)
        await sleep(50)
      }
    })
    const watch = async () => {
      while (performance.now() < ends) {
        most = Math.max(most, megabytesOf(world.server.pid()))
        await sleep(100)
      }
    }
    await Promise.all([...readers, ...counters, watch()])
    const health = await probe.end()
    const strange = reports.filter(
      ({ status, retryAfter }) => status !== 200 && !((status === 503 || status === 429) && retryAfter !== undefined),
    )
    const successful = reports.filter(({ status }) => status === 200).length
    return [
      finding('reports answered', 'some', `${successful} of ${reports.length}`, successful > 0),
      expectNone(
        'reports neither answered nor put off until later',
        strange.length,
        strange.map(({ status }) => status),
      ),
      atMost('look-ups of others meanwhile, 99th of 100', 1_000, percentile(others, 0.99)),
      atMost('/healthz meanwhile, 99th of 100', 100, percentile(health, 0.99)),
      atMost('most memory of the server', 1_024, most, 'MB'),
    ]
  } finally {
    people.close()
    await world.close()
  }
}

/** The number of parallel calls that saturates the server. */
const BUSY = 24
const TIMES = 10
/** The call limit per account and minute, because of which this test uses many accounts. */
const ACCOUNTS = 240

/** Scenario S3: sends ten times the load that saturates the server. */
export async function overloadServer({ short, log }: Options): Promise<Finding[]> {
  const world = await openTestInstallation()
  const people = await signInCrowd(world, ACCOUNTS)
  try {
    const seconds = short ? 5 : 20
    await load(people, BUSY, 2)
    const peak = goodput(await load(people, BUSY, seconds), seconds)
    log(`${peak.toFixed(0)} calls a second with ${BUSY} at a time`)
    const flood = await load(people, BUSY * TIMES, seconds)
    const refused = flood.filter(({ status }) => status === 503 || status === 429)
    const strange = flood.filter(({ status }) => ![200, 404, 429, 503].includes(status))
    const recovered = await recovery(world, people)
    const share = goodput(flood, seconds) / peak
    return [
      finding('served calls', '≥ 80 % of the peak', `${(share * 100).toFixed(0)} %`, share >= 0.8),
      expectNone(
        'calls that failed otherwise',
        strange.length,
        strange.map(({ status, why }) => why ?? status),
      ),
      finding('refused calls', 'any', refused.length, true),
      atMost(
        'a refusal, 95th of 100',
        500,
        refused.length > 0
          ? percentile(
              refused.map(({ ms }) => ms),
              0.95,
            )
          : 0,
      ),
      atMost('until a call takes no longer than before', 10_000, recovered),
    ]
  } finally {
    people.close()
    await world.close()
  }
}

type People = Awaited<ReturnType<typeof signInCrowd>>
type Outcome = { status: number; ms: number; why?: string }

/** Keeps this number of calls in flight. */
async function load(people: People, atOnce: number, seconds: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const ends = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: atOnce }, async (_, number) => {
      for (let turn = 0; performance.now() < ends; turn++) {
        const began = performance.now()
        const reply = people.of((number * 7 + turn) % ACCOUNTS).call(`${API}/customer/memberships/lookup`, LOOKUP)
        const outcome: Pick<Outcome, 'status' | 'why'> = await reply.catch((error) => {
          if (error instanceof NoAnswer) return { status: 0, why: error.message }
          throw error
        })
        outcomes.push({ ...outcome, ms: performance.now() - began })
      }
    }),
  )
  return outcomes
}

const goodput = (outcomes: readonly Outcome[], seconds: number) =>
  outcomes.filter(({ status }) => status === 200 || status === 404).length / seconds

/** Returns the time until ten consecutive calls are fast again. */
async function recovery(world: TestInstallation, people: People): Promise<number> {
  const began = performance.now()
  for (let quick = 0; quick < 10; ) {
    if (world.server.exited()) return Number.POSITIVE_INFINITY
    const { status, ms } = await people.of(0).call(`${API}/customer/memberships/lookup`, LOOKUP)
    quick = (status === 200 || status === 404) && ms < 200 ? quick + 1 : 0
    if (performance.now() - began > 60_000) return Number.POSITIVE_INFINITY
  }
  return performance.now() - began
}
