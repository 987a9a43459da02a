import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    points: typeof texts
  }
}

export const points: WebArea = {
  screens: [
    {
      path: '/points-management/point-structure',
      title: 'points:screens.structures',
      role: 'Point Structure',
      add: { label: 'points:screens.structureAdd', to: '/points-management/point-structure/add' },
      load: async () => ({ default: (await import('./web/rules/StructuresPage.tsx')).StructuresPage }),
    },
    {
      path: '/points-management/point-structure/add',
      title: 'points:screens.structureAdd',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/AddStructurePage.tsx')).AddStructurePage }),
    },
    {
      path: '/points-management/point-structure/:StructureId',
      title: 'points:screens.structure',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/StructurePage.tsx')).StructurePage }),
    },
    {
      path: '/points-management/point-structure/:StructureId/simulate',
      title: 'points:screens.simulate',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateStructurePage }),
    },
    {
      path: '/points-management/point-rate',
      title: 'points:screens.rates',
      role: 'Point Rate',
      add: { label: 'points:screens.rateAdd', to: '/points-management/point-rate/add' },
      load: async () => ({ default: (await import('./web/rules/RatesPage.tsx')).RatesPage }),
    },
    {
      path: '/points-management/point-rate/add',
      title: 'points:screens.rateAdd',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/AddRatePage.tsx')).AddRatePage }),
    },
    {
      path: '/points-management/point-rate/:RateId',
      title: 'points:screens.rate',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/RatePage.tsx')).RatePage }),
    },
    {
      path: '/points-management/point-rate/:RateId/simulate',
      title: 'points:screens.simulate',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateRatePage }),
    },
    {
      path: '/points-management/points-adjustment',
      title: 'points:screens.adjustments',
      role: 'Point Adjustment',
      add: { label: 'points:screens.adjustmentAdd', dialog: true },
      load: async () => ({ default: (await import('./web/adjustments/AdjustmentsPage.tsx')).AdjustmentsPage }),
    },
    {
      path: '/points/explain',
      title: 'points:screens.explain',
      role,
      load: async () => ({ default: (await import('./web/explain/ExplainPage.tsx')).ExplainPage }),
    },
    {
      path: '/points/statement',
      title: 'points:screens.statement',
      role,
      load: async () => ({ default: (await import('./web/statement/StatementPage.tsx')).StatementPage }),
    },
  ],
}
