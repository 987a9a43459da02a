import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import type { FileStorage } from '#kit/server/storage.ts'
import { type MediaType, mediaRefusals, mediaSizeMaxInMegabytes, mediaTypeByContentType } from '../contract.ts'
import { reencodeImage } from './pictures.ts'

/** The columns of a stored file. */
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

/** Checks an uploaded file by its content and stores it. Images are re-encoded. */
export async function storeMediaFile(storage: FileStorage, path: string, name: string): Promise<StoredMedia> {
  const type = await typeOf(path)
  const { size } = await stat(path)
  const maxMegabytes = mediaSizeMaxInMegabytes[type.kind]
  if (size > maxMegabytes * 1024 ** 2) throw mediaRefusals.tooLarge({ megabytes: maxMegabytes })

  const baseName = randomBytes(16).toString('hex')
  if (type.kind !== 'Photo') {
    const StoredName = `${baseName}.${type.extension}`
    await storage.put(StoredName, createReadStream(path), size)
    return toStoredMedia(type.kind, name, {
      StoredName,
      ThumbnailName: null,
      MimeType: type.mime,
      FileExtension: type.extension,
      Bytes: size,
      Width: null,
      Height: null,
    })
  }
  const { content, thumbnail, width, height } = await reencodeImage(path)
  const StoredName = `${baseName}.webp`
  const ThumbnailName = `${baseName}-s.webp`
  await storage.put(StoredName, Readable.from([content]), content.length)
  await storage.put(ThumbnailName, Readable.from([thumbnail]), thumbnail.length)
  return toStoredMedia('Photo', name, {
    StoredName,
    ThumbnailName,
    MimeType: 'image/webp',
    FileExtension: 'webp',
    Bytes: content.length + thumbnail.length,
    Width: width,
    Height: height,
  })
}

/** Replaces the extension of a file name by that of the detected type: "scan.pdf.exe" becomes "scan.pdf.pdf". */
function toStoredMedia(Type: MediaType, name: string, file: Omit<StoredMedia, 'Type' | 'FileName'>): StoredMedia {
  return { Type, ...file, FileName: `${name.replace(/\.[^.]*$/, '') || 'file'}.${file.FileExtension}` }
}

async function typeOf(path: string) {
  const detected = await fileTypeFromFile(path)
  const kind = detected && (mediaTypeByContentType as Record<string, MediaType | undefined>)[detected.mime]
  if (!detected || !kind) throw mediaRefusals.wrongType()
  return { kind, mime: detected.mime, extension: detected.ext }
}

/** Deletes the stored content of a file whose row could not be written. */
export async function deleteMediaContent(storage: FileStorage, { StoredName, ThumbnailName }: StoredMedia) {
  await storage.delete(StoredName)
  if (ThumbnailName) await storage.delete(ThumbnailName)
}
