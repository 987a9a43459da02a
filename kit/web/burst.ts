// A hardware scanner is a keyboard that types faster than any hand and ends with Enter.

export const SCAN_GAP_MS = 35
/** A busy machine delays a key now and then; a longer silence ends what was typed before. */
export const PAUSE_MS = 250
const QUICK_PART_MIN = 0.8
/** Shorter bursts are two keys pressed together, not a code. */
export const SCAN_LENGTH_MIN = 4

type Burst = {
  /** Takes a key and when it came; answers the scanned text when this key ended a burst. */
  press: (key: string, at: number) => string | undefined
}

/**
 * Tells scanner bursts from typing by the time between keys. A code is taken whole or not at all: half a reference
 * would find another record. `pause`: after so many milliseconds of silence a new text begins.
 */
export function burst(pause = PAUSE_MS): Burst {
  let text = ''
  let quick = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    press(key, at) {
      const ends = key === 'Enter' || key === 'Tab'
      // Shift and the like come between the characters of a code.
      if (!ends && key.length !== 1) return undefined
      const gap = at - last
      last = at
      if (gap > pause) {
        text = ''
        quick = 0
      } else if (gap < SCAN_GAP_MS) quick += 1
      if (!ends) {
        text += key
        return undefined
      }
      const scanned = text.length >= SCAN_LENGTH_MIN && quick >= text.length * QUICK_PART_MIN ? text : undefined
      text = ''
      quick = 0
      return scanned
    },
  }
}
