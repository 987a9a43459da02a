import { useEffect, useRef } from 'react'
import { PAUSE_MS } from './burst.ts'
import { type KeyDecision, keyGate } from './key-gate.ts'
import { dialogIsOpen } from './shortcuts.ts'

// One listener for the whole application, before every other: a scan is caught on every page, and no key of it is a
// shortcut. Who takes the code: the box that has the focus, else the page (`useScanner`), else whatever areas make of it.

const LATE_MAX_MS = 200

type Taker = (code: string) => void

/** What a page or its boxes do with a scan that no field took; the newest first. */
let takers: readonly Taker[] = []
let paused = false

/** While the search is being fetched, what is typed belongs to it already. */
export const pauseScanner = (on: boolean) => {
  paused = on
}

/** The page takes what is scanned while no field has the focus and no dialog is open. */
export function useScanner(onScan: Taker, { enabled = true } = {}) {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    if (!enabled) return
    const take = (code: string) => latest.current(code)
    takers = [take, ...takers]
    return () => {
      takers = takers.filter((other) => other !== take)
    }
  }, [enabled])
}

/** Listens until it is ended; `otherwise` gets the codes that nobody on the page takes. */
export function listenToScanner(otherwise: Taker): () => void {
  const gate = keyGate()
  const field = watchFields()
  const held = heldKeys()
  let timer: ReturnType<typeof setTimeout> | undefined

  const deliver = (code: string) => {
    const taker = dialogIsOpen() ? undefined : takers[0]
    ;(taker ?? otherwise)(code.trim())
  }

  const obey = (event: KeyboardEvent, decision: KeyDecision) => {
    clearTimeout(timer)
    if (decision.release) held.release()
    if (decision.act === 'hold') {
      stop(event)
      held.keep(event)
      // On a busy machine the next key lies waiting as long as this one did.
      const late = Math.max(0, performance.now() - event.timeStamp)
      const decide = () => (gate.quiet() ? held.release() : held.drop())
      // A key that has come meanwhile is heard before the decision.
      timer = setTimeout(() => {
        timer = setTimeout(decide)
      }, decision.for + Math.min(late, LATE_MAX_MS))
      return
    }
    held.drop()
    if (decision.act === 'pass') return
    // Enter would press the button that happens to have the focus.
    stop(event)
    if (decision.act === 'scan') deliver(decision.code)
  }

  const down = (event: KeyboardEvent) => {
    if (held.isReleased(event) || paused || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.repeat) return
    const box = fieldOf(event.target)
    if (!box) return obey(event, gate.press(event.key, event.timeStamp))
    const before = field.note(box, event.timeStamp)
    const code = gate.note(event.key, event.timeStamp)
    // Words with spaces between them are somebody's writing, however quick the hand.
    if (code === undefined || /\s/.test(code.trim()) || !field.isStray(box)) return
    stop(event)
    write(box, before)
    deliver(code)
  }
  const up = (event: KeyboardEvent) => {
    if (held.keepUp(event)) stop(event)
  }

  window.addEventListener('keydown', down, { capture: true })
  window.addEventListener('keyup', up, { capture: true })
  return () => {
    clearTimeout(timer)
    field.end()
    window.removeEventListener('keydown', down, { capture: true })
    window.removeEventListener('keyup', up, { capture: true })
  }
}

/** The keys that are kept from the page, and how they reach it after all. */
function heldKeys() {
  let keys: KeyboardEvent[] = []
  let ups: KeyboardEvent[] = []
  const released = new WeakSet<Event>()
  const again = (event: KeyboardEvent) => {
    const { key, code, shiftKey, location } = event
    const copy = new KeyboardEvent(event.type, {
      ...{ key, code, shiftKey, location },
      ...{ bubbles: true, cancelable: true, composed: true },
    })
    released.add(copy)
    return copy
  }
  const drop = () => {
    keys = []
    ups = []
  }
  return {
    keep: (event: KeyboardEvent) => void keys.push(event),
    /** Its key was kept, so its end is too. */
    keepUp(event: KeyboardEvent) {
      const kept = !released.has(event) && keys.some(({ code }) => code === event.code)
      if (kept) ups.push(event)
      return kept
    },
    isReleased: (event: Event) => released.has(event),
    release() {
      const [downs, ends] = [keys, ups]
      drop()
      for (const event of downs) {
        const box = fieldOf(document.activeElement)
        // What the key before it opened has a field of its own.
        if (box && box !== event.target) type(event.key)
        else (event.target as EventTarget).dispatchEvent(again(event))
        const end = ends.find(({ code }) => code === event.code)
        if (end) (end.target as EventTarget).dispatchEvent(again(end))
      }
    },
    drop,
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement

/**
 * A scan belongs to the field that somebody went to, and to one that takes codes (`data-scan`, every picker). The caret
 * that a page put into its first field is nobody's choice: there a scanned code would become a name.
 */
function watchFields() {
  let byHand = false
  let chosen: EventTarget | null = null
  let last = Number.NEGATIVE_INFINITY
  let before = ''
  const hand = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return
    byHand = true
    if (event.type !== 'keydown') chosen = event.target
    setTimeout(() => {
      byHand = false
    })
  }
  const focused = ({ target, relatedTarget }: FocusEvent) => {
    // Who goes on from a field, by Enter for example, is where the form meant to lead.
    chosen = byHand || fieldOf(relatedTarget) ? target : null
  }
  const acts = ['mousedown', 'click', 'keydown'] as const
  for (const act of acts) window.addEventListener(act, hand, { capture: true })
  window.addEventListener('focusin', focused, { capture: true })
  return {
    /** What stood in the field before the keys that came in one go. */
    note(box: Field, at: number) {
      if (at - last > PAUSE_MS) before = textOf(box)
      last = at
      return before
    },
    isStray: (box: Field) =>
      chosen !== box && box.closest('[data-scan], [role="dialog"], [type="search"], [role="search"]') === null,
    end() {
      for (const act of acts) window.removeEventListener(act, hand, { capture: true })
      window.removeEventListener('focusin', focused, { capture: true })
    },
  }
}

const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLElement &&
  target.matches(
    'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]',
  )
    ? target
    : null

const textOf = (box: Field) =>
  box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box.value : (box.textContent ?? '')

/** As if it had been typed: React hears of it. */
function write(box: Field, text: string) {
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The only way to type into whatever has the focus that keeps its undo and tells its listeners. */
const type = (key: string) => document.execCommand('insertText', false, key)

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
