import { lazy } from 'react'
import { counterCardsSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { dashboardPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    dashboard: typeof texts
  }
}

export const dashboardWebArea: WebArea = {
  screens: [
    {
      path: dashboardPath.pattern,
      title: 'dashboard:screens.dashboard',
      heading: 'unseen',
      load: async () => ({ default: (await import('./web/DashboardPage.tsx')).DashboardPage }),
    },
  ],
  contributes: [
    counterCardsSlot.with(
      { column: 1, Card: lazy(async () => ({ default: (await import('./web/day/OccasionsCard.tsx')).OccasionsCard })) },
      { column: 3, Card: lazy(async () => ({ default: (await import('./web/day/MyDayCard.tsx')).MyDayCard })) },
    ),
  ],
}
