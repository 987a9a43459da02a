import { useEffect, useRef } from 'react'
import { SCAN_PAUSE_MS } from './burst.ts'
import { createKeyGate, type KeyDecision } from './key-gate.ts'
import { isDialogOpen } from './shortcuts.ts'

// The listener for keys runs before any other, so that scans work on every page and trigger no shortcuts.
// A scanned code goes to the focused field, or else to the page (`useScanner`), or else to the handlers of the areas.

const LATE_MAX_MS = 200

type ScanHandler = (code: string) => void

/** The handlers of pages and components for scans outside fields, the newest first. */
let scanHandlers: readonly ScanHandler[] = []
let paused = false

/** Pauses the detection of scans while the search is loading, because keys typed meanwhile are for the search. */
export const pauseScanner = (on: boolean) => {
  paused = on
}

/** Handles scans on a page while no field has the focus and no dialog is open. */
export function useScanner(onScan: ScanHandler, { enabled = true } = {}) {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    if (!enabled) return
    const handleScan = (code: string) => latest.current(code)
    scanHandlers = [handleScan, ...scanHandlers]
    return () => {
      scanHandlers = scanHandlers.filter((otherHandler) => otherHandler !== handleScan)
    }
  }, [enabled])
}

/** Starts listening for scans and returns a function that stops it. `fallback` receives codes that no page handles. */
export function listenToScanner(fallback: ScanHandler): () => void {
  const gate = createKeyGate()
  const fieldWatcher = watchFields()
  const heldKeyStore = heldKeys()
  let timer: ReturnType<typeof setTimeout> | undefined

  const deliver = (code: string) => {
    const handler = isDialogOpen() ? undefined : scanHandlers[0]
    ;(handler ?? fallback)(code.trim())
  }

  const applyDecision = (event: KeyboardEvent, decision: KeyDecision) => {
    clearTimeout(timer)
    if (decision.release) heldKeyStore.release()
    if (decision.act === 'hold') {
      suppressEvent(event)
      heldKeyStore.keep(event)
      // A busy machine gets a longer pause, because it probably delays the next key as much as the current key.
      const delay = Math.max(0, performance.now() - event.timeStamp)
      const decide = () => (gate.quiet() ? heldKeyStore.release() : heldKeyStore.drop())
      // A second timeout lets queued key events be handled first.
      timer = setTimeout(() => {
        timer = setTimeout(decide)
      }, decision.for + Math.min(delay, LATE_MAX_MS))
      return
    }
    heldKeyStore.drop()
    if (decision.act === 'pass') return
    // The Enter at the end of a scan must not activate the focused button.
    suppressEvent(event)
    if (decision.act === 'scan') deliver(decision.code)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (heldKeyStore.isReleased(event) || paused || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return
    if (event.repeat) return
    const inputField = fieldOf(event.target)
    if (!inputField) return applyDecision(event, gate.press(event.key, event.timeStamp))
    const before = fieldWatcher.note(inputField, event.timeStamp)
    const code = gate.note(event.key, event.timeStamp)
    // Text with spaces is ignored, because a scanner never sends spaces.
    if (code === undefined || /\s/.test(code.trim()) || !fieldWatcher.isStray(inputField)) return
    suppressEvent(event)
    setFieldValue(inputField, before)
    deliver(code)
  }
  const handleKeyUp = (event: KeyboardEvent) => {
    if (heldKeyStore.keepUp(event)) suppressEvent(event)
  }

  window.addEventListener('keydown', handleKeyDown, { capture: true })
  window.addEventListener('keyup', handleKeyUp, { capture: true })
  return () => {
    clearTimeout(timer)
    fieldWatcher.end()
    window.removeEventListener('keydown', handleKeyDown, { capture: true })
    window.removeEventListener('keyup', handleKeyUp, { capture: true })
  }
}

/** Stores the keys that are delayed as a possible scan, and replays them on release. */
function heldKeys() {
  let keys: KeyboardEvent[] = []
  let ups: KeyboardEvent[] = []
  const released = new WeakSet<Event>()
  const copyOf = (event: KeyboardEvent) => {
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
    /** Delays the keyup event of a key that is delayed as a possible scan. */
    keepUp(event: KeyboardEvent) {
      const isDelayed = !released.has(event) && keys.some(({ code }) => code === event.code)
      if (isDelayed) ups.push(event)
      return isDelayed
    },
    isReleased: (event: Event) => released.has(event),
    release() {
      const [downs, releasedUps] = [keys, ups]
      drop()
      for (const event of downs) {
        const inputField = fieldOf(document.activeElement)
        // Types the delayed keys into the focused field, because the previous key may have opened a dialog.
        if (inputField && inputField !== event.target) typeKey(event.key)
        else (event.target as EventTarget).dispatchEvent(copyOf(event))
        const end = releasedUps.find(({ code }) => code === event.code)
        if (end) (end.target as EventTarget).dispatchEvent(copyOf(end))
      }
    },
    drop,
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement

/**
 * Observes which field may receive a scan: one that the user focused, or one that accepts codes (`data-scan`).
 * A field that the page focused itself must not receive a scan, because the code could end up in a name.
 */
function watchFields() {
  let byHand = false
  let chosenField: EventTarget | null = null
  let lastKeyAt = Number.NEGATIVE_INFINITY
  let before = ''
  const markByHand = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Tab') return
    byHand = true
    if (event.type !== 'keydown') chosenField = event.target
    setTimeout(() => {
      byHand = false
    })
  }
  const handleFocus = ({ target, relatedTarget }: FocusEvent) => {
    // The user also chose a field if the focus comes from another field, for example by Enter.
    chosenField = byHand || fieldOf(relatedTarget) ? target : null
  }
  const handEvents = ['mousedown', 'click', 'keydown'] as const
  for (const eventName of handEvents) window.addEventListener(eventName, markByHand, { capture: true })
  window.addEventListener('focusin', handleFocus, { capture: true })
  return {
    /** Returns the text of the field before the current burst of keys. */
    note(inputField: Field, at: number) {
      if (at - lastKeyAt > SCAN_PAUSE_MS) before = textOf(inputField)
      lastKeyAt = at
      return before
    },
    isStray: (inputField: Field) =>
      chosenField !== inputField &&
      inputField.closest('[data-scan], [role="dialog"], [type="search"], [role="search"]') === null,
    end() {
      for (const eventName of handEvents) window.removeEventListener(eventName, markByHand, { capture: true })
      window.removeEventListener('focusin', handleFocus, { capture: true })
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

const textOf = (inputField: Field) =>
  inputField instanceof HTMLInputElement || inputField instanceof HTMLTextAreaElement
    ? inputField.value
    : (inputField.textContent ?? '')

/** Sets the text of a field and fires the event that React handles. */
function setFieldValue(inputField: Field, text: string) {
  if (!(inputField instanceof HTMLInputElement || inputField instanceof HTMLTextAreaElement)) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputField), 'value')?.set?.call(inputField, text)
  inputField.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Types into the focused element. execCommand preserves the element's undo history and fires its input events. */
const typeKey = (key: string) => document.execCommand('insertText', false, key)

function suppressEvent(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
