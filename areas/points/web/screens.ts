import type { Screen } from '#kit/web/screen.ts'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

export const screens: readonly Screen[] = [
  {
    path: '/points-management/points-adjustment',
    title: 'points:screens.adjustments',
    role: 'Point Adjustment',
    add: { label: 'points:adjustment.add', dialog: true },
    load: async () => ({ default: (await import('./adjustments/AdjustmentsPage.tsx')).AdjustmentsPage }),
  },
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
