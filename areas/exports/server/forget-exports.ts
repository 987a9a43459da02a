import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { KEPT_DAYS } from '../contract.ts'

const DAY_MS = 24 * 3600 * 1000

/** Files go after a week; their record, which says who took what, stays. */
export const exportFiles: Job = { name: 'export-files', schedule: '40 2 * * *', run: forgetExports }

export async function forgetExports({ database, clock, services }: ServerJobContext): Promise<void> {
  const now = clock()
  const shelf = services.storage('exports')
  const { rows } = await database.pool.query<{ export_id: string; file_key: string }>(
    `select export_id, file_key from export_job where status = 'Completed' and ended_at <= $1::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    [now],
  )
  for (const { export_id, file_key } of rows) {
    await shelf.delete(file_key)
    await database.pool.query(`update export_job set status = 'Expired', file_key = null where export_id = $1`, [
      export_id,
    ])
  }
  // What a call left that was rolled back after its file was written.
  for await (const { name, modified } of shelf.list()) {
    if (now.getTime() - modified.getTime() < DAY_MS) continue
    const known = await database.pool.query('select 1 from export_job where file_key = $1', [name])
    if (known.rowCount === 0) await shelf.delete(name)
  }
}
