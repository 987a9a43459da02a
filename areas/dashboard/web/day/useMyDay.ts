import { useRead } from '#kit/web/useRead.ts'
import { getMyDay } from '../../contract/my-day.ts'

const STALE_MS = 60_000

/** Reads the user's day by one query, which all cards of the counter's first page share. */
export const useMyDay = () => useRead(getMyDay, {}, { staleTime: STALE_MS })
