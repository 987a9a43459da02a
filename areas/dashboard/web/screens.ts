import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    title: 'app:dashboard.dashboard',
    load: async () => ({ default: (await import('./DashboardPage.tsx')).DashboardPage }),
  },
]
