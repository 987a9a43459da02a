import { readSettings } from '#areas/setup/server/index.ts'
import { openClient } from '#kit/server/database.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/**
 * Drops the monthly partitions whose events are all older than the setting, which costs no vacuum.
 * Runs before the nightly batch, which deletes the rows of months that could not be dropped.
 */
export const dropOldPartitionsJob: BackgroundJob = {
  name: 'event-partitions',
  schedule: '5 0 * * *',
  run: async (context) => void (await dropOldPartitions(context)),
}

/** Returns the names of the dropped partitions. The newest event stays, because a consumer may wait at it. */
export async function dropOldPartitions(context: Omit<JobContext, 'log'>): Promise<string[]> {
  const settings = await inJobTransaction(context, { readOnly: true }, (db) => readSettings({ db }))
  const client = await openClient(context.directUrl, 'carat event partitions')
  try {
    const { rows } = await client.query<{ part: string }>(oldPartitions, [context.clock(), settings['feed.days']])
    const dropped: string[] = []
    for (const { part } of rows) {
      await client.query(`begin; set local lock_timeout = '5s'`)
      // The publisher locks the head first, so no event is published into the partition meanwhile.
      const { rowCount } = await client.query(
        `select from event_head where not exists (select from ${part} where position >= last_position) for update`,
      )
      if (rowCount) {
        await client.query(`drop table ${part}`)
        dropped.push(part)
      }
      await client.query('commit')
    }
    return dropped
  } finally {
    await client.end()
  }
}

const oldPartitions = `
  select relname as part from pg_inherits join pg_class on oid = inhrelid,
    lateral (select to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' as month_end)
  where inhparent = 'event'::regclass and relname ~ '^event_\\d{4}_\\d{2}$'
    and month_end at time zone 'UTC' <= $1::timestamptz - make_interval(days => $2)
  order by 1`
