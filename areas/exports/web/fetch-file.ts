import { apiBaseUrl } from '#kit/web/call.ts'
import { downloadExport } from '../contract.ts'

export const exportFileUrl = (id: string) => `${apiBaseUrl}${downloadExport.path}?ExportId=${encodeURIComponent(id)}`

/** Downloads a file under the name that the server sends, without leaving the page. */
export function fetchExportFile(id: string) {
  const link = document.createElement('a')
  link.href = exportFileUrl(id)
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
