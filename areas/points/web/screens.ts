import type { Screen } from '#kit/web/screen.ts'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

export const screens: readonly Screen[] = [
  {
    path: '/points-management/point-structure',
    title: 'points:screens.structures',
    role: 'Point Structure',
    add: { label: 'points:structure.add', to: '/points-management/point-structure/add' },
    load: async () => ({ default: (await import('./rules/StructuresPage.tsx')).StructuresPage }),
  },
  {
    path: '/points-management/point-structure/add',
    title: 'points:screens.add',
    role: 'Point Structure',
    parent: '/points-management/point-structure',
    load: async () => ({ default: (await import('./rules/AddStructurePage.tsx')).AddStructurePage }),
  },
  {
    path: '/points-management/point-structure/:StructureId',
    title: 'points:screens.structure',
    role: 'Point Structure',
    parent: '/points-management/point-structure',
    load: async () => ({ default: (await import('./rules/StructurePage.tsx')).StructurePage }),
  },
  {
    path: '/points-management/point-structure/:StructureId/simulate',
    title: 'points:screens.simulate',
    role: 'Point Structure',
    parent: '/points-management/point-structure',
    load: async () => ({ default: (await import('./rules/SimulatePages.tsx')).SimulateStructurePage }),
  },
  {
    path: '/points-management/point-rate',
    title: 'points:screens.rates',
    role: 'Point Rate',
    add: { label: 'points:rate.add', to: '/points-management/point-rate/add' },
    load: async () => ({ default: (await import('./rules/RatesPage.tsx')).RatesPage }),
  },
  {
    path: '/points-management/point-rate/add',
    title: 'points:screens.add',
    role: 'Point Rate',
    parent: '/points-management/point-rate',
    load: async () => ({ default: (await import('./rules/AddRatePage.tsx')).AddRatePage }),
  },
  {
    path: '/points-management/point-rate/:RateId',
    title: 'points:screens.rate',
    role: 'Point Rate',
    parent: '/points-management/point-rate',
    load: async () => ({ default: (await import('./rules/RatePage.tsx')).RatePage }),
  },
  {
    path: '/points-management/point-rate/:RateId/simulate',
    title: 'points:screens.simulate',
    role: 'Point Rate',
    parent: '/points-management/point-rate',
    load: async () => ({ default: (await import('./rules/SimulatePages.tsx')).SimulateRatePage }),
  },
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
