import { lazy } from 'react'
import { customerCardsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { retentionPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    retention: typeof texts
  }
}

export const retentionWebArea: WebArea = {
  screens: [
    {
      path: retentionPath.pattern,
      menu: 'member',
      title: 'retention:screens.atRisk',
      role: ['Customer', 'Customer Performance Report', 'Inactive Reactive Member Listing'],
      load: async () => ({ default: (await import('./web/RetentionPage.tsx')).RetentionPage }),
    },
  ],
  contributes: [
    customerCardsSlot.with(lazy(async () => ({ default: (await import('./web/ForecastCard.tsx')).ForecastCard }))),
  ],
}
