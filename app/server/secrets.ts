import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#kit/server/folders.ts'

/** A secret that is made on the first start and kept where only the server's own user can read it. */
function keptSecret(dataDir: string, name: string): Buffer {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  makeFolder(folder)
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of the same folder was quicker; its secret counts.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
}

/** The server's secret: the one that was set, or the kept one. */
export const serverSecret = (dataDir: string, configured: string | undefined): Buffer =>
  configured === undefined ? keptSecret(dataDir, 'server') : hashOf(configured)

/** The one before it, while it is being exchanged: set, or the former file under the name `server.before`. */
export function earlierSecret(dataDir: string, configured: string | undefined): Buffer | null {
  if (configured !== undefined) return hashOf(configured)
  const file = join(dataDir, 'secrets', 'server.before')
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url') : null
}

/** What the password of the login for calls is made of (call-login.ts). */
export const databaseSecret = (dataDir: string): Buffer => keptSecret(dataDir, 'database')

const hashOf = (text: string) => createHash('sha256').update(text).digest()
