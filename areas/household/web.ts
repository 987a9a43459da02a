import { lazy } from 'react'
import { memberTabsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    household: typeof texts
  }
}

export const householdWebArea: WebArea = {
  contributes: [
    memberTabsSlot.with({
      key: 'jewellery',
      title: 'household:title',
      role: 'Customer',
      Tab: lazy(async () => ({ default: (await import('./web/JewelleryTab.tsx')).JewelleryTab })),
    }),
  ],
}
