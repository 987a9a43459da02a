import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/account/security',
    title: 'access:screens.security',
    load: async () => ({ default: (await import('./security/SecurityPage.tsx')).SecurityPage }),
  },
  {
    path: '/account/sessions',
    title: 'access:screens.ownSessions',
    load: async () => ({ default: (await import('./sessions/OwnSessionsPage.tsx')).OwnSessionsPage }),
  },
  {
    path: '/settings/sessions',
    title: 'access:screens.sessions',
    role: 'Settings',
    privilege: 'Force Logout',
    load: async () => ({ default: (await import('./sessions/SessionsPage.tsx')).SessionsPage }),
  },
  {
    path: '/settings/identities',
    title: 'access:screens.identities',
    role: 'User Roles',
    add: { label: 'access:providers.add', dialog: true },
    load: async () => ({ default: (await import('./providers/IdentitiesPage.tsx')).IdentitiesPage }),
  },
]
