import { createContext, useContext } from 'react'
import type { Privilege, Role, SessionInfo, UserInfo } from './vocabulary.ts'

export type Session = {
  user: UserInfo
  session: SessionInfo
  /** Has the user this role (or one of these)? Draws the page; the server decides. */
  has: (role: Role | readonly Role[] | undefined) => boolean
  may: (privilege: Privilege | undefined) => boolean
  /** Head office sees every outlet; everybody else is locked to their own. */
  isHQ: boolean
}

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in. Every page of the back-office stands inside a session, so it is never missing there. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession was called outside of the signed-in application')
  return session
}
