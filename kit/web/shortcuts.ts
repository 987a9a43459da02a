import { useEffect, useSyncExternalStore } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import type { TextKey } from './vocabulary.ts'

export type Shortcut = { keys: string; label: TextKey }

const OFF_KEY = 'carat.shortcuts.off'
let listed: readonly Shortcut[] = []
const watchers = new Set<() => void>()
const changed = () => {
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

type Options = {
  /** Also while the focus is in a field: for Ctrl+S and Ctrl+Enter. */
  whileTyping?: boolean
  /** Also while a dialog is open; without it, the page behind a dialog does not react. */
  inDialog?: boolean
  enabled?: boolean
}

/**
 * A key of the page, shown on the `?` sheet while the page is open. Keys are written `n`, `mod+k` (Ctrl, or Cmd on a
 * Mac) or `g>d` (one after the other). Single keys can be switched off per user (WCAG 2.1.4).
 */
export function useShortcut(keys: string, label: TextKey, run: () => void, options: Options = {}) {
  const { whileTyping = false, inDialog = false, enabled = true } = options
  const on = useShortcutsOn()
  const active = enabled && (on || keys.includes('mod+'))
  useHotkeys(keys, run, {
    enabled: active,
    preventDefault: true,
    enableOnFormTags: whileTyping,
    enableOnContentEditable: whileTyping,
    useKey: true,
    sequenceSplitKey: '>',
    ignoreEventWhen: (event) => event.isComposing || (!inDialog && dialogIsOpen()),
  })
  useEffect(() => {
    if (!active) return
    const entry = { keys, label }
    listed = [...listed, entry]
    changed()
    return () => {
      listed = listed.filter((other) => other !== entry)
      changed()
    }
  }, [active, keys, label])
}

/** The keys that work on the present page, for the `?` sheet. */
export const useShortcutList = () => useSyncExternalStore(watch, () => listed)

export const useShortcutsOn = () => useSyncExternalStore(watch, () => localStorage.getItem(OFF_KEY) === null)

export function setShortcutsOn(on: boolean) {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
  changed()
}

const dialogIsOpen = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => dialog.offsetParent !== null || dialog.getClientRects().length > 0,
  )
