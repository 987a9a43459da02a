import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirInUse, PostgresUnavailable } from './errors.ts'

type FolderLock = { release(): void }

const SQLITE_BUSY = 5

/**
 * Takes the folder for this process, or throws DataDirInUse at once.
 *
 * The lock is an operating-system lock on `DATA_DIR/lock`, reached through the SQLite that Node brings along, because
 * Node has no call for file locks. The kernel drops it when the process ends, however it ends, and it holds between
 * containers that share a folder. A file with a process number in it can do neither: numbers are reused, and mean
 * nothing in another container. The file must never be opened by anything else in this process: closing any
 * descriptor of it would drop the lock. Hence the owner's number, which is only for people, has a file of its own.
 */
export function lockFolder(dataDir: string): FolderLock {
  const ownerFile = join(dataDir, 'lock.owner')
  const lock = takeLock(dataDir, ownerFile)
  writeFileSync(ownerFile, `${process.pid}\n`)

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
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataDirInUse(dataDir, ownerOf(ownerFile))
    throw new PostgresUnavailable(`DATA_DIR ${dataDir} cannot be locked (${(error as Error).message})`)
  }
}

function ownerOf(ownerFile: string): string {
  try {
    const pid = Number(readFileSync(ownerFile, 'utf8'))
    return pid > 0 ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
