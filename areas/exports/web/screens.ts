import { roles } from '#areas/access/roles.ts'
import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/exports',
    title: 'exports:screens.exports',
    role: roles,
    privilege: 'Export Data',
    load: async () => ({ default: (await import('./ExportsPage.tsx')).ExportsPage }),
  },
]
