// Detects input of a hardware scanner, which acts as a keyboard, types faster than a person and ends with Enter.

export const SCAN_GAP_MS = 35
/** The pause that ends a text, in milliseconds. A shorter pause may be a delay of a busy machine. */
export const SCAN_PAUSE_MS = 250
const QUICK_PART_MIN = 0.8
/** The minimum length of a scanned code. Shorter bursts are keys that were pressed together. */
export const SCAN_LENGTH_MIN = 4

type Burst = {
  /** Processes a key and the time of its press. Returns the scanned text if this key ends a burst. */
  press: (key: string, at: number) => string | undefined
}

/**
 * Distinguishes the bursts of a scanner from typing by the time between keys.
 * Reads a scanned code completely or not at all, because half a code could find another record.
 * Starts a new text after `pause` milliseconds without a key.
 */
export function createScanDetector(pause = SCAN_PAUSE_MS): Burst {
  let text = ''
  let fastKeys = 0
  let lastKeyAt = Number.NEGATIVE_INFINITY
  return {
    press(key, at) {
      const isTerminator = key === 'Enter' || key === 'Tab'
      // Ignores modifier keys, which scanners press between the characters of a code.
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
