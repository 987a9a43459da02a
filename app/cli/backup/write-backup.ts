import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import copy from 'pg-copy-streams'
import { openClient } from '#kit/server/database.ts'
import { makeFolder } from '#kit/server/folders.ts'
import { pack } from './archive.ts'
import { BackupRefused, type FileCopy, MANIFEST, type Manifest, type SumUp, type TableCopy, VERSION } from './format.ts'
import { counted, measured } from './measured.ts'

type BackupOptions = {
  url: string
  /** A folder that does not exist yet, or a file that ends in .tar. */
  to: string
  release: string
  now: Date
  sumUp: SumUp
  /** A folder of files to take along; undefined where they lie elsewhere. */
  media: string | undefined
  log?: (text: string) => void
}

/**
 * Copies all tables as they stand at one moment, beside whatever is going on: one snapshot, read by COPY and
 * compressed on the way, so that memory stays flat. The schema is not copied; the migrations make it.
 */
export async function writeBackup({ to, ...options }: BackupOptions): Promise<Manifest> {
  if (existsSync(to)) throw new BackupRefused(`${to} exists already; a backup never overwrites another`)
  const isFile = to.endsWith('.tar')
  // Made beside its place and renamed there, so that half a backup is never taken for a whole one.
  const folder = `${to}.part`
  await rm(folder, { recursive: true, force: true })
  makeFolder(join(folder, 'data'))
  try {
    const manifest = await copyAll(folder, options)
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    if (isFile) {
      const names = [...manifest.tables, ...manifest.files].map(({ file }) => file)
      await rm(`${to}.part.tar`, { force: true })
      await pack(folder, [MANIFEST, ...names], `${to}.part.tar`)
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
): Promise<Manifest> {
  const client = await openClient(url, 'carat backup')
  try {
    await client.query(`begin isolation level repeatable read read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`)
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      `select name, hash from schema_migration where name not like 'functions/%' order by name`,
    )
    const tables: TableCopy[] = []
    for (const table of await tablesOf(client)) {
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
    const head = { format: 'carat-backup', version: VERSION, madeAt: now.toISOString(), release } as const
    return { ...head, migrations, partsSince, tables, sequences, sums, files }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Tables as the migrations name them (a log as a whole, not its parts), with the columns that hold something of their own. */
export async function tablesOf(client: pg.ClientBase) {
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
): Promise<TableCopy> {
  const file = `data/${name}.copy.gz`
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = client.query(copy.to(`copy (select ${list} from "${name}") to stdout`))
  const { count, ...found } = await compress(rows, join(folder, file))
  return { name, columns, rows: count, file, ...found }
}

async function compress(from: NodeJS.ReadableStream, path: string) {
  const rows = counted()
  const written = measured()
  const out = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(from, rows.stream, createGzip({ level: 4 }), written.stream, out)
  return { count: rows.found.rows, ...written.found }
}

async function copyFiles(media: string, folder: string): Promise<FileCopy[]> {
  const copies: FileCopy[] = []
  if (!existsSync(media)) return copies
  await mkdir(join(folder, 'media'), { mode: 0o700 })
  for (const entry of await readdir(media, { withFileTypes: true })) {
    // What begins with a dot is still being written.
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = `media/${entry.name}`
    const written = measured()
    await pipeline(
      createReadStream(join(media, entry.name)),
      written.stream,
      createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
    )
    copies.push({ file, ...written.found })
  }
  return copies
}
