import { sql } from 'kysely'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import { notifyPublication } from './publication.ts'

const EVENTS_PER_TRANSACTION = 5_000

/** Moves all events of finished transactions to the feed. Returns the number of published events. */
export async function publishEvents(
  context: Pick<ServerJobContext, 'database' | 'origin' | 'timeZone' | 'clock'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  for (let total = 0; ; ) {
    const published = await inJobTransaction(context, { preparePlans: true }, async (db) => {
      // Most runs find nothing to publish, and then take no lock.
      const { rows } = await sql<{ Published: number | null }>`
        select case when exists (select from event_outbox)
          then publish_events(${EVENTS_PER_TRANSACTION}, ${context.clock()}) end as published`.execute(db)
      return rows[0]?.Published ?? 0
    })
    if (published > 0) notifyPublication()
    total += published
    if (published < EVENTS_PER_TRANSACTION || isStopped()) return total
  }
}
