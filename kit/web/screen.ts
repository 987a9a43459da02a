import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Privilege, Role, TextKey } from './vocabulary.ts'

/** A page of an area: where it lies, who may open it, how it is loaded. Each area exports its `screens`. */
export type Screen = {
  path: string
  title: TextKey
  /** One of these roles opens it; without any, every member of staff may. */
  role?: Role | readonly Role[]
  load: () => Promise<{ default: ComponentType }>
  /** The path of the screen above it in the breadcrumb. */
  parent?: string
  /** The page header's add button; it also answers to the key N. */
  add?: { label: TextKey; privilege?: Privilege } & ({ to: string } | { dialog: true })
  /** Without navigation and header: the view pages of the reports. */
  fullPage?: boolean
}

let action: (() => void) | undefined
const watchers = new Set<() => void>()

function setAction(next: typeof action) {
  action = next
  for (const changed of watchers) changed()
}

/** A page whose add button opens a dialog says here how: `usePageAction(() => setOpen(true))`. */
export function usePageAction(run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const open = () => latest.current()
    setAction(open)
    // Only its own: the next page may already have registered.
    return () => {
      if (action === open) setAction(undefined)
    }
  }, [])
}

/** For the page header: how the present page opens its dialog, once it has said so. */
export const useRegisteredAction = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => action,
  )
