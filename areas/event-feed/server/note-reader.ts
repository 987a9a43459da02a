import { sql } from 'kysely'
import type { Services } from '#kit/server/ctx.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { inTransaction } from '#kit/server/transaction.ts'

const NOTE_INTERVAL_MS = 5_000

/** When the position of each program was last stored by this process. */
const notedAt = new WeakMap<Services, Map<number, number>>()

/** Stores how far a program has read the feed, at most every few seconds, because consumers read often. */
export async function noteReader(services: Services, userId: number, position: number, now: Date): Promise<void> {
  const noted = notedAt.get(services) ?? new Map<number, number>()
  notedAt.set(services, noted)
  if (now.getTime() - (noted.get(userId) ?? Number.NEGATIVE_INFINITY) < NOTE_INTERVAL_MS) return
  noted.set(userId, now.getTime())
  const options = { origin: programOrigin('event-feed'), timeZone: 'UTC' }
  await inTransaction(services.longWork.database, options, (db) =>
    sql`insert into event_reader (user_id, position, read_at) values (${userId}, ${position}, ${now})
      on conflict (user_id) do update set position = excluded.position, read_at = excluded.read_at`.execute(db),
  )
}
