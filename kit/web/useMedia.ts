import { useSyncExternalStore } from 'react'

/** True if the window currently matches the media query. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )

/** True for the phone layout: cards instead of tables, one column and a collapsed search. */
export const useIsPhone = () => useMedia('(max-width: 575.98px)')
