import type { Screen } from '#kit/web/screen.ts'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

export const screens: readonly Screen[] = [
  {
    path: '/points/explain',
    title: 'points:screens.explain',
    role,
    load: async () => ({ default: (await import('./explain/ExplainPage.tsx')).ExplainPage }),
  },
  {
    path: '/points/statement',
    title: 'points:screens.statement',
    role,
    load: async () => ({ default: (await import('./statement/StatementPage.tsx')).StatementPage }),
  },
]
