import type { WebArea } from '#kit/web/area.ts'
import type { SessionInfo as Session, UserInfo as User } from './contract.ts'
import { identitiesPath, ownSessionsPath, securityPath, sessionsPath } from './paths.ts'
import type { Privilege as AnyPrivilege, Role as AnyRole } from './roles.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    access: typeof texts
  }
  // The import has an alias, because the kit exports the same names.
  interface Vocabulary {
    role: AnyRole
    privilege: AnyPrivilege
    user: User
    session: Session
  }
}

export const accessWebArea: WebArea = {
  screens: [
    {
      path: securityPath.pattern,
      title: 'access:screens.security',
      load: async () => ({ default: (await import('./web/security/SecurityPage.tsx')).SecurityPage }),
    },
    {
      path: ownSessionsPath.pattern,
      title: 'access:screens.ownSessions',
      load: async () => ({ default: (await import('./web/sessions/OwnSessionsPage.tsx')).OwnSessionsPage }),
    },
    {
      path: identitiesPath.pattern,
      menu: 'settings',
      title: 'access:screens.identities',
      role: 'User Roles',
      add: { label: 'access:screens.providersAdd', dialog: true },
      load: async () => ({ default: (await import('./web/providers/IdentitiesPage.tsx')).IdentitiesPage }),
    },
    {
      path: sessionsPath.pattern,
      menu: 'settings',
      title: 'access:screens.sessions',
      role: 'Settings',
      privilege: 'Force Logout',
      load: async () => ({ default: (await import('./web/sessions/SessionsPage.tsx')).SessionsPage }),
    },
  ],
}
