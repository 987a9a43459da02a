import { settings } from '#areas/setup/server/index.ts'
import { kyselyOn, openClient } from '#kit/server/database.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { type Mapping, storedMapping } from '../contract/mapping.ts'
import { ImportKind, refusals } from '../contract.ts'
import { fail, findJob, type Job as Lined } from './jobs.ts'
import { lockName, runImport } from './run.ts'
import { dropUpload, isKept, keptUploads, unpackingAllowed, uploadOf } from './uploads.ts'

export const IMPORTS = 'imports'

const HOUR = 3600
const DAY_MS = 24 * HOUR * 1000

const STOPPED = 'The import was stopped with the server that ran it. Run it again: what is there already is skipped.'

/** Runs what is in line. Asked for by each start of an import, and each minute in case that nobody was heard. */
export const imports: Job = {
  name: IMPORTS,
  schedule: '* * * * *',
  seconds: 6 * HOUR,
  heartbeat: 60,
  run: runWaiting,
}

export async function runWaiting(context: ServerJobContext): Promise<void> {
  await endLost(context)
  for (let next = await nextWaiting(context); next; next = await nextWaiting(context)) await runOne(context, next)
}

type Waiting = { import_id: string; mapping: Mapping }

/** In line is what was started by somebody and begun by nobody. */
async function nextWaiting({ database }: ServerJobContext): Promise<Waiting | undefined> {
  const { rows } = await database.pool.query<Waiting>(
    `select import_id, mapping from import_job where status = 'Running' and started_at is null order by created_at limit 1`,
  )
  return rows[0]
}

async function runOne(context: ServerJobContext, { import_id, mapping }: Waiting) {
  const { database, dataDir, log } = context
  if (!isKept(dataDir, import_id)) return fail(database.pool, import_id, refusals.fileGone().message)
  const job = (await findJob(database.pool, import_id))!
  log(`Import ${import_id} of ${job.kind} begins`)
  // What went wrong stands in the import's own record, where the person who waits reads it; the next in line is not to suffer.
  await runImport(
    { ...context, log: () => {}, unpacking: await unpackingAllowed(database), keys: context.services },
    { job, file: uploadOf(dataDir, import_id), mapping: storedMapping(mapping), dryRun: false },
  )
    .then(({ Failed }) => dropSecrets(job, Failed, uploadOf(dataDir, import_id)))
    .catch((error: unknown) => log(`Import ${import_id} failed: ${(error as Error).message}`))
}

/** A file of vouchers holds their security codes: once it is loaded nobody needs it any more. */
export async function dropSecrets({ kind }: Pick<Lined, 'kind'>, failed: number, file: string) {
  if (kind === 'vouchers' && failed === 0) await dropUpload(file)
}

/** An import that is said to run while nobody holds its lock died with its process. */
async function endLost({ directUrl }: ServerJobContext) {
  const client = await openClient(directUrl, 'carat imports')
  try {
    for (const kind of ImportKind.options) {
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [
        lockName(kind),
      ])
      if (!rows[0].free) continue
      await client.query(
        `update import_job set status = 'Failed', step = '', message = $2, ended_at = now()
         where kind = $1 and status = 'Running' and started_at is not null`,
        [kind, STOPPED],
      )
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockName(kind)])
    }
  } finally {
    await client.end()
  }
}

/**
 * Files go a week after their import has completed, and after a month if it never did; with them go the rows that were
 * kept of them. What was uploaded and never imported goes after the hours of the setting, with all that is known of it.
 */
export const importFiles: Job = { name: 'import-files', schedule: '50 * * * *', run: forgetFiles }

export async function forgetFiles({ database, dataDir, clock }: ServerJobContext): Promise<void> {
  const now = clock().getTime()
  const { 'imports.abandonedUploadHours': hours } = await settings({ db: kyselyOn(database.pool as never) })
  const abandoned = await database.pool.query<{ import_id: string }>(forgetAbandoned, [
    new Date(now - hours * HOUR * 1000).toISOString(),
  ])
  for (const { import_id } of abandoned.rows) await dropUpload(uploadOf(dataDir, import_id))
  for (const { path, importId, modified } of await keptUploads(dataDir)) {
    if (importId === undefined) {
      if (now - modified > DAY_MS) await dropUpload(path)
      continue
    }
    const { rows } = await database.pool.query<{ status: string; ended_at: string | null; created_at: string }>(
      `select status, ended_at, created_at from import_job where import_id::text = $1`,
      [importId],
    )
    const [job] = rows
    if (job?.status === 'Running') continue
    const days = job?.status === 'Completed' ? 7 : 30
    const since = job ? Date.parse(job.ended_at ?? job.created_at) : modified
    if (now - since <= days * DAY_MS) continue
    await dropUpload(path)
    await database.pool.query(`update import_job set sample = '[]' where import_id::text = $1`, [importId])
    await database.pool.query('update import_row_result set content = null where import_id::text = $1', [importId])
  }
}

// A request that was turned down or taken back is a day's work that somebody may go on with.
const forgetAbandoned = `
  delete from import_job where status = 'Uploaded' and step <> 'Approval' and created_at < $1
    and not exists (select from approval where object_type = 'ImportJob' and object_id = import_id::text and coalesce(decided_at, 'infinity') >= $1)
  returning import_id`
