import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never returns where the system neither has
 * the folder above nor lets it be made, as below /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is a file`)
    return
  }
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Throws where nothing can be written into the folder, whatever the reason. */
export function tryToWrite(folder: string): void {
  const file = join(folder, `.write-test-${process.pid}`)
  writeFileSync(file, '', { mode: 0o600 })
  rmSync(file, { force: true })
}
