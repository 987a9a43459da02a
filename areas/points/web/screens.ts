import type { Screen } from '#kit/web/screen.ts'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

export const screens: readonly Screen[] = [
  { path: '/points/explain', title: 'points:screens.explain', role, load: () => import('./explain/ExplainPage.tsx') },
  {
    path: '/points/statement',
    title: 'points:screens.statement',
    role,
    load: () => import('./statement/StatementPage.tsx'),
  },
]
