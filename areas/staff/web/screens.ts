import { bringTexts, type Language } from '#kit/web/i18n.ts'
import type { Screen } from '#kit/web/screen.ts'

// Head office's own pages. Their texts come with them: most people never open one.

export const USERS = '/settings/users'

const texts = async (language: Language) => ({
  staff: ((await import(`./texts/${language}.json`)) as { default: object }).default,
})

const opening = (load: Screen['load']): Screen['load'] => {
  return async () => (await Promise.all([load(), bringTexts(texts)]))[0]
}

export const screens: readonly Screen[] = [
  {
    path: USERS,
    title: 'app:settings.users',
    role: 'User Roles',
    add: { label: 'staff:person.add', to: `${USERS}/add` },
    load: opening(async () => ({ default: (await import('./people/UsersPage.tsx')).UsersPage })),
  },
  {
    path: `${USERS}/add`,
    title: 'app:settings.addUser',
    role: 'User Roles',
    parent: USERS,
    load: opening(async () => ({ default: (await import('./people/AddPersonPage.tsx')).AddPersonPage })),
  },
  {
    path: `${USERS}/:StaffId`,
    title: 'app:settings.user',
    role: 'User Roles',
    parent: USERS,
    load: opening(async () => ({ default: (await import('./people/PersonPage.tsx')).PersonPage })),
  },
  {
    path: '/settings/roles',
    title: 'app:settings.roles',
    role: 'User Roles',
    load: opening(async () => ({ default: (await import('./rights/RolesPage.tsx')).RolesPage })),
  },
  {
    path: '/settings/system-accounts',
    title: 'app:settings.systemAccounts',
    role: 'User Roles',
    add: { label: 'staff:system.add', dialog: true },
    load: opening(async () => ({ default: (await import('./systems/SystemAccountsPage.tsx')).SystemAccountsPage })),
  },
  {
    path: '/settings/outlets',
    title: 'app:settings.outlets',
    role: 'Settings',
    add: { label: 'staff:building.add', dialog: true, privilege: 'Manage Settings' },
    load: opening(async () => ({ default: (await import('./places/PlacesPage.tsx')).PlacesPage })),
  },
]
