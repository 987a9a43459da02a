// Captures keys that the user types before the search palette is loaded on first use.
// The palette receives these keys, so they trigger no shortcuts of the page behind the palette.

import { pauseScanner } from '#kit/web/scanner.ts'

let typedText = ''
let wasEntered = false
let stopCapturing: (() => void) | undefined
let openSearch: (() => void) | undefined

/** Sets the function with which other parts of the application open the search. */
export const setSearchOpener = (opener: typeof openSearch) => {
  openSearch = opener
}

/** Opens the search with a text, such as an unknown scanned code. */
export function openSearchWith(text: string): void {
  openSearch?.()
  typedText = text
}

/** Captures the typed keys until `endTypingCapture` is called. */
export function captureTyping(): void {
  if (stopCapturing) return
  const capture = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Enter') wasEntered = true
    else if (event.key.length === 1) typedText += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', capture, { capture: true })
  pauseScanner(true)
  stopCapturing = () => {
    window.removeEventListener('keydown', capture, { capture: true })
    pauseScanner(false)
  }
}

/** Stops capturing keys; returns the typed text and whether Enter was pressed. */
export function endTypingCapture(): { text: string; entered: boolean } {
  stopCapturing?.()
  stopCapturing = undefined
  const captured = { text: typedText, entered: wasEntered }
  typedText = ''
  wasEntered = false
  return captured
}
