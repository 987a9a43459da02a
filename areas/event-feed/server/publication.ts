const waiting = new Set<() => void>()

/** Ends the waits of this process. Calls that wait in other processes notice new events by reading again. */
export function notifyPublication() {
  for (const wake of waiting) wake()
}

/** Waits until this process publishes events, at most so many milliseconds. */
export const nextPublication = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    waiting.add(wake)
  })
