import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Session } from './session.ts'
import type { MenuGroup, Privilege, Role, TextKey } from './vocabulary.ts'

/** What the shell says of a page before its other texts are there: `screens` of the area's texts. */
export type ShellKey = Extract<TextKey, `app:${string}` | `${string}:screens.${string}`>

/** A page of an area: where it lies, who may open it, how it is loaded. */
export type Screen = {
  path: string
  title: ShellKey
  /** One of these roles opens it; without any, every member of staff may. */
  role?: Role | readonly Role[]
  /** Asked for on top of the role. */
  privilege?: Privilege
  load: () => Promise<{ default: ComponentType }>
  /**
   * `unseen`: the page says itself whom or what it is about (the header of a person), so its title is kept for screen readers
   * and for the window alone. The breadcrumb stays.
   */
  heading?: 'unseen'
  /** The group of the menu that a page stands in which the specification does not know; the others have their place. */
  menu?: MenuGroup
  /** The path of the screen above it in the breadcrumb. */
  parent?: string
  /** The page header's add button; it also answers to the key N. `hq`: only head office adds here. */
  add?: { label: ShellKey; privilege?: Privilege; hq?: true } & ({ to: string } | { dialog: true })
  /** Without navigation and header: the view pages of the reports. */
  fullPage?: boolean
}

/** Draws menus and links; the server guards the data. */
export const mayOpen = (
  { role, privilege }: Pick<Screen, 'role' | 'privilege'>,
  { has, may }: Pick<Session, 'has' | 'may'>,
) => has(role) && may(privilege)

/** A record that stands open: what it is called, and where it lies. */
type OpenRecord = { name: string; path: string }

let record: OpenRecord | undefined
let action: (() => void) | undefined
const watchers = new Set<() => void>()

const watch = (changed: () => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function setRecord(next: typeof record) {
  record = next
  for (const changed of watchers) changed()
}

/**
 * A page says which record it shows, once it knows: `useOpenRecord(rate?.Name)`. The name is the window's
 * title, and the record is offered again among those opened last. `path` is needed where the record lies elsewhere.
 */
export function useOpenRecord(name: string | undefined, path?: string) {
  const { pathname } = useLocation()
  const at = path ?? pathname
  useEffect(() => {
    if (!name) return
    const open = { name, path: at }
    setRecord(open)
    return () => {
      if (record === open) setRecord(undefined)
    }
  }, [name, at])
}

/** For the shell: the record that stands open. */
export const useRegisteredRecord = () => useSyncExternalStore(watch, () => record)

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
export const useRegisteredAction = () => useSyncExternalStore(watch, () => action)
