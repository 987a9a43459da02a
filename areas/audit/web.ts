import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import { rolesOfHistory } from './contract/subjects.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    audit: typeof texts
  }
}

export const audit: WebArea = {
  provides: {
    history: {
      mayRead: (subject, { has, may }) => may('View Audit') || has(rolesOfHistory(subject) ?? []),
      Drawer: lazy(async () => ({ default: (await import('./web/HistoryDrawer.tsx')).HistoryDrawer })),
    },
  },
}
