import { service } from '#kit/web/slots.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'

/** A record that this user opened, with the kind of page that shows it. */
export type RecentRecord = { path: string; name: string; about: string | null; kind: TextKey }
export type RecentRecords = { records: readonly RecentRecord[] | undefined; error: unknown; retry: () => void }

/** A hook: the records that this user opened last, the latest first. */
export const recentRecords = service<() => RecentRecords>('dashboard.recentRecords')

export type WaitingQueue = { path: string; title: TextKey; count: number }

/** A hook: the queues in which something waits for this user; undefined until they are loaded. */
export const waitingQueues = service<() => readonly WaitingQueue[] | undefined>('dashboard.waitingQueues')
