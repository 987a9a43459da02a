import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    household: typeof texts
  }
}

export const household: WebArea = {
  provides: {
    memberTabs: [
      {
        key: 'jewellery',
        title: 'household:title',
        role: 'Customer',
        Tab: lazy(async () => ({ default: (await import('./web/JewelleryTab.tsx')).JewelleryTab })),
      },
    ],
  },
}
