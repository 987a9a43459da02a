import { CallError } from '#kit/web/call.ts'
import { signInRefusedPath, systemUnavailablePath } from '../../paths.ts'

/** Returns the path of the page that explains a failed sign-in. The path contains the error code, never a message. */
export function signInErrorPathFor(error: unknown) {
  const { statusCode, code, requestId } =
    error instanceof CallError ? error : { statusCode: 0, code: 'kit.unexpected', requestId: undefined }
  // Errors of the user or the account open the page "sign-in refused"; errors of the system the page "system unavailable".
  const explained =
    statusCode >= 400 && statusCode < 500 && statusCode !== 429 ? signInRefusedPath : systemUnavailablePath
  return explained({ code, request: requestId })
}
