import type { Screen } from '#kit/web/screen.ts'

// Head office's own pages.

export const USERS = '/settings/users'

export const screens: readonly Screen[] = [
  {
    path: USERS,
    title: 'app:settings.users',
    role: 'User Roles',
    add: { label: 'app:settings.addPerson', to: `${USERS}/add` },
    load: async () => ({ default: (await import('./people/UsersPage.tsx')).UsersPage }),
  },
  {
    path: `${USERS}/add`,
    title: 'app:settings.addUser',
    role: 'User Roles',
    parent: USERS,
    load: async () => ({ default: (await import('./people/AddPersonPage.tsx')).AddPersonPage }),
  },
  {
    path: `${USERS}/:StaffId`,
    title: 'app:settings.user',
    role: 'User Roles',
    parent: USERS,
    load: async () => ({ default: (await import('./people/PersonPage.tsx')).PersonPage }),
  },
  {
    path: '/settings/roles',
    title: 'app:settings.roles',
    role: 'User Roles',
    load: async () => ({ default: (await import('./rights/RolesPage.tsx')).RolesPage }),
  },
  {
    path: '/settings/system-accounts',
    title: 'app:settings.systemAccounts',
    role: 'User Roles',
    add: { label: 'app:settings.addSystem', dialog: true },
    load: async () => ({ default: (await import('./systems/SystemAccountsPage.tsx')).SystemAccountsPage }),
  },
  {
    path: '/settings/outlets',
    title: 'app:settings.outlets',
    role: 'Settings',
    add: { label: 'app:settings.addBuilding', dialog: true, privilege: 'Manage Settings' },
    load: async () => ({ default: (await import('./places/PlacesPage.tsx')).PlacesPage }),
  },
]
