import { createContext, useContext } from 'react'
import type { Privilege, Role, SessionInfo, UserInfo } from './vocabulary.ts'

export type Session = {
  user: UserInfo
  session: SessionInfo
  /** True if the user has this role or one of these roles. For display only, because the server enforces access. */
  has: (role: Role | readonly Role[] | undefined) => boolean
  may: (privilege: Privilege | undefined) => boolean
  /** True for head office, which sees all outlets. Other users see only their own outlet. */
  isHQ: boolean
}

export const SessionContext = createContext<Session | null>(null)

/** Returns the session of the signed-in user. Throws if no user is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession was called outside of the signed-in application')
  return session
}
