import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useAppearance } from './theme.tsx'
import type { TextKey } from './vocabulary.ts'

/** `everywhere` and `goTo` are the shell's; everything else belongs to the present page. */
export type ShortcutGroup = 'everywhere' | 'goTo' | 'page'
export type Shortcut = { keys: string; label: TextKey; group: ShortcutGroup }

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
  group?: ShortcutGroup
}

/**
 * A key of the page, shown on the `?` sheet while the page is open. Keys are written `n`, `mod+k` (Ctrl, or Cmd on a
 * Mac) or `g>d` (one after the other). Single keys can be switched off per user (WCAG 2.1.4).
 */
export function useShortcut(keys: string, label: TextKey, run: () => void, options: Options = {}) {
  const { whileTyping = false, inDialog = false, enabled = true, group = 'page' } = options
  const on = useShortcutsOn()
  const active = enabled && (on || keys.includes('mod+'))
  // A key pressed twice in a row is faster than the listener is renewed: the second press must see what the first did.
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
      event.isComposing || (!inDialog && dialogIsOpen()) || (group !== 'page' && isOfPage(keys)),
  })
  useListedShortcut(keys, label, { enabled: active, group })
}

/** For keys that a control answers itself (arrows in a list, Esc in a field): only shown on the sheet. */
export function useListedShortcut(
  keys: string,
  label: TextKey,
  { enabled = true, group = 'page' }: Pick<Options, 'enabled' | 'group'> = {},
) {
  useEffect(() => {
    if (!enabled) return
    const entry = { keys, label, group }
    listed = [...listed, entry]
    changed()
    return () => {
      listed = listed.filter((other) => other !== entry)
      changed()
    }
  }, [enabled, keys, label, group])
}

/** What the present page does with a key goes before what the same key does everywhere: R rejects in a queue. */
const isOfPage = (keys: string) => listed.some((other) => other.group === 'page' && other.keys === keys)

/** The keys that work on the present page, for the `?` sheet. */
export const useShortcutList = () =>
  useSyncExternalStore(watch, () => listed).filter(({ group, keys }) => group === 'page' || !isOfPage(keys))

/** Whether this user wants single keys to be shortcuts. */
export const useShortcutsOn = () => useAppearance().appearance.singleKeys

/** What stands over the page takes its keys. */
export const dialogIsOpen = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => dialog.offsetParent !== null || dialog.getClientRects().length > 0,
  )
