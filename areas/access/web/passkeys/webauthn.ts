import type { Reply } from '#kit/contract/endpoint.ts'
import { CallError, call } from '#kit/web/call.ts'
import { errorText, type useT } from '#kit/web/i18n.ts'
import {
  finishAddingPasskey,
  finishPasskeySignIn,
  type startAddingPasskey,
  startPasskeySignIn,
} from '../../contract.ts'

// The browser's part of WebAuthn. The library is loaded on the first use, because the sign-in page must load fast.

export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Asks the user to choose and unlock a passkey, and opens a session with it. */
export async function signInWithPasskey(): Promise<void> {
  const [{ startAuthentication }, { Options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(startPasskeySignIn, {}),
  ])
  const Response = await startAuthentication({ optionsJSON: Options })
  await call(finishPasskeySignIn, { Response: { ...Response, clientExtensionResults: {} } })
}

/** Asks the user to create a passkey in a device, and adds it to the account. */
export async function createPasskey({ Options }: Reply<typeof startAddingPasskey>, Name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { response, ...credential } = await startRegistration({ optionsJSON: Options })
  return call(finishAddingPasskey, {
    Name,
    Response: {
      ...credential,
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
        transports: response.transports ?? [],
      },
    },
  })
}

/** Returns a text for an error of the server or of the browser. Browsers do not tell whether the user cancelled. */
export function passkeyErrorText(error: unknown, t: ReturnType<typeof useT>): string {
  if (error instanceof CallError) return errorText(error).description
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t('access:passkeys.alreadyThere')
  if (name === 'SecurityError' || name === 'NotSupportedError') return t('access:signIn.passkeyNotHere')
  return t('access:signIn.passkeyCancelled')
}
