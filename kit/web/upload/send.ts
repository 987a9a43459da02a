import { apiBaseUrl, CallError, parseErrorReply } from '../call.ts'

/** Uploads a form with a file by XMLHttpRequest, because fetch does not report upload progress. */
export function sendForm<Answer>(path: string, form: FormData, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiBaseUrl + path)
    request.setRequestHeader('x-carat-client', 'web')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new CallError(0, { code: 'kit.unreachable', message: 'Something went wrong' }))
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Answer)
      const id = request.getResponseHeader('x-request-id') ?? undefined
      reject(new CallError(request.status, parseErrorReply(request.response), id))
    }
    request.send(form)
  })
}

const base = apiBaseUrl.replace(/\/api\/1\.0$/, '')

/** Returns the URL of a stored file, including the base path. */
export const fileUrl = (path: string) => base + path
