import { lazy } from 'react'
import { memberCardsSlot, memberTabsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { pointViewerRoles as role } from './contract/roles.ts'
import {
  adjustmentsPath,
  pointExplanationPath,
  rateAddPath,
  ratePath,
  rateSimulationPath,
  ratesPath,
  statementPath,
  structureAddPath,
  structurePath,
  structureSimulationPath,
  structuresPath,
} from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    points: typeof texts
  }
}

export const pointsWebArea: WebArea = {
  screens: [
    {
      path: structuresPath.pattern,
      title: 'points:screens.structures',
      role: 'Point Structure',
      add: { label: 'points:screens.structureAdd', to: structureAddPath() },
      load: async () => ({ default: (await import('./web/rules/StructuresPage.tsx')).StructuresPage }),
    },
    {
      path: structureAddPath.pattern,
      title: 'points:screens.structureAdd',
      role: 'Point Structure',
      parent: structuresPath.pattern,
      load: async () => ({ default: (await import('./web/rules/AddStructurePage.tsx')).AddStructurePage }),
    },
    {
      path: structurePath.pattern,
      title: 'points:screens.structure',
      heading: 'record',
      role: 'Point Structure',
      parent: structuresPath.pattern,
      load: async () => ({ default: (await import('./web/rules/StructurePage.tsx')).StructurePage }),
    },
    {
      path: structureSimulationPath.pattern,
      title: 'points:screens.simulate',
      heading: 'record',
      role: 'Point Structure',
      parent: structuresPath.pattern,
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateStructurePage }),
    },
    {
      path: ratesPath.pattern,
      title: 'points:screens.rates',
      role: 'Point Rate',
      add: { label: 'points:screens.rateAdd', to: rateAddPath() },
      load: async () => ({ default: (await import('./web/rules/RatesPage.tsx')).RatesPage }),
    },
    {
      path: rateAddPath.pattern,
      title: 'points:screens.rateAdd',
      role: 'Point Rate',
      parent: ratesPath.pattern,
      load: async () => ({ default: (await import('./web/rules/AddRatePage.tsx')).AddRatePage }),
    },
    {
      path: ratePath.pattern,
      title: 'points:screens.rate',
      heading: 'record',
      role: 'Point Rate',
      parent: ratesPath.pattern,
      load: async () => ({ default: (await import('./web/rules/RatePage.tsx')).RatePage }),
    },
    {
      path: rateSimulationPath.pattern,
      title: 'points:screens.simulate',
      heading: 'record',
      role: 'Point Rate',
      parent: ratesPath.pattern,
      load: async () => ({ default: (await import('./web/rules/SimulatePages.tsx')).SimulateRatePage }),
    },
    {
      path: adjustmentsPath.pattern,
      title: 'points:screens.adjustments',
      role: 'Point Adjustment',
      add: { label: 'points:screens.adjustmentAdd', dialog: true },
      load: async () => ({ default: (await import('./web/adjustments/AdjustmentsPage.tsx')).AdjustmentsPage }),
    },
    {
      path: pointExplanationPath.pattern,
      title: 'points:screens.explain',
      role,
      load: async () => ({ default: (await import('./web/explain/ExplainPage.tsx')).PointExplanationPage }),
    },
    {
      path: statementPath.pattern,
      title: 'points:screens.statement',
      role,
      load: async () => ({ default: (await import('./web/statement/StatementPage.tsx')).StatementPage }),
    },
  ],
  contributes: [
    memberCardsSlot.with(lazy(async () => ({ default: (await import('./web/member/PointsCard.tsx')).PointsCard }))),
    memberTabsSlot.with({
      key: 'points',
      title: 'points:card.title',
      role,
      Tab: lazy(async () => ({ default: (await import('./web/member/PointsTab.tsx')).PointsTab })),
    }),
  ],
}
