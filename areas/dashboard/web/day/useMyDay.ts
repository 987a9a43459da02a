import { useRead } from '#kit/web/useRead.ts'
import { getMyDay } from '../../contract/my-day.ts'

const STALE_MS = 60_000

/** One query shared by all cards of the counter's first page. */
export const useMyDay = () => useRead(getMyDay, {}, { staleTime: STALE_MS })
