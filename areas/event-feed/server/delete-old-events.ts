import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

const EVENTS_PER_CHUNK = 50_000

/**
 * Deletes the events of months that are older than the setting, except the newest event, at which a consumer may wait.
 * Usually dropOldPartitions has dropped these months already.
 */
export const deleteOldEvents: BatchStep = {
  name: 'Delete old events',
  async chunk({ db, now, after }) {
    const settings = await readSettings({ db })
    const { rows } = await sql<{ FirstKey: string | null; LastKey: string | null; Done: number }>`
      with deleted as (
        delete from event where (position, published_at) in (
          select position, published_at from event
          where published_at < date_trunc('month', ${now}::timestamptz - make_interval(days => ${settings['feed.days']}), 'UTC')
            and position > ${after || '0'}::bigint and position < (select last_position from event_head)
          order by position limit ${EVENTS_PER_CHUNK})
        returning position)
      select min(position)::text as first_key, max(position)::text as last_key, count(*)::int as done from deleted`.execute(
      db,
    )
    const { FirstKey, LastKey, Done } = rows[0]!
    return FirstKey === null || LastKey === null ? undefined : { FirstKey, LastKey, Done }
  },
}
