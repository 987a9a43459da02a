import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** The maximum duration of one upload. */
export const UPLOAD_TIMEOUT_MS = 600_000
// Aborts an upload that sends fewer bytes in this time, because slow uploads occupy a connection.
const RATE_MS = 20_000
const RATE_BYTES_MIN = 64 * 1024

export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads')

/** Returns the path for an incoming file, with a generated name. The caller's file name never becomes a path. */
export async function createUploadPath(dataDir: string): Promise<string> {
  await mkdir(uploadsFolder(dataDir), { recursive: true, mode: 0o700 })
  return join(uploadsFolder(dataDir), `${randomBytes(16).toString('hex')}.part`)
}

/** Streams the file of a form to disk. Throws `broken` if the body is malformed or ends early. */
export async function receiveFile(request: FastifyRequest, { file }: MultipartFile, path: string, broken: () => Error) {
  let before = 0
  let received = 0
  const rate = setInterval(() => {
    if (received - before < RATE_BYTES_MIN) request.raw.socket.destroy()
    before = received
  }, RATE_MS)
  file.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  try {
    await pipeline(file, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    // Rethrows errors of the system, such as a full disk. The sender of the upload causes all other errors.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw broken()
  } finally {
    clearInterval(rate)
  }
  return { bytes: received, truncated: file.truncated }
}

/** Returns the file name for display, because some browsers send a whole path. */
export const displayFileName = (name: string | undefined, otherwise: string) =>
  (name ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
    .slice(0, 150)
    .trim() || otherwise
