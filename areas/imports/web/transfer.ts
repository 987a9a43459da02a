import { apiBase } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import { type ImportKind, importFailedRows, type Uploaded, uploadImport } from '../contract.ts'

// Files are sent and received outside of the JSON API.

export const failedRowsUrl = (id: string) => `${apiBase}${importFailedRows.path}?ImportId=${encodeURIComponent(id)}`

export function uploadFile(kind: ImportKind, file: File, onProgress: (part: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('File', file)
  return sendForm<Uploaded>(`${uploadImport.path}?Kind=${kind}`, form, onProgress)
}
