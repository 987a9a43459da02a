import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

const DELIVERIES_PER_CHUNK = 50_000

/** Deletes entries of the delivery log that are older than the setting. */
export const deleteOldDeliveries: BatchStep = {
  name: 'Delete old webhook deliveries',
  async chunk({ db, now }) {
    const settings = await readSettings({ db })
    const { rows } = await sql<{ FirstKey: string | null; LastKey: string | null; Done: number }>`
      with deleted as (
        delete from webhook_delivery where delivery_id in (
          select delivery_id from webhook_delivery
          where attempted_at < ${now}::timestamptz - make_interval(days => ${settings['webhooks.days']})
          order by attempted_at limit ${DELIVERIES_PER_CHUNK})
        returning delivery_id)
      select min(delivery_id)::text as first_key, max(delivery_id)::text as last_key, count(*)::int as done from deleted`.execute(
      db,
    )
    const { FirstKey, LastKey, Done } = rows[0]!
    return FirstKey === null || LastKey === null ? undefined : { FirstKey, LastKey, Done }
  },
}
