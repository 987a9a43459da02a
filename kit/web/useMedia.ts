import { useSyncExternalStore } from 'react'

/** Whether the window currently matches the media query. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )

/** Whether the layout is the phone's: cards instead of tables, one column, collapsed search. */
export const useIsPhone = () => useMedia('(max-width: 575.98px)')
