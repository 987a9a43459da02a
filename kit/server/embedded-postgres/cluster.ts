import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { DataDirDamaged, PostgresUnavailable } from './errors.ts'
import { chownTo, type PostgresIdentity } from './identity.ts'
import { runPostgresProgram } from './run.ts'

export const POSTGRES_ROLE = 'carat'
export const POSTGRES_DATABASE = 'carat'
const MAJOR_VERSION = '18'

export type ClusterLocation = { dataDir: string; binaries: PostgresBinaries; identity: PostgresIdentity }

/** Returns the folder of the PostgreSQL cluster. */
export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function passwordFileOf(dataDir: string): string {
  return join(dataDir, 'secrets', 'postgres-password')
}

export function readPassword(dataDir: string): string {
  return readFileSync(passwordFileOf(dataDir), 'utf8').trim()
}

/** True for a DATA_DIR that never contained a database. Throws if the database that it contained is missing. */
export function isNewDataDir(dataDir: string): boolean {
  const cluster = clusterPath(dataDir)
  if (existsSync(cluster) && readdirSync(cluster).length > 0) return false
  if (!existsSync(passwordFileOf(dataDir))) return true
  throw new DataDirDamaged(
    dataDir,
    `its folder postgres is ${existsSync(cluster) ? 'empty' : 'missing'}, although a database was made here before`,
  )
}

/** Rejects a cluster that lacks files which PostgreSQL needs to start. Changes nothing. */
export function checkCluster(dataDir: string): void {
  const cluster = clusterPath(dataDir)
  const versionFile = join(cluster, 'PG_VERSION')
  const foundVersion = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : ''
  if (!foundVersion) throw new DataDirDamaged(dataDir, 'the file postgres/PG_VERSION is missing or empty')
  if (foundVersion !== MAJOR_VERSION) {
    throw new PostgresUnavailable(
      `the database in ${dataDir} was made by PostgreSQL ${foundVersion}, this Carat brings PostgreSQL ${MAJOR_VERSION}`,
    )
  }
  for (const part of ['global/pg_control', 'base', 'global', 'pg_wal', 'pg_xact', 'pg_hba.conf', 'postgresql.conf']) {
    const path = join(cluster, part)
    const empty = existsSync(path) && !statSync(path).isDirectory() && statSync(path).size === 0
    if (empty) throw new DataDirDamaged(dataDir, `postgres/${part} is empty`)
    if (!existsSync(path)) throw new DataDirDamaged(dataDir, `postgres/${part} is missing`)
  }
  if (!existsSync(passwordFileOf(dataDir))) {
    throw new DataDirDamaged(dataDir, `the database's password, ${passwordFileOf(dataDir)}, is missing`)
  }
}

/** Renames the files of an existing PostgreSQL cluster to make room for a new one, and deletes nothing. */
export function renameExistingCluster(dataDir: string): void {
  const cluster = clusterPath(dataDir)
  const mark = new Date().toISOString().replaceAll(/[:.]/g, '-')
  if (existsSync(cluster)) renameSync(cluster, `${cluster}.set-aside-${mark}`)
  const password = passwordFileOf(dataDir)
  if (existsSync(password)) renameSync(password, `${password}.set-aside-${mark}`)
}

/**
 * Creates the cluster in a temporary folder and renames the folder at the end.
 * An interrupted first start therefore leaves nothing that looks like a database.
 * The password is stored just before the rename, so that an interrupted start leaves no password behind.
 */
export async function createCluster(
  { dataDir, binaries, identity }: ClusterLocation,
  throwaway: boolean,
): Promise<void> {
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith('postgres.new-')) rmSync(join(dataDir, entry), { recursive: true, force: true })
  }
  const newCluster = join(dataDir, `postgres.new-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${newCluster}.password`
  const password = randomBytes(24).toString('base64url')
  try {
    mkdirSync(newCluster, { mode: 0o700 })
    chownTo(identity, newCluster)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    chownTo(identity, passwordFile)
    await runPostgresProgram(identity, binaries.initdb, [
      ...['-D', newCluster, '-U', POSTGRES_ROLE, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ...(throwaway ? ['--no-sync'] : []),
    ])
    // Creates the database together with the cluster, so that a cluster without the database counts as damaged.
    const single = ['--single', '-D', newCluster, ...(throwaway ? ['-F'] : []), 'postgres']
    await runPostgresProgram(identity, binaries.postgres, single, `create database ${POSTGRES_DATABASE};\n`)
    storePassword(dataDir, password)
    if (existsSync(clusterPath(dataDir))) rmdirSync(clusterPath(dataDir))
    renameSync(newCluster, clusterPath(dataDir))
    sync(dataDir)
  } catch (error) {
    rmSync(newCluster, { recursive: true, force: true })
    throw new PostgresUnavailable(`a new database could not be made in ${dataDir} (${(error as Error).message})`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function storePassword(dataDir: string, password: string): void {
  const file = passwordFileOf(dataDir)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true })
  sync(dirname(file))
}

function sync(folder: string): void {
  // Skips the sync of a folder on Windows, which cannot open folders and preserves the order of renames.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
