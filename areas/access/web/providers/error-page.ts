import { CallError } from '#kit/web/call.ts'

/** Where a failed sign-in is explained: what happened stands in the address by its code, never by words. */
export function errorPageOf(error: unknown) {
  const { statusCode, code, requestId } =
    error instanceof CallError ? error : { statusCode: 0, code: 'kit.unexpected', requestId: undefined }
  const about = new URLSearchParams({ code, ...(requestId && { request: requestId }) })
  // What the person or the account may not, and what the system could not.
  const page = statusCode >= 400 && statusCode < 500 && statusCode !== 429 ? 'error-1' : 'error-2'
  return `/auth/${page}?${about}`
}
