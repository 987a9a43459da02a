import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/imports',
    title: 'app:imports.imports',
    role: ['Customer', 'Customer Transaction', 'Settings'],
    privilege: 'Import Data',
    load: async () => ({ default: (await import('./ImportsPage.tsx')).ImportsPage }),
  },
]
