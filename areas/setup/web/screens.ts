import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/settings',
    title: 'app:settings.settings',
    role: 'Settings',
    load: async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage }),
  },
  {
    // Not in the menu: the dashboard leads here while something is missing.
    path: '/settings/first-steps',
    title: 'app:settings.firstSteps',
    role: 'Settings',
    parent: '/settings',
    load: async () => ({ default: (await import('./first-steps/FirstStepsPage.tsx')).FirstStepsPage }),
  },
  {
    path: '/settings/lists',
    title: 'app:settings.lists',
    role: 'Settings',
    add: { label: 'app:settings.addList', dialog: true, privilege: 'Manage Settings' },
    load: async () => ({ default: (await import('./lists/ListsPage.tsx')).ListsPage }),
  },
]
