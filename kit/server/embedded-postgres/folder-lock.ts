import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirInUse, PostgresUnavailable } from './errors.ts'

type FolderLock = { release(): void }
export type DataDirUser = 'server' | 'command'

const SQLITE_BUSY = 5
const COMMAND_WAIT_MS = 60_000
const BETWEEN_TRIES_MS = 100

/** Locks the folder like `lockDataDir`, but waits while a CLI command has the lock. */
export async function waitForDataDir(
  dataDir: string,
  use: DataDirUser,
  log: (text: string) => void,
): Promise<FolderLock> {
  const began = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return lockDataDir(dataDir, use)
    } catch (error) {
      const waits = error instanceof DataDirInUse && error.byCommand && performance.now() - began < COMMAND_WAIT_MS
      if (!waits) throw error
      if (tries === 10) log(`Waiting for a command that uses DATA_DIR ${dataDir}`)
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

/**
 * Locks the folder for this process, or throws DataDirInUse at once.
 * The lock is an operating-system lock on `DATA_DIR/lock`, which the kernel releases however the process ends.
 * Uses a file lock of Node's built-in SQLite, because Node has no API for file locks.
 * Unlike a file with a process id, the lock works between containers that share a folder, where ids are local.
 * Nothing else in this process may open the lock file, because closing any descriptor of a file releases its locks.
 * A separate file contains the owner's process id, which is for display only.
 */
export function lockDataDir(dataDir: string, use: DataDirUser = 'server'): FolderLock {
  const ownerFile = join(dataDir, 'lock.owner')
  const lock = takeLock(dataDir, ownerFile)
  writeFileSync(ownerFile, `${process.pid} ${use}\n`)

  return {
    release() {
      if (!lock.isOpen) return
      rmSync(ownerFile, { force: true })
      lock.close()
    },
  }
}

function takeLock(dataDir: string, ownerFile: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    const file = join(dataDir, 'lock')
    lock = new DatabaseSync(file, { timeout: 0 })
    // Denies other users access to the lock file, because any user who can open the file can lock it.
    chmodSync(file, 0o600)
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      const { pid, use } = ownerOf(ownerFile)
      throw new DataDirInUse(dataDir, pid ? ` (process ${pid})` : '', use !== 'server')
    }
    throw new PostgresUnavailable(`DATA_DIR ${dataDir} cannot be locked (${(error as Error).message})`)
  }
}

/** Reads the owner of the lock. The owner file is missing just after locking and just before releasing. */
function ownerOf(ownerFile: string): { pid?: string | undefined; use?: string | undefined } {
  try {
    const [pid, use = 'server'] = readFileSync(ownerFile, 'utf8').trim().split(' ')
    return { pid, use }
  } catch {
    return {}
  }
}
