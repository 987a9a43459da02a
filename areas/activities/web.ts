import { lazy } from 'react'
import { customerCardsSlot, timelineActionsSlot } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { recordScreen } from '#kit/web/record-screen.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    activities: typeof texts
  }
}

export const activitiesWebArea: WebArea = {
  screens: [
    recordScreen({
      name: 'activity type',
      title: 'activities:screens.types',
      role: 'Activity Type',
      words: 'activities:type',
      adding: 'activities:screens.typeAdd',
      record: async () => (await import('./contract/records.ts')).activityTypes,
      named: 'ActivityCode',
      columns: [{ field: 'ActivityCode', title: 'activities:type.code' }, 'Description', 'AutoSyncYN', 'Status'],
      search: { ActivityCode: { kind: 'capitals', label: 'activities:type.code' }, Description: 'text' },
      code: { name: 'ActivityCode', label: 'activities:type.code', example: 'RING_CLEANING' },
      fields: [{ name: 'Description', kind: 'multiline' }, 'AutoSyncYN'],
    }),
  ],
  contributes: [
    timelineActionsSlot.with(lazy(async () => ({ default: (await import('./web/NoteLine.tsx')).AddNoteButton }))),
    customerCardsSlot.with(lazy(async () => ({ default: (await import('./web/ActivitiesCard.tsx')).ActivitiesCard }))),
  ],
}
