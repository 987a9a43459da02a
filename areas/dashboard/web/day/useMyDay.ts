import { useRead } from '#kit/web/useRead.ts'
import { getMyDay } from '../../contract/my-day.ts'

const FRESH_MS = 60_000

/** One call for all cards of the first page. */
export const useMyDay = () => useRead(getMyDay, {}, { staleTime: FRESH_MS })
