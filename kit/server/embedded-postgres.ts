import { chmodSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { findBinaries } from './embedded-postgres/binaries.ts'
import {
  checkCluster,
  clusterOf,
  createCluster,
  DATABASE,
  isNew,
  type Place,
  ROLE,
  readPassword,
  setAside,
} from './embedded-postgres/cluster.ts'
import { DataDirDamaged, PostgresUnavailable } from './embedded-postgres/errors.ts'
import { type FolderUse, waitForFolder } from './embedded-postgres/folder-lock.ts'
import { chooseIdentity, giveTo } from './embedded-postgres/identity.ts'
import { keepRunning } from './embedded-postgres/keep-running.ts'
import { stopLeftover } from './embedded-postgres/leftover.ts'
import { type Launch, launch, type Server, StartFailed } from './embedded-postgres/server.ts'
import { makeFolder } from './folders.ts'

type EmbeddedPostgresOptions = {
  dataDir: string
  log?: (text: string) => void
  settings?: Record<string, string>
  /** For tests: fast, and nothing survives a crash. */
  throwaway?: boolean
  /** Sets an existing database aside, whole or damaged, and begins with an empty one: what a restore needs. */
  fresh?: boolean
  /** A command gives the folder back soon, so that others wait for it. */
  use?: FolderUse
}

export type EmbeddedPostgres = {
  url: string
  /** Of the PostgreSQL that runs now: another one after it was started again. */
  readonly pid: number
  /** Resolves when the server has ended for good: by `stop`, or because it could not be started again. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Runs a real PostgreSQL on `dataDir`, for this process alone, and answers when it takes connections. Throws
 * DataDirInUse, DataDirDamaged or PostgresUnavailable, whose messages are meant for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const log = options.log ?? (() => {})
  const throwaway = options.throwaway ?? false
  // Others may pass through the folder but not list it: PostgreSQL may run as another user. What is secret in it has
  // closed folders of its own.
  try {
    makeFolder(dataDir, 0o711)
  } catch (error) {
    throw new PostgresUnavailable(`DATA_DIR ${dataDir} cannot be made (${(error as Error).message})`)
  }

  const lock = await waitForFolder(dataDir, options.use ?? 'server', log)
  try {
    const binaries = findBinaries()
    const place: Place = { dataDir, binaries, identity: chooseIdentity(binaries, dataDir) }
    if (options.fresh) {
      await stopLeftover(place, log)
      setAside(dataDir)
    }
    const created = isNew(dataDir)
    if (created) await createCluster(place, throwaway)
    checkCluster(dataDir)
    await stopLeftover(place, log)
    giveTo(place.identity, clusterOf(dataDir))
    // A copied folder often comes with wider rights, with which PostgreSQL refuses it.
    chmodSync(clusterOf(dataDir), 0o700)

    const launching = { throwaway, settings: options.settings ?? {}, log }
    const server = await launchOrExplain(place, launching, created)
    const url = `postgres://${ROLE}:${readPassword(dataDir)}@127.0.0.1:${server.port}/${DATABASE}`
    await checkConnection(dataDir, url, server)
    const kept = keepRunning(server, log, async () => {
      await stopLeftover(place, log)
      return launch(place, { ...launching, port: server.port })
    })
    return {
      url,
      get pid() {
        return kept.server().pid
      },
      ended: kept.ended,
      async stop() {
        await kept.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether no database was ever made there; one whose database has gone missing throws DataDirDamaged. */
export const holdsNoDatabase = (dataDir: string): boolean => isNew(resolve(dataDir))

/**
 * The address of the server that another process runs on `dataDir`, so that a command can work beside a running Carat;
 * undefined when none seems to run.
 */
export function runningEmbeddedPostgres(dataDir: string): string | undefined {
  try {
    // PostgreSQL's own file: process, folder, start, port, one a line.
    const port = Number(readFileSync(join(clusterOf(resolve(dataDir)), 'postmaster.pid'), 'utf8').split('\n')[3])
    return port > 0 ? `postgres://${ROLE}:${readPassword(resolve(dataDir))}@127.0.0.1:${port}/${DATABASE}` : undefined
  } catch {
    return undefined
  }
}

/** Reasons that lie in the machine or the settings. Any other, on a database that ran before, lies in its files. */
const machineReasons =
  /No space left|shared memory|Cannot allocate|out of memory|could not bind|[Pp]ermission|parameter|semaphores|"root"/

async function launchOrExplain(place: Place, options: Launch, created: boolean): Promise<Server> {
  try {
    return await launch(place, options)
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error
    // What stands in quotes are names of files and settings, which may contain any word.
    const reason = error.message.replaceAll(/"(?!root)[^"]*"/g, '')
    if (created || machineReasons.test(reason)) throw new PostgresUnavailable(error.message)
    throw new DataDirDamaged(place.dataDir, `PostgreSQL says "${error.message}"`)
  }
}

/** A server may start on damaged files and fail at the first question, so it is asked one. */
async function checkConnection(dataDir: string, url: string, server: Server): Promise<void> {
  const client = new Client({ connectionString: url })
  // The reason arrives with the rejected call as well.
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
