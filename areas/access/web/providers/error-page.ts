import { CallError } from '#kit/web/call.ts'
import { signInRefusedPath, systemUnavailablePath } from '../../paths.ts'

/** Where a failed sign-in is explained: what happened stands in the address by its code, never by words. */
export function errorPageOf(error: unknown) {
  const { statusCode, code, requestId } =
    error instanceof CallError ? error : { statusCode: 0, code: 'kit.unexpected', requestId: undefined }
  // What the person or the account may not, and what the system could not.
  const explained =
    statusCode >= 400 && statusCode < 500 && statusCode !== 429 ? signInRefusedPath : systemUnavailablePath
  return explained({ code, request: requestId })
}
