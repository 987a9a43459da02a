// A hardware scanner acts as a keyboard that types faster than a person and ends with Enter.

export const SCAN_GAP_MS = 35
/** A busy machine may delay a key; a longer silence ends the text. */
export const PAUSE_MS = 250
const QUICK_PART_MIN = 0.8
/** Shorter bursts are two keys pressed together, not a code. */
export const SCAN_LENGTH_MIN = 4

type Burst = {
  /** Takes a key and its time; returns the scanned text when this key ends a burst. */
  press: (key: string, at: number) => string | undefined
}

/**
 * Distinguishes scanner bursts from typing by the time between keys. A code is read completely or not at all: half a reference
 * could find another record. After `pause` milliseconds of silence a new text begins.
 */
export function burst(pause = PAUSE_MS): Burst {
  let text = ''
  let fastKeys = 0
  let lastKeyAt = Number.NEGATIVE_INFINITY
  return {
    press(key, at) {
      const isTerminator = key === 'Enter' || key === 'Tab'
      // Scanners press modifier keys between the characters of a code.
      if (!isTerminator && key.length !== 1) return undefined
      const gap = at - lastKeyAt
      lastKeyAt = at
      if (gap > pause) {
        text = ''
        fastKeys = 0
      } else if (gap < SCAN_GAP_MS) fastKeys += 1
      if (!isTerminator) {
        text += key
        return undefined
      }
      const scanned = text.length >= SCAN_LENGTH_MIN && fastKeys >= text.length * QUICK_PART_MIN ? text : undefined
      text = ''
      fastKeys = 0
      return scanned
    },
  }
}
