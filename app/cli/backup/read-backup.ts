import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import copy from 'pg-copy-streams'
import { openClient } from '#kit/server/database.ts'
import { createSchemaOfBackup, finishRestore, migrate } from '#kit/server/migrate.ts'
import { ensurePartitions } from '#kit/server/partitions.ts'
import { type BackupArchive, openBackupArchive, readArchivedTextFile } from './archive.ts'
import {
  BACKUP_FORMAT_VERSION,
  type BackedUpFile,
  type BackupControlSums,
  type BackupManifest,
  BackupRefused,
  type ComputeControlSums,
  MANIFEST_FILE,
} from './format.ts'
import { createHashingStream } from './measured.ts'
import { listTables } from './write-backup.ts'

type RestoreOptions = {
  from: string
  url: string
  /** Deletes the current content of the database before the restore. */
  replace: boolean
  sumUp: ComputeControlSums
  /** The folder of uploaded media; undefined if media are in a bucket. */
  media: string | undefined
  log?: (text: string) => void
}

/** The manifest of the backup, and the row counts and control sums of the restored database. */
export type RestoreResult = { manifest: BackupManifest; rows: Record<string, number>; sums: BackupControlSums }

/**
 * Restores a backup into an empty database.
 * The checksums of the backup are verified before any change. Then its migrations recreate the schema.
 * One transaction loads all rows, and commits only if counts and control sums match the manifest.
 * The migrations that are newer than the backup are applied at the end.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { archive, restored } = await loadBackup(options)
  const { url, log = () => {} } = options
  log('Applying what is newer than the backup')
  await migrate({ url, log })
  await withClient(url, (client) => client.query('analyze'))
  await restoreFiles(archive, restored.manifest, options.media)
  return restored
}

/** Recreates the tables and rows of a backup as its release had them, without functions and triggers. */
export async function loadBackup(
  options: RestoreOptions,
): Promise<{ archive: BackupArchive; restored: RestoreResult }> {
  const { from, url, replace, log = () => {} } = options
  const archive = await openBackupArchive(from)
  const manifest = await manifestOf(archive, from)
  log('Checking the backup')
  for (const copy of [...manifest.tables, ...manifest.files]) await check(archive, copy)

  return withClient(url, async (client) => {
    await emptyDatabase(client, replace)
    await createSchemaOfBackup(client, manifest.migrations)
    if (manifest.partsSince) await ensurePartitions(client, new Date(), manifest.partsSince)
    return { archive, restored: await load(client, archive, manifest, options) }
  })
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openClient(url, 'carat restore')
  try {
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function manifestOf(archive: BackupArchive, from: string): Promise<BackupManifest> {
  if (!archive.has(MANIFEST_FILE))
    throw new BackupRefused(`${from} is not a complete backup of Carat: it has no ${MANIFEST_FILE}`)
  const manifest = JSON.parse(await readArchivedTextFile(archive, MANIFEST_FILE)) as BackupManifest
  if (manifest.format !== 'carat-backup') throw new BackupRefused(`${from} is no backup of Carat`)
  if (manifest.version > BACKUP_FORMAT_VERSION)
    throw new BackupRefused(`${from} was written by a newer release (${manifest.release}); restore it with that one`)
  return manifest
}

async function check(archive: BackupArchive, { file, sha256, bytes }: BackedUpFile) {
  if (!archive.has(file)) throw new BackupRefused(`The backup lacks ${file}`)
  const { stream, measures } = createHashingStream()
  const nowhere = new Writable({ write: (_, __, done) => done() })
  await pipeline(archive.read(file), stream, nowhere)
  if (measures.sha256 !== sha256 || measures.bytes !== bytes)
    throw new BackupRefused(`The backup is damaged: ${file} is not what was written. Nothing was restored.`)
}

async function emptyDatabase(client: pg.Client, replace: boolean) {
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'carat%' limit 1`,
  )
  if (others.length > 0) throw new BackupRefused('Carat is running on this database. Stop every server of it first.')
  const { rows: tables } = await client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (tables.length === 0) return
  if (!replace)
    throw new BackupRefused(
      'The database is not empty. Restore into an empty one, or use --replace to delete its content.',
    )
  await client.query(
    'drop schema if exists pgboss cascade; drop schema if exists reporting_v1 cascade; drop schema public cascade',
  )
  await client.query('create schema public; grant usage on schema public to public')
}

async function load(
  client: pg.Client,
  archive: BackupArchive,
  manifest: BackupManifest,
  { sumUp, log = () => {} }: RestoreOptions,
): Promise<RestoreResult> {
  const { tables, sequences } = manifest
  await client.query('begin')
  const tableNames = new Set((await listTables(client)).map(({ name }) => name))
  const unknownTables = tables.filter(({ name }) => !tableNames.has(name))
  if (unknownTables.length > 0) throw new BackupRefused(`There is no table ${unknownTables[0]!.name} in this release`)
  // Disables triggers, because they would reject or change restored rows that were valid when they were written.
  for (const name of tableNames) await client.query(`alter table "${name}" disable trigger user`)
  // Deletes the rows that migrations inserted, because the backup contains them too.
  await client.query(`truncate ${[...tableNames].map((name) => `"${name}"`).join(', ')} cascade`)
  const keys = await dropForeignKeys(client)
  for (const { name, columns, file, rows } of tables) {
    if (rows > 0) log(`${name}: ${rows} rows`)
    const list = columns.map((column) => `"${column}"`).join(', ')
    await pipeline(archive.read(file), createGunzip(), client.query(copy.from(`copy "${name}" (${list}) from stdin`)))
  }
  for (const { name, value } of sequences) await client.query(`select setval($1::regclass, $2)`, [`"${name}"`, value])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  for (const name of tableNames) await client.query(`alter table "${name}" enable trigger user`)
  const restored = await recount(client, manifest, sumUp)
  await finishRestore(client)
  await client.query('commit')
  return restored
}

type Key = { table: string; name: string; definition: string }

/** Drops all foreign keys, so that tables can be loaded in any order. The caller adds them again after loading. */
async function dropForeignKeys(client: pg.Client): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
  return rows
}

async function recount(client: pg.Client, manifest: BackupManifest, sumUp: ComputeControlSums): Promise<RestoreResult> {
  const rows: Record<string, number> = {}
  for (const { name } of manifest.tables) {
    const result = await client.query<{ count: number }>(`select count(*) from "${name}"`)
    rows[name] = result.rows[0]!.count
  }
  const sums = await sumUp(client)
  const mismatches = [
    ...manifest.tables.filter((table) => rows[table.name] !== table.rows).map(({ name }) => name),
    ...Object.keys(manifest.sums).filter((name) => sums[name] !== manifest.sums[name]),
  ]
  if (mismatches.length > 0)
    throw new BackupRefused(
      `What was restored differs from the backup in ${mismatches.join(', ')}. It was rolled back.`,
    )
  return { manifest, rows, sums }
}

async function restoreFiles(archive: BackupArchive, { files }: BackupManifest, media: string | undefined) {
  if (media === undefined || files.length === 0) return
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const { file } of files)
    await pipeline(archive.read(file), createWriteStream(join(media, basename(file)), { mode: 0o600 }))
}
