import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useAppearance } from './theme.tsx'
import type { TextKey } from './vocabulary.ts'

/** The groups of shortcuts: the shell has `everywhere` and `goTo`, and the current page has `page`. */
export type ShortcutGroup = 'everywhere' | 'goTo' | 'page'
export type Shortcut = { keys: string; label: TextKey; group: ShortcutGroup }

let listedShortcuts: readonly Shortcut[] = []
const watchers = new Set<() => void>()
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

type Options = {
  /** Keeps the shortcut active while a field has the focus, for Ctrl+S and Ctrl+Enter. */
  whileTyping?: boolean
  /** Keeps the shortcut active while a dialog is open. By default the page behind a dialog ignores shortcuts. */
  inDialog?: boolean
  enabled?: boolean
  group?: ShortcutGroup
}

/**
 * Registers a shortcut and lists the shortcut on the `?` sheet. Users can switch off single keys (WCAG 2.1.4).
 * Keys are written `n`, `mod+k` (Ctrl, or Cmd on a Mac) or `g>d` (first G, then D).
 */
export function useShortcut(keys: string, label: TextKey, run: () => void, options: Options = {}) {
  const { whileTyping = false, inDialog = false, enabled = true, group = 'page' } = options
  const areShortcutsOn = useSingleKeyShortcutsEnabled()
  const active = enabled && (areShortcutsOn || keys.includes('mod+'))
  // The shortcut is read from a ref, because a second key press may come before the next render.
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  useHotkeys(keys, () => latest.current(), {
    enabled: active,
    preventDefault: true,
    enableOnFormTags: whileTyping,
    enableOnContentEditable: whileTyping,
    useKey: true,
    sequenceSplitKey: '>',
    ignoreEventWhen: (event) =>
      event.isComposing || (!inDialog && isDialogOpen()) || (group !== 'page' && isOfPage(keys)),
  })
  useListedShortcut(keys, label, { enabled: active, group })
}

/** Adds a key that a control handles itself to the `?` sheet, such as arrows in a list. */
export function useListedShortcut(
  keys: string,
  label: TextKey,
  { enabled = true, group = 'page' }: Pick<Options, 'enabled' | 'group'> = {},
) {
  useEffect(() => {
    if (!enabled) return
    const entry = { keys, label, group }
    listedShortcuts = [...listedShortcuts, entry]
    notifyWatchers()
    return () => {
      listedShortcuts = listedShortcuts.filter((otherShortcut) => otherShortcut !== entry)
      notifyWatchers()
    }
  }, [enabled, keys, label, group])
}

/** True if the current page uses this key, such as R in a queue. The page then takes precedence over the shell. */
const isOfPage = (keys: string) =>
  listedShortcuts.some((otherShortcut) => otherShortcut.group === 'page' && otherShortcut.keys === keys)

/** Returns the shortcuts of the shell and the current page, for the `?` sheet. */
export const useShortcutList = () =>
  useSyncExternalStore(watch, () => listedShortcuts).filter(({ group, keys }) => group === 'page' || !isOfPage(keys))

/** True if single-key shortcuts are on for this user. */
export const useSingleKeyShortcutsEnabled = () => useAppearance().appearance.singleKeys

/** True if a modal dialog is visible. The dialog then receives the keys instead of the page. */
export const isDialogOpen = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => dialog.offsetParent !== null || dialog.getClientRects().length > 0,
  )
