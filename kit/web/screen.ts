import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Session } from './session.ts'
import type { MenuGroup, Privilege, Role, TextKey } from './vocabulary.ts'

/** Keys of texts that the shell needs before a page's other texts are loaded: `screens` in the area's texts. */
export type ShellTextKey = Extract<TextKey, `app:${string}` | `${string}:screens.${string}`>

/** A page of an area: path, title, access rule and loader. */
export type Screen = {
  path: string
  title: ShellTextKey
  /** The roles that may open the page. Without a role, all staff may open the page. */
  role?: Role | readonly Role[]
  /** The privilege that the page requires in addition to a role. */
  privilege?: Privilege
  load: () => Promise<{ default: ComponentType }>
  /**
   * `unseen`: the page has its own visible heading, so only screen readers and the window show the title.
   * `record`: the heading is the name of the open record (`useRegisterOpenRecord`), so only the breadcrumb shows the title.
   */
  heading?: 'unseen' | 'record'
  /** The menu group of a page that is not in the specification. The specification sets the group of other pages. */
  menu?: MenuGroup
  /** The path of the parent page in the breadcrumb of the page. */
  parent?: string
  /** The add button of the page header, which N also triggers. `hq` limits the button to head office. */
  add?: { label: ShellTextKey; privilege?: Privilege; hq?: true } & ({ to: string } | { dialog: true })
  /** True for pages without navigation and page header, such as the view pages of reports. */
  fullPage?: boolean
}

/** True if the user may open the page. Decides about menus and links only, because the server enforces access. */
export const canOpenScreen = (
  { role, privilege }: Pick<Screen, 'role' | 'privilege'>,
  { has, may }: Pick<Session, 'has' | 'may'>,
) => has(role) && may(privilege)

/** The record that a page shows: the name of the record and the path of its page. */
type OpenRecord = { name: string; path: string }

let record: OpenRecord | undefined
let action: (() => void) | undefined
const watchers = new Set<() => void>()

const watch = (onChange: () => void) => {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

function setRecord(next: typeof record) {
  record = next
  for (const onChange of watchers) onChange()
}

/**
 * Registers the record of a page once the record is loaded: `useRegisterOpenRecord(rate?.Name)`.
 * The name of the record becomes the window title, and the record is added to the recent records.
 * The argument `path` is for a record that has its own page at another path.
 */
export function useRegisterOpenRecord(name: string | undefined, path?: string) {
  const { pathname } = useLocation()
  const recordPath = path ?? pathname
  useEffect(() => {
    if (!name) return
    const openedRecord = { name, path: recordPath }
    setRecord(openedRecord)
    return () => {
      if (record === openedRecord) setRecord(undefined)
    }
  }, [name, recordPath])
}

/** Returns the record that the current page shows, for the shell. */
export const useRegisteredOpenRecord = () => useSyncExternalStore(watch, () => record)

function setAction(next: typeof action) {
  action = next
  for (const onChange of watchers) onChange()
}

/** Registers the action of the page's add button: `useRegisterAddAction(() => setOpen(true))`. */
export function useRegisterAddAction(run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const openedRecord = () => latest.current()
    setAction(openedRecord)
    // Unregisters only this page's action, because the next page may already have registered its own action.
    return () => {
      if (action === openedRecord) setAction(undefined)
    }
  }, [])
}

/** Returns the action that the current page registered for its add button, for the page header. */
export const useRegisteredAddAction = () => useSyncExternalStore(watch, () => action)
