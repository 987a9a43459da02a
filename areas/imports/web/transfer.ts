import { apiBase, CallError } from '#kit/web/call.ts'
import { failedRowsPath, type ImportKind, type Uploaded, uploadPath } from '../contract.ts'

// Files travel beside the calls. XMLHttpRequest, because fetch does not tell how much has been sent.

export const failedRowsUrl = (id: string) => `${apiBase}${failedRowsPath}?ImportId=${encodeURIComponent(id)}`

export function uploadFile(kind: ImportKind, file: File, onProgress: (part: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('File', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${apiBase}${uploadPath}?Kind=${kind}`)
    request.setRequestHeader('x-carat-client', 'web')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new CallError(0, { code: 'kit.unreachable', message: 'Something went wrong' }))
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Uploaded)
      const reply = request.response as { message: string } | null
      const id = request.getResponseHeader('x-request-id') ?? undefined
      reject(new CallError(request.status, reply ?? { message: 'Something went wrong' }, id))
    }
    request.send(form)
  })
}
