import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '#kit/server/folders.ts'

/** Returns the secret in a file, which is created on first use and readable only by the server's user. */
function storedSecret(dataDir: string, name: string): Buffer {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  createFolder(folder)
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process created the file first; use its secret.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
}

/** The server secret: the configured one, or the stored one. */
export const serverSecret = (dataDir: string, configured: string | undefined): Buffer =>
  configured === undefined ? storedSecret(dataDir, 'server') : hashOf(configured)

/** The previous secret during a key rotation: the configured one, or the content of the file `server.before`. */
export function earlierSecret(dataDir: string, configured: string | undefined): Buffer | null {
  if (configured !== undefined) return hashOf(configured)
  const file = join(dataDir, 'secrets', 'server.before')
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url') : null
}

/** The secret for the database login of calls (call-login.ts). */
export const databaseSecret = (dataDir: string): Buffer => storedSecret(dataDir, 'database')

const hashOf = (text: string) => createHash('sha256').update(text).digest()
