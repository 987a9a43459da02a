import { openClient } from '#kit/server/database.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { ensurePartitions } from '#kit/server/partitions.ts'

/** Creates the partitions of logs for the coming months, and deletes expired idempotency keys and messages. */
export const housekeepingJob: BackgroundJob = { name: 'housekeeping', schedule: '20 2 * * *', run: runHousekeeping }

async function runHousekeeping({ directUrl, database, clock }: ServerJobContext) {
  const client = await openClient(directUrl, 'carat housekeeping')
  try {
    await ensurePartitions(client, clock())
  } finally {
    await client.end()
  }
  const now = clock()
  await database.pool.query(`delete from idempotency_key where created_at < $1::timestamptz - interval '7 days'`, [now])
  await database.pool.query(
    `delete from outbox_message where status in ('Sent', 'Cancelled') and coalesce(sent_at, created_at) < $1::timestamptz - interval '30 days'`,
    [now],
  )
}
