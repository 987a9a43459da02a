import type { TextKey } from './vocabulary.ts'

/** A record that this user opened, and what kind of page shows it. */
export type RecentRecord = { path: string; name: string; about: string | null; kind: TextKey }
export type RecentRecords = { records: readonly RecentRecord[] | undefined; error: unknown; retry: () => void }

let source: () => RecentRecords = () => ({ records: [], error: null, retry: () => {} })

/** The kit knows no area: the shell says once where the records opened last are kept. */
export const setRecentSource = (own: typeof source) => {
  source = own
}

/** The records that this user opened last, the latest first, without those they may not open any more. */
export const useRecentRecords = () => source()
