import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import type { Storage } from '#kit/server/storage.ts'
import { accepted, type MediaType, megabytes, refusals } from '../contract.ts'
import { redraw } from './pictures.ts'

/** What the table keeps of a stored file. */
export type StoredMedia = {
  Type: MediaType
  StoredName: string
  ThumbnailName: string | null
  MimeType: string
  FileExtension: string
  FileName: string
  Bytes: number
  Width: number | null
  Height: number | null
}

/** Validates an arrived file by its content and brings what may be kept of it into the storage. */
export async function store(storage: Storage, path: string, name: string): Promise<StoredMedia> {
  const type = await typeOf(path)
  const { size } = await stat(path)
  const most = megabytes[type.kind]
  if (size > most * 1024 ** 2) throw refusals.tooLarge({ megabytes: most })

  const random = randomBytes(16).toString('hex')
  if (type.kind !== 'Photo') {
    const StoredName = `${random}.${type.extension}`
    await storage.put(StoredName, createReadStream(path), size)
    return described(type.kind, name, {
      StoredName,
      ThumbnailName: null,
      MimeType: type.mime,
      FileExtension: type.extension,
      Bytes: size,
      Width: null,
      Height: null,
    })
  }
  const { content, thumbnail, width, height } = await redraw(path)
  const StoredName = `${random}.webp`
  const ThumbnailName = `${random}-s.webp`
  await storage.put(StoredName, Readable.from([content]), content.length)
  await storage.put(ThumbnailName, Readable.from([thumbnail]), thumbnail.length)
  return described('Photo', name, {
    StoredName,
    ThumbnailName,
    MimeType: 'image/webp',
    FileExtension: 'webp',
    Bytes: content.length + thumbnail.length,
    Width: width,
    Height: height,
  })
}

/** The name people gave it, with the ending of what it is: "scan.pdf.exe" is kept as "scan.pdf.pdf", and says so. */
function described(Type: MediaType, name: string, file: Omit<StoredMedia, 'Type' | 'FileName'>): StoredMedia {
  return { Type, ...file, FileName: `${name.replace(/\.[^.]*$/, '') || 'file'}.${file.FileExtension}` }
}

async function typeOf(path: string) {
  const found = await fileTypeFromFile(path)
  const kind = found && (accepted as Record<string, MediaType | undefined>)[found.mime]
  if (!found || !kind) throw refusals.wrongType()
  return { kind, mime: found.mime, extension: found.ext }
}

/** What was stored for a record that was not written after all. */
export async function forget(storage: Storage, { StoredName, ThumbnailName }: StoredMedia) {
  await storage.delete(StoredName)
  if (ThumbnailName) await storage.delete(ThumbnailName)
}
