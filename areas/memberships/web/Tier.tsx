import { useRead } from '#kit/web/useRead.ts'
import { listCardCategories } from '../contract/card-categories.ts'

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; name and colour come from the few categories there are. */
export function useTiers() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  return (code: string | null) => data?.rows.find(({ Code }) => Code === code)
}
