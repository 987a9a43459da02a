import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/account/security',
    title: 'app:access.security',
    load: async () => ({ default: (await import('./security/SecurityPage.tsx')).SecurityPage }),
  },
  {
    path: '/account/sessions',
    title: 'app:access.ownSessions',
    load: async () => ({ default: (await import('./sessions/OwnSessionsPage.tsx')).OwnSessionsPage }),
  },
  {
    path: '/settings/sessions',
    title: 'app:access.sessions',
    role: 'Settings',
    privilege: 'Force Logout',
    load: async () => ({ default: (await import('./sessions/SessionsPage.tsx')).SessionsPage }),
  },
  {
    path: '/settings/identities',
    title: 'app:access.identities',
    role: 'User Roles',
    add: { label: 'app:access.providersAdd', dialog: true },
    load: async () => ({ default: (await import('./providers/IdentitiesPage.tsx')).IdentitiesPage }),
  },
]
