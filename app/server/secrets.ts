import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '#kit/server/folders.ts'

/** Returns the secret in a file, which is created on first use and readable only by the server's user. */
function storedSecret(dataDir: string, name: string): Buffer {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  createFolder(folder)
  if (!existsSync(file)) createSecret(file)
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
}

/** Creates the file with its complete content, because another process may read it at the same moment. */
function createSecret(file: string) {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(temporary, file)
  } catch (error) {
    // The secret of the process that created the file first is valid.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}

/** The secret of the server: the configured one, or else the one that the data folder stores. */
export const readServerSecret = (dataDir: string, configured: string | undefined): Buffer =>
  configured === undefined ? storedSecret(dataDir, 'server') : hashOf(configured)

/** The previous secret while the key is changed: the configured one, or the content of the file `server.before`. */
export function readEarlierServerSecret(dataDir: string, configured: string | undefined): Buffer | null {
  if (configured !== undefined) return hashOf(configured)
  const file = join(dataDir, 'secrets', 'server.before')
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url') : null
}

/** The secret for the database login of calls (call-login.ts). */
export const readDatabaseLoginSecret = (dataDir: string): Buffer => storedSecret(dataDir, 'database')

const hashOf = (text: string) => createHash('sha256').update(text).digest()
