import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

// The page's header stands around the page, and what belongs into it is known by the page: these parts are drawn there.

type Place = { at: HTMLElement | null; watchers: Set<() => void> }
const tools: Place = { at: null, watchers: new Set() }
const about: Place = { at: null, watchers: new Set() }

const settle = (place: Place) => (at: HTMLElement | null) => {
  place.at = at
  for (const changed of place.watchers) changed()
}

/** For the shell: where the header keeps room for them (refs). */
export const pagePlaces = { tools: settle(tools), about: settle(about) }

function usePlace(place: Place) {
  return useSyncExternalStore(
    (changed) => {
      place.watchers.add(changed)
      return () => place.watchers.delete(changed)
    },
    () => place.at,
  )
}

/** What can be done with the whole page, in its header before the add button: export, a choice between views, the walk through a list. */
export function PageTools({ children }: { children: ReactNode }) {
  const at = usePlace(tools)
  return at && createPortal(children, at)
}

/** One line below the page's title. */
export function PageAbout({ children }: { children: ReactNode }) {
  const at = usePlace(about)
  return at && createPortal(children, at)
}
