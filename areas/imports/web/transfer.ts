import { apiBase } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import { failedRowsPath, type ImportKind, type Uploaded, uploadPath } from '../contract.ts'

// Files travel beside the calls.

export const failedRowsUrl = (id: string) => `${apiBase}${failedRowsPath}?ImportId=${encodeURIComponent(id)}`

export function uploadFile(kind: ImportKind, file: File, onProgress: (part: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('File', file)
  return sendForm<Uploaded>(`${uploadPath}?Kind=${kind}`, form, onProgress)
}
