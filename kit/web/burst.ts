// A hardware scanner is a keyboard that types faster than any hand and ends with Enter.

export const SCAN_GAP_MS = 35
/** Shorter bursts are two keys pressed together, not a code. */
const SCAN_LENGTH_MIN = 4

export type Burst = {
  /** Takes a key and when it came; answers the scanned text when this key ended a burst. */
  press: (key: string, at: number) => string | undefined
}

/** Tells scanner bursts from typing by the time between keys. */
export function burst(): Burst {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    press(key, at) {
      const quick = at - last < SCAN_GAP_MS
      last = at
      if (key === 'Enter' || key === 'Tab') {
        const scanned = quick && text.length >= SCAN_LENGTH_MIN ? text : undefined
        text = ''
        return scanned
      }
      // Shift and the like come between the characters of a code and are no pause.
      if (key.length !== 1) return undefined
      text = quick ? text + key : key
      return undefined
    },
  }
}
