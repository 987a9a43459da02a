import { chmodSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBinaries } from './embedded-postgres/binaries.ts'
import {
  type ClusterLocation,
  checkCluster,
  clusterPath,
  createCluster,
  isNewDataDir,
  POSTGRES_DATABASE,
  POSTGRES_ROLE,
  readPassword,
  renameExistingCluster,
} from './embedded-postgres/cluster.ts'
import { DataDirDamaged, PostgresUnavailable } from './embedded-postgres/errors.ts'
import { type DataDirUser, waitForDataDir } from './embedded-postgres/folder-lock.ts'
import { chooseIdentity, chownTo } from './embedded-postgres/identity.ts'
import { stopLeftoverServer } from './embedded-postgres/leftover.ts'
import {
  type LaunchOptions,
  launchPostgres,
  type PostgresServer,
  PostgresStartFailed,
} from './embedded-postgres/server.ts'
import { createFolder } from './folders.ts'

type EmbeddedPostgresOptions = {
  dataDir: string
  log?: (text: string) => void
  settings?: Record<string, string>
  /** Test mode: the database is fast and loses its data in a crash. */
  throwaway?: boolean
  /** Renames an existing database, intact or damaged, and creates an empty one, as a restore requires. */
  fresh?: boolean
  /** True for a short command: other processes then wait until the command releases the folder. */
  use?: DataDirUser
}

export type EmbeddedPostgres = {
  url: string
  /** The process id of the running PostgreSQL, which changes after a restart. */
  readonly pid: number
  /** Resolves when the PostgreSQL server has ended for good: after `stop`, or after a failed restart. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Runs a PostgreSQL server on `dataDir` for this process alone, and resolves when the server accepts connections.
 * Throws DataDirInUse, DataDirDamaged or PostgresUnavailable, with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const log = options.log ?? (() => {})
  const throwaway = options.throwaway ?? false
  // Other users may enter the data folder but not list it, because PostgreSQL may run as another user.
  // The secrets of the server are in subfolders with stricter rights.
  try {
    createFolder(dataDir, 0o711)
  } catch (error) {
    throw new PostgresUnavailable(`DATA_DIR ${dataDir} cannot be made (${(error as Error).message})`)
  }

  const lock = await waitForDataDir(dataDir, options.use ?? 'server', log)
  try {
    const binaries = findPostgresBinaries()
    const location: ClusterLocation = { dataDir, binaries, identity: chooseIdentity(binaries, dataDir) }
    if (options.fresh) {
      await stopLeftoverServer(location, log)
      renameExistingCluster(dataDir)
    }
    const created = isNewDataDir(dataDir)
    if (created) await createCluster(location, throwaway)
    checkCluster(dataDir)
    await stopLeftoverServer(location, log)
    chownTo(location.identity, clusterPath(dataDir))
    // Tightens the permissions of a copied data folder, because PostgreSQL rejects a folder with wider permissions.
    chmodSync(clusterPath(dataDir), 0o700)

    const launchOptions = { throwaway, settings: options.settings ?? {}, log }
    const server = await launchOrExplain(location, launchOptions, created)
    const url = `postgres://${POSTGRES_ROLE}:${readPassword(dataDir)}@127.0.0.1:${server.port}/${POSTGRES_DATABASE}`
    await checkConnection(dataDir, url, server)
    const supervised = superviseServer(server, log, async () => {
      await stopLeftoverServer(location, log)
      return launchPostgres(location, { ...launchOptions, port: server.port })
    })
    return {
      url,
      get pid() {
        return supervised.server().pid
      },
      ended: supervised.ended,
      async stop() {
        await supervised.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** True if the data folder never contained a database. Throws DataDirDamaged if the folder's database is missing. */
export const hasNoDatabase = (dataDir: string): boolean => isNewDataDir(resolve(dataDir))

/**
 * Returns the URL of the server that another process runs on `dataDir`, or undefined if no server seems to run.
 * A CLI command uses this URL to work beside a running Carat process.
 */
export function findRunningPostgresUrl(dataDir: string): string | undefined {
  try {
    // The file postmaster.pid contains the process id, the folder, the start time and the port, one per line.
    const port = Number(readFileSync(join(clusterPath(resolve(dataDir)), 'postmaster.pid'), 'utf8').split('\n')[3])
    return port > 0
      ? `postgres://${POSTGRES_ROLE}:${readPassword(resolve(dataDir))}@127.0.0.1:${port}/${POSTGRES_DATABASE}`
      : undefined
  } catch {
    return undefined
  }
}

/** Matches errors at the start that the machine or the settings cause. Any other error means damaged database files. */
const machineReasons =
  /No space left|shared memory|Cannot allocate|out of memory|could not bind|[Pp]ermission|parameter|semaphores|"root"/

async function launchOrExplain(
  location: ClusterLocation,
  options: LaunchOptions,
  created: boolean,
): Promise<PostgresServer> {
  try {
    return await launchPostgres(location, options)
  } catch (error) {
    if (!(error instanceof PostgresStartFailed)) throw error
    // Ignores the names in quotation marks in PostgreSQL's message, because a file name may contain any word.
    const reason = error.message.replaceAll(/"(?!root)[^"]*"/g, '')
    if (created || machineReasons.test(reason)) throw new PostgresUnavailable(error.message)
    throw new DataDirDamaged(location.dataDir, `PostgreSQL says "${error.message}"`)
  }
}

/** Runs a query, because a server with damaged files may start and fail only at the first query. */
async function checkConnection(dataDir: string, url: string, server: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: url })
  // Ignores the error event of the connection, because the query rejects with the same reason.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select count(*) from pg_class')
    await client.end()
  } catch (error) {
    await client.end().catch(() => {})
    await server.stop()
    throw new DataDirDamaged(dataDir, `PostgreSQL says "${(error as Error).message}"`)
  }
}

const TRIES = 3
const BETWEEN_TRIES_MS = 500
/** After this uptime a PostgreSQL server counts as stable, and the next failure gets all restart attempts again. */
const STEADY_MS = 60_000

/** Restarts a PostgreSQL server that ended unexpectedly. Gives up after three failed attempts or after `stop`. */
function superviseServer(
  first: PostgresServer,
  log: (text: string) => void,
  launchAgain: () => Promise<PostgresServer>,
) {
  let server = first
  let stopping = false

  async function tryRestart(tries: number): Promise<boolean> {
    log(`The embedded PostgreSQL has ended. Starting it again, try ${tries} of ${TRIES}`)
    try {
      server = await launchAgain()
      return true
    } catch (error) {
      log(`The embedded PostgreSQL could not be started again: ${(error as Error).message}`)
      return false
    }
  }

  async function watch() {
    let tries = 0
    for (;;) {
      const since = performance.now()
      await server.ended
      if (performance.now() - since > STEADY_MS) tries = 0
      let restarted = false
      while (!restarted && !stopping && tries < TRIES) {
        if (tries > 0) await sleep(BETWEEN_TRIES_MS)
        restarted = await tryRestart(++tries)
      }
      if (!restarted) return
      if (stopping) await server.stop()
    }
  }

  const ended = watch()
  return {
    server: () => server,
    ended,
    async stop() {
      stopping = true
      await server.stop()
      await ended
    },
  }
}
