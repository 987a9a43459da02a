import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { openClient } from '#kit/server/database.ts'
import type { FileStorage } from '#kit/server/storage.ts'
import { hasAmounts, type ReportingView, readReportingViews } from '../read-views.ts'
import { type FileView, fileViews } from './catalogue.ts'
import { toParquetColumn } from './columns.ts'
import { MANIFEST, type Manifest, type ManifestEntry, readManifest } from './manifest.ts'
import { contentOf, readRows } from './read-rows.ts'
import { ParquetFile } from './write-parquet.ts'

export type FileOptions = {
  /** The direct URL of the owner. */
  url: string
  storage: FileStorage
  /** True if the files contain views with amounts. */
  amounts: boolean
  /** First and last month, such as 2026-01, of the views that are divided by month; other months keep their files. */
  from?: string | undefined
  to?: string | undefined
  now: Date
  log: (text: string) => void
}

export type FileSummary = { files: number; written: number; unchanged: number; deleted: number; rows: number }

/** Thrown if another run writes files from this database. */
export class FilesInProgress extends Error {}

const LOCK = `hashtextextended('carat reporting files', 0)`
const fileName = /^[a-z_]+(\.\d{4}-\d{2})?\.[0-9a-f]{16}\.parquet$/

/**
 * Writes the views of one snapshot of the database to Parquet files and then replaces the manifest.
 * A file is named after its content and never overwritten, so that the earlier manifest stays valid until then.
 */
export async function writeReportingFiles(options: FileOptions): Promise<FileSummary> {
  const client = await openClient(options.url, 'carat reporting files')
  const folder = await mkdtemp(join(tmpdir(), 'carat-reporting-'))
  try {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`)
    if (!rows[0]!.locked) throw new FilesInProgress('Another run is writing the reporting files. Wait for it to end.')
    await client.query(
      `begin transaction isolation level repeatable read read only;
       set local timezone = 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = 0; set local search_path = reporting_v1`,
    )
    return await replaceFiles(client, folder, options)
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function replaceFiles(client: pg.Client, folder: string, options: FileOptions): Promise<FileSummary> {
  const { storage, now, amounts, log } = options
  const views = new Map((await readReportingViews(client)).map((view) => [view.name, view]))
  const earlier = new Map((await readManifest(storage))?.files.map((entry) => [keyOf(entry), entry]))
  const stored = new Map<string, number>()
  for await (const { name, size } of storage.list()) stored.set(name, size)

  const entries: ManifestEntry[] = []
  let written = 0
  for (const fileView of fileViews) {
    if (hasAmounts(fileView.view) && !amounts) continue
    const view = views.get(fileView.view)!
    const contents = await contentOf(client, fileView, view)
    // Months outside the range keep the file of an earlier run.
    const inRange = [...contents].filter(([month]) => isInRange(month, options))
    const entriesOutside = [...earlier.values()].filter(
      (entry) => entry.view === view.name && !isInRange(entry.month, options),
    )
    const unchanged = inRange.flatMap(([month, content]) => {
      const entry = earlier.get(keyOf({ view: view.name, month }))
      return entry?.content === content && stored.get(entry.file) === entry.bytes ? [entry] : []
    })
    const changed = new Map(inRange.filter(([, content]) => unchanged.every((entry) => entry.content !== content)))
    const added = await writeView(client, { fileView, view, changed, folder, storage, created: now.toISOString() })
    entries.push(
      ...[...entriesOutside, ...unchanged, ...added].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    )
    written += added.length
    if (added.length > 0) log(`${view.name}: ${added.length} files`)
  }
  await writeManifest(storage, {
    ...(await describeCompany(client)),
    created: now.toISOString(),
    amounts,
    files: entries,
  })

  const named = new Set(entries.map(({ file }) => file))
  const outdated = [...stored.keys()].filter((name) => fileName.test(name) && !named.has(name))
  for (const name of outdated) await storage.delete(name)
  return {
    files: entries.length,
    written,
    unchanged: entries.length - written,
    deleted: outdated.length,
    rows: entries.reduce((sum, { rows }) => sum + rows, 0),
  }
}

const keyOf = ({ view, month }: { view: string; month: string | null }) => `${view} ${month ?? ''}`

const isInRange = (month: string | null, { from, to }: Pick<FileOptions, 'from' | 'to'>) =>
  month === null || ((from === undefined || month >= from) && (to === undefined || month <= to))

type ViewToWrite = {
  fileView: FileView
  view: ReportingView
  /** The content of each month to write; the only month of a view in one file is null. */
  changed: ReadonlyMap<string | null, string>
  folder: string
  storage: FileStorage
  created: string
}

/** Writes the changed months of a view, which are read in one pass in the order of the months. */
async function writeView(client: pg.Client, { fileView, view, changed, folder, storage, created }: ViewToWrite) {
  const columns = view.columns.map(toParquetColumn)
  const entries: ManifestEntry[] = []
  for await (const { month, rows } of readRows(client, fileView, view, [...changed.keys()])) {
    const path = join(folder, 'part')
    const file = await ParquetFile.create(path, columns)
    try {
      for await (const row of rows) await file.add(row)
      const result = await file.finish()
      const name = `${[view.name, month].filter((part) => part !== null).join('.')}.${result.sha256.slice(0, 16)}.parquet`
      await storage.put(name, createReadStream(path), result.bytes)
      entries.push({ view: view.name, month, file: name, ...result, created, content: changed.get(month)! })
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }
  return entries
}

async function describeCompany(client: pg.Client) {
  const { rows } = await client.query<{ currency: string; business_zone: string }>(
    'select currency, business_zone from company',
  )
  return { schema: 'reporting_v1' as const, currency: rows[0]!.currency, businessZone: rows[0]!.business_zone }
}

async function writeManifest(storage: FileStorage, manifest: Manifest) {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await storage.put(MANIFEST, Readable.from([bytes]), bytes.length)
}
