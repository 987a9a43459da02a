import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expectNone, type Finding, finding } from '../report.ts'
import type { TestInstallation } from '../world.ts'
import type { Observer } from './observer.ts'

// Slow transactions beside the writers: some commit late, some are rolled back, and some roll back to a savepoint.
// Each ledger entry has a marker as its invoice number, so that its event can be found.

export type SlowTransactions = ReturnType<typeof startSlowTransactions>

/** Runs one transaction at a time for each member. Each lasts `seconds`, until `stop` is called. */
export function startSlowTransactions(url: string, members: readonly string[], seconds: number) {
  const late: string[] = []
  const rolledBack: string[] = []
  const stopping = new AbortController()
  let number = 0

  const work = async (member: string) => {
    const client = new pg.Client({ connectionString: url })
    // The database ends connections when the part fails and is cleaned up.
    client.on('error', () => {})
    await client.connect()
    const credit = (marker: string) =>
      client.query(
        `select credit_points($1, 'Adjust In', 7, jsonb_build_object('BusinessDate', current_date, 'EarnedAt', now(), 'AvailableFrom', current_date,
           'InvoiceNo', $2::text, 'ObjectType', 'Test', 'ObjectValue', $2::text, 'SourceKey', 'feed:' || $2::text))`,
        [member, marker],
      )
    try {
      while (!stopping.signal.aborted) {
        const id = ++number
        await client.query('begin')
        await client.query('savepoint part')
        await credit(`ROLLED-${id}-PART`)
        await client.query('rollback to savepoint part')
        const commits = id % 3 !== 0
        const marker = `${commits ? 'LATE' : 'ROLLED'}-${id}`
        await credit(marker)
        await sleep(seconds * 1_000, undefined, { signal: stopping.signal }).catch(() => {})
        await client.query(commits ? 'commit' : 'rollback')
        rolledBack.push(`ROLLED-${id}-PART`)
        ;(commits ? late : rolledBack).push(marker)
      }
    } finally {
      await client.end()
    }
  }
  const working = Promise.all(members.map(work))
  working.catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await working
    },
    async findings({ sql }: TestInstallation, { markers }: Observer): Promise<Finding[]> {
      const [stored] = (await sql<{ rolled: number }>(
        `select count(*)::int as rolled from (select data from event union all select data from event_outbox) any_event
         where data->>'InvoiceNo' like 'ROLLED-%'`,
      )) as [{ rolled: number }]
      const delivered = rolledBack.filter((marker) => markers.has(marker))
      const wrong = late.filter((marker) => markers.get(marker) !== 1)
      return [
        finding(
          `transactions of ${seconds} s: committed late, rolled back`,
          'some',
          `${late.length}, ${rolledBack.length}`,
          late.length > 0 && rolledBack.length > 0,
        ),
        expectNone('events of rolled-back work, by marker', stored.rolled + delivered.length, delivered),
        expectNone('late commits that were not delivered once', wrong.length, wrong),
      ]
    },
  }
}
