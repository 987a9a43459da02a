import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** How long a file may take to arrive. */
export const UPLOAD_MS = 600_000
// Anyone who sends less than this in twenty seconds only keeps a connection busy.
const RATE_MS = 20_000
const RATE_BYTES_MIN = 64 * 1024

export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads')

/** Where a file is written while it arrives, under a name of ours: the caller's own never becomes a path. */
export async function newUpload(dataDir: string): Promise<string> {
  await mkdir(uploadsFolder(dataDir), { recursive: true, mode: 0o700 })
  return join(uploadsFolder(dataDir), `${randomBytes(16).toString('hex')}.part`)
}

/** Streams the file of a form to disk. A body that ends early or is malformed brought no file: `broken` is thrown. */
export async function receiveFile(request: FastifyRequest, { file }: MultipartFile, path: string, broken: () => Error) {
  let before = 0
  let seen = 0
  const rate = setInterval(() => {
    if (seen - before < RATE_BYTES_MIN) request.raw.socket.destroy()
    before = seen
  }, RATE_MS)
  file.on('data', (chunk: Buffer) => {
    seen += chunk.length
  })
  try {
    await pipeline(file, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    // A full disk is ours to know; anything else is the sender's.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw broken()
  } finally {
    clearInterval(rate)
  }
  return { bytes: seen, truncated: file.truncated }
}

/** The caller's name of a file, only for people to read. Some browsers send a whole path. */
export const readableName = (name: string | undefined, otherwise: string) =>
  (name ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
    .slice(0, 150)
    .trim() || otherwise
