import type { ReactNode } from 'react'
import { defineService } from '#kit/web/slots.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'

/** A record opened by the user, with the title of its page. */
export type RecentRecord = { path: string; name: string; about: string | null; kind: TextKey }
export type RecentRecords = { records: readonly RecentRecord[] | undefined; error: unknown; retry: () => void }

/** A hook that returns the user's recent records, latest first. */
export const recentRecordsService = defineService<() => RecentRecords>('dashboard.recentRecordsService')

/** A queue of pending items; `icon` is the icon of the queue's section in the menu. */
export type WaitingQueue = { path: string; title: TextKey; count: number; icon: ReactNode }

/** A hook that returns the user's queues with pending items; undefined while loading. */
export const waitingQueuesService = defineService<() => readonly WaitingQueue[] | undefined>(
  'dashboard.waitingQueuesService',
)
