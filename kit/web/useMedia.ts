import { useSyncExternalStore } from 'react'

/** Does the window match this query right now? */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )

/** A phone: cards instead of tables, one column, folded search. */
export const useIsPhone = () => useMedia('(max-width: 575.98px)')
