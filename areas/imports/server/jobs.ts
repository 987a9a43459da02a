import type pg from 'pg'
import type { ImportKind } from '../contract.ts'

// The progress of a run is written to the record of its import.

export type StoredImport = {
  import_id: string
  kind: ImportKind
  file_name: string
  status: string
  columns: string[]
  created_by_id: number | null
  created_by: string | null
  outlet_code: string | null
}

export type ImportRowCounts = { read: number; created: number; skipped: number; failed: number }

type Queries = Pick<pg.Pool, 'query'>

type NewJob = {
  kind: ImportKind
  fileName: string
  fileBytes: number
  columns: string[]
  sample: string[][]
  by: { userId: number | null; name: string; outletCode: string | null }
}

export async function addImportJob(
  db: Queries,
  { kind, fileName, fileBytes, columns, sample, by }: NewJob,
): Promise<string> {
  const { rows } = await db.query(
    `insert into import_job (kind, file_name, file_bytes, columns, sample, created_by_id, created_by, outlet_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning import_id`,
    [
      kind,
      fileName.slice(-200),
      fileBytes,
      JSON.stringify(columns),
      JSON.stringify(sample),
      by.userId,
      by.name,
      by.outletCode,
    ],
  )
  return rows[0].import_id
}

export async function findImportJob(db: Queries, importId: string): Promise<StoredImport | undefined> {
  const { rows } = await db.query(
    'select import_id, kind, file_name, status, columns, created_by_id, created_by, outlet_code from import_job where import_id = $1',
    [importId],
  )
  return rows[0]
}

export async function startImportJob(
  db: Queries,
  { import_id, columns }: Pick<StoredImport, 'import_id' | 'columns'>,
  mapping: unknown,
) {
  await db.query(
    `update import_job set status = 'Running', step = 'Reading', message = null, mapping = $2, columns = $3, started_at = now(), ended_at = null,
       rows_total = null, rows_read = 0, rows_created = 0, rows_skipped = 0, rows_failed = 0 where import_id = $1`,
    [import_id, JSON.stringify(mapping), JSON.stringify(columns)],
  )
}

export type ImportProgress = { step?: string; read?: number; created?: number; total?: number }

export async function updateImportProgress(
  db: Queries,
  importId: string,
  { step, read, created, total }: ImportProgress,
) {
  await db.query(
    `update import_job set step = coalesce($2, step), rows_read = coalesce($3, rows_read), rows_created = coalesce($4, rows_created),
       rows_total = coalesce($5, rows_total) where import_id = $1`,
    [importId, step, read, created, total],
  )
}

export async function completeImportJob(
  db: Queries,
  importId: string,
  { read, created, skipped, failed }: ImportRowCounts,
  figures: object,
) {
  await db.query(
    `update import_job set status = 'Completed', step = '', rows_read = $2, rows_total = $2, rows_created = $3, rows_skipped = $4, rows_failed = $5,
       figures = $6, ended_at = now() where import_id = $1`,
    [importId, read, created, skipped, failed, JSON.stringify(figures)],
  )
}

export async function failImportJob(db: Queries, importId: string, message: string) {
  await db.query(
    `update import_job set status = 'Failed', step = '', message = $2, ended_at = now() where import_id = $1`,
    [importId, message],
  )
}
