import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'

const role = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    points: typeof en
  }
}

export const points: WebArea = {
  screens: [
    {
      path: '/points-management/point-structure',
      title: 'app:points.structures',
      role: 'Point Structure',
      add: { label: 'app:points.structureAdd', to: '/points-management/point-structure/add' },
      load: async () => ({ default: (await import('./web/rules/StructuresPage.tsx')).StructuresPage }),
    },
    {
      path: '/points-management/point-structure/add',
      title: 'app:points.structureAdd',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/AddStructurePage.tsx')).AddStructurePage }),
    },
    {
      path: '/points-management/point-structure/:StructureId',
      title: 'app:points.structure',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/StructurePage.tsx')).StructurePage }),
    },
    {
      path: '/points-management/point-structure/:StructureId/simulate',
      title: 'app:points.simulate',
      role: 'Point Structure',
      parent: '/points-management/point-structure',
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateStructurePage }),
    },
    {
      path: '/points-management/point-rate',
      title: 'app:points.rates',
      role: 'Point Rate',
      add: { label: 'app:points.rateAdd', to: '/points-management/point-rate/add' },
      load: async () => ({ default: (await import('./web/rules/RatesPage.tsx')).RatesPage }),
    },
    {
      path: '/points-management/point-rate/add',
      title: 'app:points.rateAdd',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/AddRatePage.tsx')).AddRatePage }),
    },
    {
      path: '/points-management/point-rate/:RateId',
      title: 'app:points.rate',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/RatePage.tsx')).RatePage }),
    },
    {
      path: '/points-management/point-rate/:RateId/simulate',
      title: 'app:points.simulate',
      role: 'Point Rate',
      parent: '/points-management/point-rate',
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateRatePage }),
    },
    {
      path: '/points-management/points-adjustment',
      title: 'app:points.adjustments',
      role: 'Point Adjustment',
      add: { label: 'app:points.adjustmentAdd', dialog: true },
      load: async () => ({ default: (await import('./web/adjustments/AdjustmentsPage.tsx')).AdjustmentsPage }),
    },
    {
      path: '/points/explain',
      title: 'app:points.explain',
      role,
      load: async () => ({ default: (await import('./web/explain/ExplainPage.tsx')).ExplainPage }),
    },
    {
      path: '/points/statement',
      title: 'app:points.statement',
      role,
      load: async () => ({ default: (await import('./web/statement/StatementPage.tsx')).StatementPage }),
    },
  ],
}
