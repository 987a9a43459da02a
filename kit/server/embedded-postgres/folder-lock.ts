import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirInUse, PostgresUnavailable } from './errors.ts'

type FolderLock = { release(): void }
export type FolderUse = 'server' | 'command'

const SQLITE_BUSY = 5
const COMMAND_WAIT_MS = 60_000
const BETWEEN_TRIES_MS = 100

/** Takes the folder like `lockFolder`, but waits for a command of the command line that has it. */
export async function waitForFolder(dataDir: string, use: FolderUse, log: (text: string) => void): Promise<FolderLock> {
  const began = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return lockFolder(dataDir, use)
    } catch (error) {
      const waits = error instanceof DataDirInUse && error.byCommand && performance.now() - began < COMMAND_WAIT_MS
      if (!waits) throw error
      if (tries === 10) log(`Waiting for a command that uses DATA_DIR ${dataDir}`)
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

/**
 * Takes the folder for this process, or throws DataDirInUse at once.
 *
 * The lock is an operating-system lock on `DATA_DIR/lock`, reached through the SQLite that Node brings along, because
 * Node has no call for file locks. The kernel drops it when the process ends, however it ends, and it holds between
 * containers that share a folder. A file with a process number in it can do neither: numbers are reused, and mean
 * nothing in another container. The file must never be opened by anything else in this process: closing any
 * descriptor of it would drop the lock. Hence the owner's number, which is only for people, has a file of its own.
 */
export function lockFolder(dataDir: string, use: FolderUse = 'server'): FolderLock {
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
    // Anyone who may open the file may lock it, so no other user may.
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

/** Without a file the owner has just taken the folder, or is giving it back. */
function ownerOf(ownerFile: string): { pid?: string | undefined; use?: string | undefined } {
  try {
    const [pid, use = 'server'] = readFileSync(ownerFile, 'utf8').trim().split(' ')
    return { pid, use }
  } catch {
    return {}
  }
}
