// The search palette appears a moment after its key is pressed, because it is loaded on first use. Keys typed meanwhile are captured
// for it, so that they do not trigger shortcuts of the page behind.

import { pauseScanner } from '#kit/web/scanner.ts'

let typedText = ''
let wasEntered = false
let stopCapturing: (() => void) | undefined
let openSearch: (() => void) | undefined

/** Sets how the search is opened from outside of the header. */
export const setSearchOpener = (opener: typeof openSearch) => {
  openSearch = opener
}

/** Opens the search with a text, such as an unknown scanned code. */
export function search(text: string): void {
  openSearch?.()
  typedText = text
}

/** Starts capturing keys until endCapture is called. */
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

/** Stops capturing; returns the typed text and whether Enter was pressed. */
export function endCapture(): { text: string; entered: boolean } {
  stopCapturing?.()
  stopCapturing = undefined
  const captured = { text: typedText, entered: wasEntered }
  typedText = ''
  wasEntered = false
  return captured
}
