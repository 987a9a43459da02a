import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import copy from 'pg-copy-streams'
import { openClient } from '#kit/server/database.ts'
import { createFolder } from '#kit/server/folders.ts'
import { writeBackupArchive } from './archive.ts'
import {
  BACKUP_FORMAT_VERSION,
  type BackedUpFile,
  type BackedUpTable,
  type BackupManifest,
  BackupRefused,
  type ComputeControlSums,
  MANIFEST_FILE,
} from './format.ts'
import { createHashingStream, createRowCountingStream } from './measured.ts'

type BackupOptions = {
  url: string
  /** The path of the new backup, which must not exist yet: a folder, or a file whose name ends in .tar. */
  to: string
  release: string
  now: Date
  sumUp: ComputeControlSums
  /** The folder of uploaded media; undefined if media are in a bucket. */
  media: string | undefined
  log?: (text: string) => void
}

/**
 * Copies all tables of the database from one snapshot while the server runs.
 * The output of COPY is compressed as a stream, so memory use is constant.
 * The backup has no schema, because the migrations recreate it.
 */
export async function writeBackup({ to, ...options }: BackupOptions): Promise<BackupManifest> {
  if (existsSync(to)) throw new BackupRefused(`${to} exists already; a backup never overwrites another`)
  const isFile = to.endsWith('.tar')
  // The backup has a temporary name until it is complete, so that a partial backup is never mistaken for a complete one.
  const folder = `${to}.part`
  await rm(folder, { recursive: true, force: true })
  createFolder(join(folder, 'data'))
  try {
    const manifest = await copyAll(folder, options)
    await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    if (isFile) {
      const names = [...manifest.tables, ...manifest.files].map(({ file }) => file)
      await rm(`${to}.part.tar`, { force: true })
      await writeBackupArchive(folder, [MANIFEST_FILE, ...names], `${to}.part.tar`)
      await rename(`${to}.part.tar`, to)
    } else await rename(folder, to)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${to}.part.tar`, { force: true })
  }
}

async function copyAll(
  folder: string,
  { url, release, now, sumUp, media, log = () => {} }: Omit<BackupOptions, 'to'>,
): Promise<BackupManifest> {
  const client = await openClient(url, 'carat backup')
  try {
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`)
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      `select name, hash from schema_migration where name not like 'functions/%' order by name`,
    )
    const tables: BackedUpTable[] = []
    for (const table of await listTables(client)) {
      tables.push(await copyTable(client, folder, table))
      log(`${table.name}: ${tables.at(-1)!.rows} rows`)
    }
    const sums = await sumUp(client)
    const { rows: sequences } = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by sequencename`,
    )
    const { rows: parts } = await client.query<{ since: string | null }>(
      String.raw`select min(substring(relname from '\d{4}_\d{2}$')) as since from pg_class
       where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    await client.query('commit')
    const files = media === undefined ? [] : await copyFiles(media, folder)
    const partsSince = parts[0]?.since?.replace('_', '-') ?? null
    const head = { format: 'carat-backup', version: BACKUP_FORMAT_VERSION, madeAt: now.toISOString(), release } as const
    return { ...head, migrations, partsSince, tables, sequences, sums, files }
  } finally {
    await client.end().catch(() => {})
  }
}

/** All tables with their columns, except generated columns. A partitioned log counts as one table. */
export async function listTables(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migration'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

async function copyTable(
  client: pg.Client,
  folder: string,
  { name, columns }: { name: string; columns: string[] },
): Promise<BackedUpTable> {
  const file = `data/${name}.copy.gz`
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = client.query(copy.to(`copy (select ${list} from "${name}") to stdout`))
  const { count, ...measures } = await compress(rows, join(folder, file))
  return { name, columns, rows: count, file, ...measures }
}

async function compress(from: NodeJS.ReadableStream, path: string) {
  const rows = createRowCountingStream()
  const output = createHashingStream()
  const out = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(from, rows.stream, createGzip({ level: 4 }), output.stream, out)
  return { count: rows.counts.rows, ...output.measures }
}

async function copyFiles(media: string, folder: string): Promise<BackedUpFile[]> {
  const copies: BackedUpFile[] = []
  if (!existsSync(media)) return copies
  await mkdir(join(folder, 'media'), { mode: 0o700 })
  for (const entry of await readdir(media, { withFileTypes: true })) {
    // Skips media files whose name starts with a dot, because they are still being written.
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = `media/${entry.name}`
    const output = createHashingStream()
    await pipeline(
      createReadStream(join(media, entry.name)),
      output.stream,
      createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
    )
    copies.push({ file, ...output.measures })
  }
  return copies
}
