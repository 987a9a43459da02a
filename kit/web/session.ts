import { createContext, useContext } from 'react'
import type { Privilege, Role, SessionInfo, UserInfo } from './vocabulary.ts'

export type Session = {
  user: UserInfo
  session: SessionInfo
  /** True if the user has this role (or one of these). Only for the display; the server enforces access. */
  has: (role: Role | readonly Role[] | undefined) => boolean
  may: (privilege: Privilege | undefined) => boolean
  /** Head office sees all outlets; other users see only their own. */
  isHQ: boolean
}

export const SessionContext = createContext<Session | null>(null)

/** The session of the signed-in user. Throws outside of the signed-in application. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession was called outside of the signed-in application')
  return session
}
