import { type RefObject, useEffect } from 'react'
import { useListedShortcut, useSingleKeyShortcutsEnabled } from '#kit/web/shortcuts.ts'

/**
 * Handles the keys of the counter page. No key closes the open member.
 * Arrow keys move between the search box and all elements marked `data-walk`; Escape and `/` return to the box.
 */
export function useCounterKeys(page: RefObject<HTMLElement | null>, boxId: string) {
  const shortcuts = useSingleKeyShortcutsEnabled()
  useListedShortcut('/', 'memberships:counter.keyBox', { enabled: shortcuts })
  useListedShortcut('escape', 'memberships:counter.keyBox')
  useListedShortcut('down', 'memberships:counter.keyWalk')
  useListedShortcut('up', 'memberships:counter.keyWalk')
  useEffect(() => {
    const box = () => document.getElementById(boxId)
    const toBox = () => {
      box()?.focus()
      box()?.scrollIntoView({ block: 'nearest' })
    }
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !(target instanceof HTMLElement))
        return
      const isOnPage =
        page.current?.contains(target) || target === document.body || target.id === 'main' || target.tagName === 'H1'
      // The search box handles the keys while its list is open.
      if (!isOnPage || box()?.getAttribute('aria-expanded') === 'true') return
      if (key === 'Escape') return toBox()
      if (key === '/' && shortcuts && !target.closest('input, textarea, select')) {
        event.preventDefault()
        // The header's search has the same key, but on the counter page the search box gets the key.
        event.stopPropagation()
        return toBox()
      }
      if (key === 'ArrowDown' || key === 'ArrowUp') moveFocus(event, key === 'ArrowDown' ? 1 : -1)
    }
    const moveFocus = (event: KeyboardEvent, by: 1 | -1) => {
      const steps = [...(page.current?.querySelectorAll<HTMLElement>('[data-walk]') ?? [])]
      const at = steps.indexOf(document.activeElement as HTMLElement)
      const fromBox = document.activeElement === box()
      if (at < 0 && !fromBox) return
      event.preventDefault()
      const next = steps[at + by]
      if (next) next.focus()
      else if (at + by < 0) toBox()
    }
    // The listener captures the key event, because the header listens on the document.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [page, boxId, shortcuts])
}
