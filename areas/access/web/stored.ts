import { isAppearanceKey } from '#kit/web/theme.tsx'
import type { SessionInfo, UserInfo } from '../contract.ts'

// The session keys of the specification. None of them is a secret: the session itself is a cookie that scripts cannot
// read, so `auth_token` only marks that somebody signed in here, and the rest is for drawing.

const MARK = 'cookie'
const RETURN_TO = 'carat.return_to'
const REASON = 'carat.signed_out'

export const isMarkedSignedIn = () => localStorage.getItem('auth_token') === MARK

export function storeSession(user: UserInfo, session: SessionInfo) {
  markSignedIn()
  sessionStorage.setItem('roles', JSON.stringify(user.roles))
  sessionStorage.setItem('privileges', JSON.stringify(user.privileges))
  sessionStorage.setItem('login date time', session.login_date_time)
  sessionStorage.setItem('client ip address', session.client_ip_address ?? '')
  sessionStorage.setItem('unique session id', session.unique_session_id)
  sessionStorage.setItem('userinfo', JSON.stringify(user))
}

export function markSignedIn() {
  localStorage.setItem('auth_token', MARK)
  sessionStorage.removeItem(REASON)
}
export const unmarkSignedIn = () => localStorage.removeItem('auth_token')

/** Signing out leaves nothing about the person behind, drafts included; only how things look stays. */
export function clearStored() {
  for (const key of Object.keys(localStorage)) if (!isAppearanceKey(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

type Reason = { code: string; message: string; params: Record<string, string | number> }

/** Why the session ended: the sign-in page says it until somebody has signed in, also where it is drawn again. */
export const rememberReason = (reason: Reason) => sessionStorage.setItem(REASON, JSON.stringify(reason))

export function rememberedReason(): Reason | undefined {
  const reason = sessionStorage.getItem(REASON)
  return reason === null ? undefined : JSON.parse(reason)
}

/** The session ended without a goodbye: after the next sign-in the user goes on where they were. */
export const rememberPlace = (path: string) => sessionStorage.setItem(RETURN_TO, path)

export const rememberedPlace = () => sessionStorage.getItem(RETURN_TO) ?? undefined

export function takeRememberedPlace() {
  const path = rememberedPlace()
  sessionStorage.removeItem(RETURN_TO)
  return path
}
