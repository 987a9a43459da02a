import { apiBaseUrl } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import { type ImportKind, importFailedRows, type UploadedImport, uploadImport } from '../contract.ts'

// Files are sent and received outside of the JSON API.

export const failedImportRowsUrl = (id: string) =>
  `${apiBaseUrl}${importFailedRows.path}?ImportId=${encodeURIComponent(id)}`

export function uploadImportFile(
  kind: ImportKind,
  file: File,
  onProgress: (part: number) => void,
): Promise<UploadedImport> {
  const form = new FormData()
  form.append('File', file)
  return sendForm<UploadedImport>(`${uploadImport.path}?Kind=${kind}`, form, onProgress)
}
