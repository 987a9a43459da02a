import type pg from 'pg'
import { Refusal } from '#kit/contract/refusal.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { businessDate } from '#kit/server/clock.ts'
import { openClient } from '#kit/server/database.ts'
import { toRefusal } from '#kit/server/errors.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import type { EncryptionKeys } from '#kit/server/sealed.ts'
import { type ChangeOrigin, inTransaction } from '#kit/server/transaction.ts'
import type { Mapping } from '../contract/mapping.ts'
import {
  type ImportKind,
  type ImportResult,
  importRefusals,
  importRowReasons,
  type RowFault,
  type RowResult,
} from '../contract.ts'
import { importableCustomFields, toCustomFieldTargets } from './customers/custom-values.ts'
import { importCustomers } from './customers/import-customers.ts'
import { requirePlausibleEncoding } from './detect-format.ts'
import { importOpeningBalances } from './import-opening-balances.ts'
import { importPostcodes } from './import-postcodes.ts'
import {
  completeImportJob,
  failImportJob,
  type ImportProgress,
  type ImportRowCounts,
  type StoredImport,
  startImportJob,
  updateImportProgress,
} from './jobs.ts'
import { importLeads } from './leads/import-leads.ts'
import { importSales } from './sales/import-sales.ts'
import { resolveMappedColumns } from './staging/columns.ts'
import { readColumnsAndFirstRows, type UnpackingLimits } from './staging/file.ts'
import { stageFile } from './staging/stage.ts'
import { importVouchers } from './vouchers/import-vouchers.ts'
import type { ImportFigures, ImportFunction } from './work.ts'

const importers: Record<ImportKind, ImportFunction> = {
  customers: importCustomers,
  sales: importSales,
  'opening-balances': importOpeningBalances,
  postcodes: importPostcodes,
  vouchers: importVouchers,
  leads: importLeads,
}

export type ImportRunContext = Omit<JobContext, 'origin'> & {
  /** The number of lines per transaction, large enough to be fast and small enough not to delay tills. */
  chunkLines?: number
  /** The limits for unpacking a compressed file. */
  unpacking?: UnpackingLimits | undefined
  /** The keys that encrypt the security codes of vouchers. */
  keys?: EncryptionKeys | undefined
}

const CHUNK_LINES = 20_000

type Task = { job: StoredImport; file: string; mapping: Mapping; dryRun: boolean }

/** Imports a file. A dry run validates the file and reports the result without writing. */
export async function runImport(running: ImportRunContext, task: Task): Promise<ImportResult> {
  const { file, mapping, dryRun } = task
  // The header is read again, because the mapping may name another sheet or header row than the upload detected.
  const { columns: header } = await readColumnsAndFirstRows(file, mapping, running.unpacking)
  const job = { ...task.job, columns: header }
  const origin = {
    userId: job.created_by_id,
    name: job.created_by ?? 'import',
    outletCode: job.outlet_code,
    session: null,
    ip: null,
    requestId: job.import_id,
  }
  const customFields = await loadCustomFields(running, { job, mapping }, origin)
  await requirePlausibleEncoding(file, mapping, running.unpacking)
  const columns = resolveMappedColumns(job.kind, mapping, job.columns, toCustomFieldTargets(customFields))
  const client = await openRunConnection(running, job.kind)
  const reporter = progressOf(running, job.import_id, dryRun)
  try {
    await lock(client, job.kind)
    if (!dryRun) await startImportJob(running.database.pool, job, mapping)
    const staging = stagingOf(job.kind)
    // Removes the staging tables that an interrupted run left behind.
    await client.query(`drop schema if exists ${staging} cascade; create schema ${staging}`)
    await prepare(client, staging, running.timeZone, job)
    const { shortRows } = await stageFile({
      client,
      file,
      header,
      derived: columns.derived,
      format: mapping,
      unpacking: running.unpacking,
      reportProgress: (read) => reporter.reportProgress({ read }),
    })
    const now = running.clock()
    const kindFigures = await importers[job.kind]({
      ...running,
      importId: job.import_id,
      client,
      withSecondConnection: (work) => withSecondConnection(running, job, work),
      staging,
      columns,
      mapping,
      customFields,
      origin,
      now,
      today: businessDate(now, running.timeZone),
      dryRun,
      chunkLines: running.chunkLines ?? CHUNK_LINES,
      keys: running.keys,
      reportProgress: reporter.reportProgress,
    })
    const figures = { ...kindFigures, ...(shortRows > 0 && { ShortRows: shortRows }) }
    reporter.reportProgress({ step: 'Finishing' })
    const result = await buildResult(client, figures)
    await reporter.stop()
    if (!dryRun) {
      await storeResults(client, job, secretCells(job.kind, mapping))
      await completeImportJob(
        running.database.pool,
        job.import_id,
        { read: result.Read, created: result.Created, skipped: result.Skipped, failed: result.Failed },
        figures,
      )
    }
    await client.query(`drop schema ${staging} cascade`)
    return result
  } catch (error) {
    await reporter.stop()
    if (!dryRun) await failImportJob(running.database.pool, job.import_id, messageOf(error))
    await client.end().catch(() => {})
    await forgetStaging(running, job.kind).catch(() => {})
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

const loadCustomFields = (
  { database, timeZone }: ImportRunContext,
  { job, mapping }: Pick<Task, 'job' | 'mapping'>,
  origin: ChangeOrigin,
) =>
  inTransaction(database, { origin, timeZone, readOnly: true }, (db) =>
    importableCustomFields({ db }, job.kind, mapping),
  )

/** Opens the connection of the run. Terminates it with its current statement as soon as the caller disconnects. */
async function openRunConnection({ directUrl, database, signal }: ImportRunContext, kind: ImportKind) {
  const client = await openClient(directUrl, `carat import ${kind}`)
  if (!signal) return client
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const end = () => void database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]).catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  client.once('end', () => signal.removeEventListener('abort', end))
  if (signal.aborted) end()
  return client
}

/** Removes the staging schema of a failed run, unless the next run of the same kind already uses it. */
async function forgetStaging({ directUrl }: ImportRunContext, kind: ImportKind) {
  const client = await openClient(directUrl, `carat import ${kind}`)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [
      importLockName(kind),
    ])
    if (rows[0].locked) await client.query(`drop schema if exists ${stagingOf(kind)} cascade`)
  } finally {
    await client.end()
  }
}

const messageOf = (error: unknown) =>
  error instanceof Refusal
    ? error.message
    : (toRefusal(error)?.message ?? `The import stopped: ${(error as Error).message}`).slice(0, 500)

/** Returns the staging schema of a kind of import. */
const stagingOf = (kind: ImportKind) => `import_${kind.replace('-', '_')}`

/** Locks the kind of import for one run. Waits up to 8 s, because a killed process may still have the lock. */
async function lock(client: pg.Client, kind: ImportKind) {
  await client.query(`set client_connection_check_interval = '1s'`)
  const deadline = performance.now() + 8_000
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [
      importLockName(kind),
    ])
    if (rows[0].locked) return
    if (performance.now() > deadline) throw importRefusals.running()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

export const importLockName = (kind: ImportKind) => `carat import ${kind}`

/** Sets the session for staging. Commits do not wait for the disk, because staging may be lost in a crash. */
async function prepare(client: pg.Client, staging: string, timeZone: string, job: StoredImport) {
  await client.query(`set search_path to ${staging}, public; set work_mem = '128MB'; set synchronous_commit = off`)
  // The settings make the planner scan staging in parallel, although its default thresholds consider the tables too small.
  await client.query(
    'set parallel_setup_cost = 10; set parallel_tuple_cost = 0.01; set min_parallel_table_scan_size = 0; set default_statistics_target = 10',
  )
  // Outlet staff may import rows of their own outlet only.
  const importing = job.outlet_code === HQ_CODE ? '' : (job.outlet_code ?? '')
  await client.query("select set_config('carat.zone', $1, false), set_config('carat.importing_outlet', $2, false)", [
    timeZone,
    importing,
  ])
}

async function withSecondConnection<T>(
  running: ImportRunContext,
  job: StoredImport,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openRunConnection(running, job.kind)
  try {
    await prepare(client, stagingOf(job.kind), running.timeZone, job)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Writes the progress of the run at most twice a second, with one write at a time. */
function progressOf({ database, log }: ImportRunContext, importId: string, dryRun: boolean) {
  let news: ImportProgress = {}
  let writing = Promise.resolve()
  let step = ''
  let since = performance.now()
  const write = () => {
    const next = news
    news = {}
    if (Object.keys(next).length > 0 && !dryRun)
      writing = writing.then(() => updateImportProgress(database.pool, importId, next)).catch(() => {})
  }
  const timer = setInterval(write, 500)
  return {
    reportProgress(reported: ImportProgress) {
      news = { ...news, ...reported }
      if (!reported.step) return
      log(`${step || 'Reading'}: ${Math.round(performance.now() - since)} ms`)
      step = reported.step
      since = performance.now()
      write()
    },
    async stop() {
      clearInterval(timer)
      if (step) log(`${step}: ${Math.round(performance.now() - since)} ms`)
      await writing
    },
  }
}

/** Builds the result and checks that each row has a result: Read = Created + Skipped + Failed. */
async function buildResult(client: pg.Client, figures: ImportFigures): Promise<ImportResult> {
  const { rows } = await client.query(`
    select coalesce(sum(last_row - first_row + 1), 0)::int as read, ${['Created', 'Skipped', 'Failed'].map((result) => `coalesce(sum(last_row - first_row + 1) filter (where result = '${result}'), 0)::int as ${result.toLowerCase()}`).join(', ')}
    from row_result`)
  const counts = rows[0] as ImportRowCounts
  if (counts.read !== Number(figures.Rows))
    throw new Error(`The file has ${figures.Rows} rows, but ${counts.read} have a result`)
  const reasons = await client.query(
    // Each row is counted once for each distinct reason.
    `select result, coalesce(fault->>'Reason', reason) as reason, sum(last_row - first_row + 1)::int as rows
     from row_result left join lateral (select distinct on (fault->>'Reason') fault from jsonb_array_elements(faults) fault) distinct_fault on true
     where reason is not null group by 1, 2 order by 3 desc, 2`,
  )
  const examples = await client.query<RowOutcome>(
    `select * from row_result where result = 'Failed' or result = 'Skipped' and faults is not null order by result, first_row limit 20`,
  )
  return {
    Read: counts.read,
    Created: counts.created,
    Skipped: counts.skipped,
    Failed: counts.failed,
    Reasons: reasons.rows.map(({ result, reason, rows: count }) => ({ Result: result, Reason: reason, Rows: count })),
    Examples: examples.rows.map(({ first_row, last_row, result, reason, faults }) => ({
      FirstRow: Number(first_row),
      LastRow: Number(last_row),
      Result: result,
      Reason: reason,
      Field: faults?.[0]?.Field ?? null,
      Value: faults?.[0]?.Value ?? null,
      Faults: faults ?? [],
    })),
    Figures: figures,
  }
}

type RowOutcome = {
  first_row: string
  last_row: string
  result: RowResult['Result']
  reason: string
  faults: RowFault[] | null
}

/** The columns whose values are never stored in readable form. */
const secretCells = (kind: ImportKind, { columns }: Mapping) =>
  new Set(kind === 'vouchers' ? Object.keys(columns).filter((name) => columns[name] === 'SecurityCode') : [])

async function storeResults(client: pg.Client, { import_id, columns }: StoredImport, secret: ReadonlySet<string>) {
  const cells = columns
    .map((name, index) => (secret.has(name) ? `'•••'::text` : `coalesce(r.c${index + 1}, '')`))
    .join(', ')
  await client.query('delete from import_row_result where import_id = $1', [import_id])
  await client.query(
    `insert into import_row_result (import_id, first_row, last_row, result, reason, field, value)
     select $1, first_row, last_row, result, reason, faults #>> '{0,Field}', faults #>> '{0,Value}' from row_result where result <> 'Failed'`,
    [import_id],
  )
  await client.query(
    `insert into import_row_result (import_id, first_row, last_row, result, reason, field, value, faults, content)
     select $1, failed.first_row, failed.last_row, 'Failed', failed.reason, failed.faults #>> '{0,Field}', failed.faults #>> '{0,Value}', failed.faults, ${secret.size > 0 ? '' : 'coalesce(unreadable.content, '}jsonb_build_array(${cells})${secret.size > 0 ? '' : ')'}
     from (select * from row_result where result = 'Failed') failed
     left join lateral (select * from raw where row_no = failed.first_row offset 0) r on true
     left join unreadable on unreadable.row_no = failed.first_row`,
    [import_id],
  )
}

/** Returns the reasons of a failed row as text. */
export const formatRowReasons = (faults: readonly RowFault[]) => faults.map(formatRowReason).join('; ')

export function formatRowReason({ Reason, Field, Value }: RowFault | Pick<RowResult, keyof RowFault>): string {
  const text = importRowReasons[Reason as keyof typeof importRowReasons] ?? Reason ?? ''
  return text.replace('{Field}', () => Field ?? '').replace('{Value}', () => Value ?? '')
}
