import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import { recordHistory } from '#kit/web/RecordHistory.tsx'
import { rolesThatReadHistory } from './contract/subjects.ts'
import { auditTrailPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    audit: typeof texts
  }
}

export const auditWebArea: WebArea = {
  screens: [
    {
      path: auditTrailPath.pattern,
      menu: 'settings',
      title: 'audit:screens.trail',
      role: ['Audit Trail Report', 'Settings', 'User Roles'],
      privilege: 'View Audit',
      load: async () => ({ default: (await import('./web/AuditTrailPage.tsx')).AuditTrailPage }),
    },
  ],
  contributes: [
    recordHistory.with({
      mayRead: (subject, { has, may }) => may('View Audit') || has(rolesThatReadHistory(subject) ?? []),
      Drawer: lazy(async () => ({ default: (await import('./web/HistoryDrawer.tsx')).HistoryDrawer })),
    }),
  ],
}
