import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/settings',
    title: 'app:settings.settings',
    role: 'Settings',
    load: async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage }),
  },
  {
    path: '/settings/lists',
    title: 'app:settings.lists',
    role: 'Settings',
    add: { label: 'app:settings.addList', dialog: true, privilege: 'Manage Settings' },
    load: async () => ({ default: (await import('./lists/ListsPage.tsx')).ListsPage }),
  },
]
