import { lazy } from 'react'
import { customerCards, timelineActions } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { activityTypesPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    activities: typeof texts
  }
}

export const activities: WebArea = {
  screens: [
    {
      path: activityTypesPath.pattern,
      title: 'activities:screens.types',
      role: 'Activity Type',
      add: { label: 'activities:screens.typeAdd', dialog: true },
      load: async () => ({ default: (await import('./web/ActivityTypesPage.tsx')).ActivityTypesPage }),
    },
  ],
  contributes: [
    timelineActions.with(lazy(async () => ({ default: (await import('./web/NoteLine.tsx')).AddNoteButton }))),
    customerCards.with(lazy(async () => ({ default: (await import('./web/ActivitiesCard.tsx')).ActivitiesCard }))),
  ],
}
