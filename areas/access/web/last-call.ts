// When this browser last spoke with the server: every answered call starts the session's idle time anew, in whichever
// tab it was made.

const KEY = 'carat.last_call'
const WRITE_EVERY_MS = 5_000

export const lastCall = () => Number(localStorage.getItem(KEY)) || 0

export const noteCall = () => localStorage.setItem(KEY, String(Date.now()))

/** Sees every call, whoever makes it; answers how to stop. */
export function watchCalls() {
  noteCall()
  const observer = new PerformanceObserver((list) => {
    const called = list.getEntries().some(({ name }) => name.includes('/api/1.0/'))
    if (called && Date.now() - lastCall() > WRITE_EVERY_MS) noteCall()
  })
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}
