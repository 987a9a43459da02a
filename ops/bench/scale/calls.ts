import type { ChildProcess } from 'node:child_process'
import { allCalls, type CallName, type CallSubject, type CounterCall } from '../calls.ts'
import { type CallStatistics, type Company, PORT, runInThread, type Tokens } from '../company.ts'
import { median } from '../figures.ts'
import { processorTime } from '../processor.ts'
import type { LoadThreadInput } from '../till.ts'
import { peakMemory } from './programs.ts'
import type { ScaleResults } from './results.ts'

const CONNECTIONS = 8
const ROUNDS = 3
const WARM_UP_SECONDS = 3

/** Its cost does not depend on the company, so its change shows the change of the machine's speed. */
const floor = 'buildings'

const measuredCalls: readonly { call: CallName; ratio?: number }[] = [
  { call: floor },
  { call: 'sale', ratio: 1.2 },
  { call: 'return', ratio: 1.2 },
  { call: 'redemption', ratio: 1.2 },
  { call: 'look-up', ratio: 1.3 },
  { call: 'all members', ratio: 1.5 },
  { call: 'members of an outlet', ratio: 1.5 },
  { call: 'members by part of a name', ratio: 1.5 },
  { call: 'all transactions', ratio: 1.5 },
  { call: 'member statement', ratio: 1.3 },
]

type Measured = {
  company: Company
  server: ChildProcess
  tokens: Tokens
  subjects: CallSubject[]
  /** Members with a sale that was not returned. */
  buyers: CallSubject[]
  size: number
  seconds: number
  results: ScaleResults
}

/** Measures the processor time of PostgreSQL and the server for each call, in rounds over all calls. */
export async function measureCalls(measured: Measured) {
  const { company, server, tokens, subjects, buyers, size, seconds, results } = measured
  const costs = new Map<CallName, number[]>(measuredCalls.map(({ call }) => [call, []]))
  const latencies = new Map<CallName, number[]>(measuredCalls.map(({ call }) => [call, []]))
  const pids = [company.postgres.pid, server.pid!]
  const spent = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0)
  for (let round = 0; round <= ROUNDS; round++)
    for (const [position, { call }] of measuredCalls.entries()) {
      const before = spent()
      const { times, statuses } = await runInThread<CallStatistics>('till.ts', {
        call,
        port: PORT,
        token: tokens[(allCalls[call] as CounterCall).as],
        // A sale is returned once.
        subjects: call === 'return' ? partOf(buyers, round, ROUNDS + 1) : subjects,
        connections: CONNECTIONS,
        seconds: round === 0 ? WARM_UP_SECONDS : seconds,
        run: `${size}-${round}-${position}`,
      } satisfies LoadThreadInput)
      const failed = Object.keys(statuses).filter((status) => !status.startsWith('2'))
      if (failed.length > 0) console.log(`  ${call}: ${JSON.stringify(statuses)}`)
      // The first round fills caches and prepares statements.
      if (round === 0) continue
      costs.get(call)!.push((spent() - before) / times.length)
      latencies.get(call)!.push(Math.max(...times))
    }
  for (const { call, ratio } of measuredCalls) {
    const metric = { name: `${call}: processor time`, unit: 'ms', digits: 2, floor: `${floor}: processor time` }
    results.set(size, { ...metric, ...(ratio !== undefined && { ratio }) }, median(costs.get(call)!))
    results.set(size, { name: `${call}: slowest`, unit: 'ms' }, Math.max(...latencies.get(call)!))
  }
  results.set(size, { name: 'server: peak memory', unit: 'MB' }, peakMemory(server.pid!))
}

const partOf = <Item>(items: readonly Item[], part: number, parts: number) => {
  const length = Math.floor(items.length / parts)
  return items.slice(part * length, (part + 1) * length)
}

/** Measures the growth of the database by each sale of a till, with its audit records and events. */
export async function measureSaleBytes({
  company,
  tokens,
  subjects,
  size,
  seconds,
  results,
}: Omit<Measured, 'buyers'>) {
  const { client } = company
  const read = async () => {
    const { rows } = await client.query<{ all: string; audit: string; events: string; wal: string }>(
      `select pg_database_size(current_database()) as all, pg_current_wal_lsn() - '0/0' as wal,
         (select sum(pg_total_relation_size(relid)) from pg_partition_tree('audit_record')) as audit,
         (select sum(pg_total_relation_size(relid)) from pg_partition_tree('event')) as events`,
    )
    return rows[0]!
  }
  const before = await read()
  const { times } = await runInThread<CallStatistics>('till.ts', {
    call: 'sale',
    port: PORT,
    token: tokens.till,
    subjects,
    connections: CONNECTIONS,
    seconds: seconds * 2,
    run: `${size}-BYTES`,
  } satisfies LoadThreadInput)
  const after = await read()
  for (const [name, figure] of [
    ['bytes, with audit and events', 'all'],
    ['bytes of audit records', 'audit'],
    ['bytes of events', 'events'],
    ['bytes of WAL', 'wal'],
  ] as const) {
    const each = (Number(after[figure]) - Number(before[figure])) / times.length
    results.set(size, { name: `sale of a till: ${name}`, unit: 'bytes' }, each)
  }
}
