import { type ComponentType, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Session } from './session.ts'
import type { MenuGroup, Privilege, Role, TextKey } from './vocabulary.ts'

/** Texts the shell needs before a page's other texts are loaded: `screens` of the area's texts. */
export type ShellKey = Extract<TextKey, `app:${string}` | `${string}:screens.${string}`>

/** A page of an area: its path, its access rule and its loader. */
export type Screen = {
  path: string
  title: ShellKey
  /** Any of these roles may open it; without a role all staff may. */
  role?: Role | readonly Role[]
  /** Required in addition to the role. */
  privilege?: Privilege
  load: () => Promise<{ default: ComponentType }>
  /**
   * `unseen`: the page has its own visible heading (a person's header), so the title is only for screen readers and the window.
   * `record`: the heading is the name of the open record (`useOpenRecord`), and the title is only in the breadcrumb.
   */
  heading?: 'unseen' | 'record'
  /** The menu group of a page that the specification does not have; the others have a specified one. */
  menu?: MenuGroup
  /** The path of the parent screen in the breadcrumb. */
  parent?: string
  /** The page header's add button, also triggered by N. `hq`: for head office only. */
  add?: { label: ShellKey; privilege?: Privilege; hq?: true } & ({ to: string } | { dialog: true })
  /** Shown without navigation and header: the reports' view pages. */
  fullPage?: boolean
}

/** Decides about menus and links only; the server enforces access. */
export const mayOpen = (
  { role, privilege }: Pick<Screen, 'role' | 'privilege'>,
  { has, may }: Pick<Session, 'has' | 'may'>,
) => has(role) && may(privilege)

/** The open record: its name and path. */
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
 * Registers the record that a page shows, once it is loaded: `useOpenRecord(rate?.Name)`. The name becomes the window title, and
 * the record appears in the recent ones. Pass `path` if the record's page is another one.
 */
export function useOpenRecord(name: string | undefined, path?: string) {
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

/** For the shell: the open record. */
export const useRegisteredRecord = () => useSyncExternalStore(watch, () => record)

function setAction(next: typeof action) {
  action = next
  for (const onChange of watchers) onChange()
}

/** Registers the action of the page's add button: `usePageAction(() => setOpen(true))`. */
export function usePageAction(run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const openedRecord = () => latest.current()
    setAction(openedRecord)
    // Unregisters only this page's action: the next page may already have registered its own.
    return () => {
      if (action === openedRecord) setAction(undefined)
    }
  }, [])
}

/** For the page header: the current page's add action, once registered. */
export const useRegisteredAction = () => useSyncExternalStore(watch, () => action)
