import type pg from 'pg'
import type { ImportKind } from '../contract.ts'

type Queries = Pick<pg.Pool, 'query'>

/** Takes the run's own connection away: it ends between two transactions, and its lock and staging end with it. */
export async function stopRun(db: Queries, kind: ImportKind): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1`,
    [`carat import ${kind}`],
  )
}

/** A dry run from the command line leaves no trace in the list of imports. */
export async function forgetJob(db: Queries, importId: string): Promise<void> {
  await db.query(`delete from import_job where import_id = $1 and status = 'Uploaded'`, [importId])
}
