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

/** True if the window is narrow enough for the phone layout, with cards instead of tables. */
export const useIsPhone = () => useMedia('(max-width: 575.98px)')
