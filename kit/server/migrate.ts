import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { layers } from '#db/layers.ts'
import { createIndexesConcurrently, isConcurrent } from './concurrent-indexes.ts'
import { HostClient } from './database-client.ts'
import { isUnavailable } from './errors.ts'
import { ensurePartitions } from './partitions.ts'

const sources = new URL('../../', import.meta.url)
const MIGRATIONS = 'db/migrations'
const TAKEN_OVER = 'db/migrations/taken-over'
/** Folders of SQL functions in the order of application. An area comes after the areas whose functions it calls. */
const FUNCTIONS = ['kit/sql', ...layers.flat().map((area) => `areas/${area}/sql`), 'db/sql']

/** The rights of the application's role, which name tables and functions of `kit/sql` only. */
const RIGHTS = 'functions/db/rights.sql'

// The number of the advisory lock for migrations: an arbitrary number that no other lock in the database uses.
const LOCK = 4_703_118

// Calls queue behind a migration that waits for a table, so it waits for less time than `deadlock_timeout` (1 s).
// A deadlock with a call therefore ends the attempt of the migration, never the call.
const LOCK_TIMEOUT = '400ms'
const LOCK_NOT_AVAILABLE = '55P03'
/** The pause between two attempts, in which waiting calls run, and the number of attempts (about five minutes). */
const LOCK_PAUSE_MS = 800
const LOCK_ATTEMPTS = 250
/** The number of connections that one run may lose. */
const MAX_CONNECTIONS = 5

const migrationTable =
  'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())'

type Options = {
  /** The connection is direct, because the lock belongs to the session and does not work through a transaction pooler. */
  url: string
  log?: (text: string) => void
  /** The number of seconds to wait for a database that is still starting. */
  waitSeconds?: number
  /** The number of seconds to wait for another program that is migrating the database. */
  lockSeconds?: number
  /** The folder with the migrations and SQL functions, which tests replace. */
  root?: URL
}

/** Thrown if the program must not start, with a message that tells the operator what to do. */
export class MigrationRefused extends Error {}

/**
 * Applies all pending migrations and changed functions, while servers of the previous release may be running.
 * If two programs migrate the database at the same time, one waits for the other.
 * Each file is applied in one transaction, so that an interrupted run leaves only complete files.
 * A file of concurrent indexes is applied outside a transaction (see concurrent-indexes.ts).
 * If the connection and with it the lock are lost, for example by a failover, the run begins again with a new lock.
 */
export async function migrate(options: Options): Promise<void> {
  const { log = () => {}, waitSeconds = 30 } = options
  for (let attempt = 1; ; attempt++) {
    const client = await connect(options.url, waitSeconds)
    try {
      return await migrateWith(client, options)
    } catch (error) {
      if (attempt >= MAX_CONNECTIONS || !isConnectionLost(error)) throw error
      log(`The connection to the database was lost (${(error as Error).message}). Migrating again`)
    }
  }
}

/** True if the error, or the error that a file reports, is that of the connection. */
const isConnectionLost = (error: unknown) => isUnavailable(error) || isUnavailable((error as Error).cause ?? {})

async function migrateWith(client: pg.Client, { log = () => {}, lockSeconds = 300, root = sources }: Options) {
  try {
    await lock(client, log, lockSeconds)
    await client.query(migrationTable)
    await refuseHalfRestored(client)
    await takeOver(client, root, log)
    const isNew = (await readApplied(client)).size === 0
    if (isNew) log('Creating the database')
    // Logs each file of an upgrade, so that the operator sees the progress.
    const logFile = isNew ? () => {} : log
    const migrated = await applyMigrations(client, filesIn(MIGRATIONS, root), logFile)
    await applyFunctions(client, functionFiles(root), logFile, migrated)
    await ensurePartitions(client, new Date())
  } finally {
    // The end of the session also releases the advisory lock of the migrations.
    await client.end().catch(() => {})
  }
}

const LOCK_POLL_MS = 100
const LOG_FIRST_MS = 1_000
const LOG_EVERY_MS = 5_000

/**
 * Takes the migration lock. Logs which program has the lock while waiting, and gives up after `seconds`.
 * Polls, because a session that waits inside a statement would in turn delay a concurrent index of the lock's holder.
 */
async function lock(client: pg.Client, log: (text: string) => void, seconds: number) {
  const start = performance.now()
  let nextLog = start + LOG_FIRST_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
    if (rows[0]!.taken) return
    const now = performance.now()
    if (now >= start + seconds * 1000)
      throw new MigrationRefused(
        `Another program has been migrating this database for ${seconds} s${await holderOf(client)}. Wait for it or end it, then start again.`,
      )
    if (now >= nextLog) {
      log(`Waiting for another program that is migrating this database${await holderOf(client)}`)
      nextLog = now + LOG_EVERY_MS
    }
    await setTimeout(LOCK_POLL_MS)
  }
}

async function holderOf(client: pg.Client) {
  const { rows } = await client.query<{
    pid: number
    application_name: string
    client_addr: string | null
    state: string
  }>(
    `select a.pid, a.application_name, host(a.client_addr) as client_addr, a.state
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  const [holder] = rows
  if (!holder) return ''
  const { pid, application_name, client_addr, state } = holder
  return ` (database process ${pid}, ${application_name || 'unnamed'}, from ${client_addr ?? 'this machine'}, ${state})`
}

/** Returns the names of the migrations that have not been applied to the database yet. */
export async function pendingMigrations(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<string[]> {
  const { rows } = await query('select name from schema_migration')
  const applied = new Set((rows as { name: string }[]).map(({ name }) => name))
  return filesIn(MIGRATIONS)
    .map(({ name }) => name)
    .filter((name) => !applied.has(name))
}

/** The name recorded as a migration during a restore, so that no server starts on a partial restore. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/** Creates the tables of a backup's version without functions, so that the rows of the backup can be loaded. */
export async function createSchemaOfBackup(client: pg.Client, applied: readonly { name: string; hash: string }[]) {
  const filesByName = new Map(filesIn(MIGRATIONS).map((file) => [file.name, file]))
  const { version, state } = readTakeover(sources)
  for (const { name, hash } of applied) {
    if (state.has(name))
      throw new MigrationRefused(
        `The backup is of version ${version}. Restore it with the last release of ${version}, then start this one on the database.`,
      )
    if (filesByName.get(name)?.hash !== hash)
      throw new MigrationRefused(`The backup has the migration ${name}, which this release does not have. Is it older?`)
  }
  await client.query(migrationTable)
  await client.query(`insert into schema_migration (name, hash) values ($1, '')`, [UNFINISHED_RESTORE])
  for (const { name } of applied) await apply(client, name, filesByName.get(name)!)
}

/** Marks the restore of a backup as complete, in the same transaction that loads the rows. */
export const finishRestore = (client: pg.Client) =>
  client.query('delete from schema_migration where name = $1', [UNFINISHED_RESTORE])

type SqlFile = { name: string; text: string; hash: string }

function filesIn(path: string, root = sources): SqlFile[] {
  const folder = new URL(`${path}/`, root)
  return namesIn(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // Normalises Windows line ends, which would otherwise change the hash of a file.
      const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

function functionFiles(root: URL): SqlFile[] {
  const files = FUNCTIONS.flatMap((path) =>
    filesIn(path, root).map((file) => ({ ...file, name: `functions/${path.replace('/sql', '')}/${file.name}` })),
  )
  // Calls execute a new function as soon as it is applied, so the rights on the tables that it changes come before it.
  const isEarly = ({ name }: SqlFile) => name.startsWith('functions/kit/') || name === RIGHTS
  return [...files.filter(isEarly), ...files.filter((file) => !isEarly(file))]
}

function namesIn(folder: URL) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function refuseHalfRestored(client: pg.Client) {
  if ((await readApplied(client)).has(UNFINISHED_RESTORE))
    throw new MigrationRefused(
      'A restore into this database was not completed. Run it again: npm run cli -- restore --from BACKUP --replace',
    )
}

/** Reads the upgrade to the baseline, and the migrations (name and hash) that its file header requires. */
function readTakeover(root: URL) {
  const [file] = filesIn(TAKEN_OVER, root)
  const listed = file?.text.matchAll(/^-- {3}(\S+\.sql) ([0-9a-f]{64})$/gm) ?? []
  const state = new Map([...listed].map(([, name, hash]) => [name!, hash!]))
  return { version: file?.name.replace('.sql', ''), file, state }
}

/**
 * Upgrades a database from the last version before the baseline.
 * One transaction changes the tables and records the baseline as applied.
 * The upgrade file drops all functions, which are created again afterwards.
 */
async function takeOver(client: pg.Client, root: URL, log: (text: string) => void) {
  const { version, file, state } = readTakeover(root)
  const appliedMigrations = [...(await readApplied(client))].filter(([name]) => !name.startsWith('functions/'))
  if (!file || !appliedMigrations.some(([name]) => state.has(name))) return
  const appliedHashes = new Map(appliedMigrations)
  const missing = [...state].find(([name, hash]) => appliedHashes.get(name) !== hash)?.[0]
  const unknown = appliedMigrations.find(([name]) => !state.has(name))?.[0]
  if (missing || unknown)
    throw new MigrationRefused(
      `The database is not of the last state of version ${version}: it ${missing ? `lacks the migration ${missing}` : `has the migration ${unknown}`}. ` +
        `Start the last release of ${version} on it once, then this one: see “Upgrade and rollback” in docs/operations.md.`,
    )
  log(`Taking over the database of version ${version}`)
  const [baseline] = filesIn(MIGRATIONS, root)
  const text = `delete from schema_migration; ${file.text}`
  await apply(client, baseline!.name, { ...baseline!, text }, `${TAKEN_OVER}/${file.name}`)
}

/** Applies the pending migrations. Resolves to true if any migration was pending. */
async function applyMigrations(client: pg.Client, files: SqlFile[], log: (text: string) => void) {
  const appliedHashes = await readApplied(client)
  const filesByName = new Map(files.map((file) => [file.name, file]))
  for (const [name, hash] of appliedHashes) {
    if (name.startsWith('functions/')) continue
    const file = filesByName.get(name)
    if (!file)
      throw new MigrationRefused(
        `The database has the migration ${name}, which this program does not know. Is it an older release?`,
      )
    if (file.hash !== hash)
      throw new MigrationRefused(`The migration ${name} was changed after it had been applied. Add a new one instead.`)
  }
  const last =
    [...appliedHashes.keys()]
      .filter((name) => !name.startsWith('functions/'))
      .sort()
      .at(-1) ?? ''
  const pending = files.filter(({ name }) => !appliedHashes.has(name))
  for (const file of pending) {
    if (file.name < last)
      throw new MigrationRefused(
        `The migration ${file.name} comes before ${last}, which has been applied already. Give it the next number.`,
      )
    log(`Applying ${file.name}`)
    await apply(client, file.name, file)
  }
  return pending.length > 0
}

/**
 * Applies functions and triggers (`create or replace`) whose text has changed.
 * After a migration, applies all functions and triggers, because audit triggers name every column.
 */
async function applyFunctions(client: pg.Client, files: SqlFile[], log: (text: string) => void, migrated: boolean) {
  const appliedHashes = await readApplied(client)
  const names = files.map(({ name }) => name)
  const first = migrated ? 0 : files.findIndex(({ name, hash }) => appliedHashes.get(name) !== hash)
  if (first >= 0) {
    // Applies all files after a changed file too, because their functions may depend on the changed file.
    // Clears the hashes of the files to apply first, so that an interrupted run continues with the remaining files.
    await client.query(`update schema_migration set hash = '' where name = any($1)`, [names.slice(first)])
    for (const file of files.slice(first)) {
      log(`Applying ${file.name}`)
      await apply(client, file.name, file)
    }
  }
  await client.query(`delete from schema_migration where name like 'functions/%' and name <> all($1)`, [names])
}

/** Applies a file in one transaction, which is repeated for up to five minutes while calls have its tables locked. */
async function apply(client: pg.Client, name: string, file: SqlFile, from = name) {
  const { text, hash } = file
  if (isConcurrent(text)) await createIndexesConcurrently(client, text)
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
      if (!isConcurrent(text)) await client.query(text)
      await client.query(
        `insert into schema_migration (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
        [name, hash],
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const { code, message, position } = error as { code?: string; message: string; position?: string }
      if (code === LOCK_NOT_AVAILABLE && attempt < LOCK_ATTEMPTS) {
        await setTimeout(LOCK_PAUSE_MS)
        continue
      }
      const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''
      throw new Error(`${from}${line}: ${message}`, { cause: error })
    }
  }
}

async function connect(url: string, waitSeconds: number) {
  const deadline = performance.now() + waitSeconds * 1000
  for (;;) {
    const client = new HostClient({
      connectionString: url,
      application_name: 'carat migrate',
      connectionTimeoutMillis: 5_000,
    })
    // Ignores the error event of a broken connection, because the running query rejects as well.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await setTimeout(250)
    }
  }
}
