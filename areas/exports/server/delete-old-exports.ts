import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { EXPORT_RETENTION_DAYS } from '../contract.ts'

const DAY_MS = 24 * 3600 * 1000

/** The job that deletes export files after a week. The audit records of the exports remain. */
export const deleteOldExportsJob: BackgroundJob = {
  name: 'export-files',
  schedule: '40 2 * * *',
  run: deleteOldExports,
}

export async function deleteOldExports({ database, clock, services }: ServerJobContext): Promise<void> {
  const now = clock()
  const storage = services.storage('exports')
  const { rows } = await database.pool.query<{ export_id: string; file_key: string }>(
    `select export_id, file_key from export_job where status = 'Completed' and ended_at <= $1::timestamptz - make_interval(days => ${EXPORT_RETENTION_DAYS})`,
    [now],
  )
  for (const { export_id, file_key } of rows) {
    await storage.delete(file_key)
    await database.pool.query(`update export_job set status = 'Expired', file_key = null where export_id = $1`, [
      export_id,
    ])
  }
  // Deletes files without a record, which transactions that were rolled back left behind.
  for await (const { name, modified } of storage.list()) {
    if (now.getTime() - modified.getTime() < DAY_MS) continue
    const matchingJob = await database.pool.query('select 1 from export_job where file_key = $1', [name])
    if (matchingJob.rowCount === 0) await storage.delete(name)
  }
}
