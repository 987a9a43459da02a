import { apiBase, CallError, heard } from '../call.ts'

/** Sends a form with a file beside the calls: XMLHttpRequest, because fetch does not tell how much has been sent. */
export function sendForm<Answer>(path: string, form: FormData, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiBase + path)
    request.setRequestHeader('x-carat-client', 'web')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new CallError(0, { code: 'kit.unreachable', message: 'Something went wrong' }))
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Answer)
      const id = request.getResponseHeader('x-request-id') ?? undefined
      reject(new CallError(request.status, heard(request.response), id))
    }
    request.send(form)
  })
}

const base = apiBase.replace(/\/api\/1\.0$/, '')

/** Where a stored file lies, from the address that its record keeps. */
export const fileUrl = (path: string) => base + path
