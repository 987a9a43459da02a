// The search is drawn, and the first time even fetched, a moment after its key is pressed. What is typed meanwhile
// belongs to it and not to the page behind, whose own keys would answer.

import { pauseScanner } from '#kit/web/scanner.ts'

let typed = ''
let entered = false
let stop: (() => void) | undefined
let open: (() => void) | undefined

/** The header says how the search is opened from elsewhere. */
export const openSearchWith = (opens: typeof open) => {
  open = opens
}

/** Opens the search with a text: a code that nobody knew. */
export function search(text: string): void {
  open?.()
  typed = text
}

/** Keeps what is typed from now on, until somebody takes it. */
export function keepTyped(): void {
  if (stop) return
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Enter') entered = true
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', keep, { capture: true })
  pauseScanner(true)
  stop = () => {
    window.removeEventListener('keydown', keep, { capture: true })
    pauseScanner(false)
  }
}

/** What was typed meanwhile, and whether Enter ended it; from here on keys go where the focus is. */
export function takeTyped(): { text: string; entered: boolean } {
  stop?.()
  stop = undefined
  const taken = { text: typed, entered }
  typed = ''
  entered = false
  return taken
}
