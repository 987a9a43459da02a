// The search is drawn, and the first time even fetched, a moment after its key is pressed. What is typed meanwhile
// belongs to it and not to the page behind, whose own keys would answer.

let typed = ''
let stop: (() => void) | undefined

/** Keeps what is typed from now on, until somebody takes it. */
export function keepTyped(): void {
  if (stop) return
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    typed += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', keep, { capture: true })
  stop = () => window.removeEventListener('keydown', keep, { capture: true })
}

/** What was typed meanwhile; from here on keys go where the focus is. */
export function takeTyped(): string {
  stop?.()
  stop = undefined
  const taken = typed
  typed = ''
  return taken
}
