import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/exports',
    title: 'app:settings.exports',
    privilege: 'Export Data',
    load: async () => ({ default: (await import('./ExportsPage.tsx')).ExportsPage }),
  },
]
