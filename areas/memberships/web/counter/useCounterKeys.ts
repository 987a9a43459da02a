import { type RefObject, useEffect } from 'react'
import { useListedShortcut, useShortcutsOn } from '#kit/web/shortcuts.ts'

/**
 * The counter without a mouse: arrows walk from the box to what can be opened (everything marked `data-walk`), Escape
 * and `/` lead back to the box. Nothing that is shown goes away by a key.
 */
export function useCounterKeys(page: RefObject<HTMLElement | null>, boxId: string) {
  const shortcuts = useShortcutsOn()
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
      const here =
        page.current?.contains(target) || target === document.body || target.id === 'main' || target.tagName === 'H1'
      // While its list is open, the box answers itself.
      if (!here || box()?.getAttribute('aria-expanded') === 'true') return
      if (key === 'Escape') return toBox()
      if (key === '/' && shortcuts && !target.closest('input, textarea, select')) {
        event.preventDefault()
        // The header's search answers to the same key; here the box is the search.
        event.stopPropagation()
        return toBox()
      }
      if (key === 'ArrowDown' || key === 'ArrowUp') walk(event, key === 'ArrowDown' ? 1 : -1)
    }
    const walk = (event: KeyboardEvent, by: 1 | -1) => {
      const steps = [...(page.current?.querySelectorAll<HTMLElement>('[data-walk]') ?? [])]
      const at = steps.indexOf(document.activeElement as HTMLElement)
      const fromBox = document.activeElement === box()
      if (at < 0 && !fromBox) return
      event.preventDefault()
      const next = steps[at + by]
      if (next) next.focus()
      else if (at + by < 0) toBox()
    }
    // Captured, because the header listens on the document.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [page, boxId, shortcuts])
}
