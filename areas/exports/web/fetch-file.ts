import { apiBase } from '#kit/web/call.ts'
import { downloadExport } from '../contract.ts'

export const fileUrl = (id: string) => `${apiBase}${downloadExport.path}?ExportId=${encodeURIComponent(id)}`

/** Downloads a file under the name that the server sends, without leaving the page. */
export function fetchFile(id: string) {
  const link = document.createElement('a')
  link.href = fileUrl(id)
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
