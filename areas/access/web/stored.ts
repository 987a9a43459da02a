import { isAppearanceKey } from '#kit/web/theme.tsx'
import type { SessionInfo, UserInfo } from '../contract.ts'

// The keys of the browser's storage that the specification sets. The session itself is an HttpOnly cookie.
// `auth_token` only marks that a user signed in here; the other keys are for display.

const MARK = 'cookie'
const RETURN_TO = 'carat.return_to'
const REASON = 'carat.signed_out'

export const isMarkedSignedIn = () => localStorage.getItem('auth_token') === MARK

export function storeSignedInSession(user: UserInfo, session: SessionInfo) {
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

/** Removes all stored data of the user at sign-out, including drafts. Only the settings of the appearance stay. */
export function clearUserStorage() {
  for (const key of Object.keys(localStorage)) if (!isAppearanceKey(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

type Reason = { code: string; message: string; params: Record<string, string | number> }

/** Stores why the session ended. The sign-in page shows the reason until a user signs in, even after a reload. */
export const storeSessionEndReason = (reason: Reason) => sessionStorage.setItem(REASON, JSON.stringify(reason))

export function readSessionEndReason(): Reason | undefined {
  const reason = sessionStorage.getItem(REASON)
  return reason === null ? undefined : JSON.parse(reason)
}

/** Stores the current page when a session ends unexpectedly, so that the next sign-in returns to the page. */
export const rememberReturnPath = (path: string) => sessionStorage.setItem(RETURN_TO, path)

export const rememberedReturnPath = () => sessionStorage.getItem(RETURN_TO) ?? undefined

export function takeReturnPath() {
  const path = rememberedReturnPath()
  sessionStorage.removeItem(RETURN_TO)
  return path
}
