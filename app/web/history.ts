import { lazy } from 'react'
import { type Subject, subjects } from '#areas/audit/contract/subjects.ts'
import { setHistorySource } from '#kit/web/history.ts'

/** Tells the kit who may read the history of a record, and what shows it. */
export const startHistory = () =>
  setHistorySource({
    mayRead: (subject, { has, may }) => may('View Audit') || has(subjects[subject as Subject] ?? []),
    Drawer: lazy(async () => ({ default: (await import('#areas/audit/web/HistoryDrawer.tsx')).HistoryDrawer })),
  })
