import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates a folder and its missing parents.
 * Node's `recursive` option is not used, because it hangs if a parent is missing and cannot be created, as below /proc.
 */
export function createFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is a file`)
    return
  }
  if (dirname(path) !== path) createFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process has created the folder since the check.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Throws if this process cannot write to the folder. */
export function assertWritable(folder: string): void {
  const file = join(folder, `.write-test-${process.pid}`)
  writeFileSync(file, '', { mode: 0o600 })
  rmSync(file, { force: true })
}
