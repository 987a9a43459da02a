import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '#kit/server/folders.ts'

/**
 * Returns a line with a secret for a terminal; without a terminal, stores the secret and returns a line with its file.
 * Output that is not on a terminal may be stored in logs.
 */
export function printSecret(dataDir: string, name: string, label: string, secret: string): string {
  if (process.stdout.isTTY) return `${label}: ${secret}`
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  createFolder(folder)
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return `${label} in ${file}`
}

/** Deletes the file of a stored secret that is no longer valid. */
export const removeSecret = (dataDir: string, name: string) => rmSync(join(dataDir, 'secrets', name), { force: true })
