import { createScanDetector, SCAN_GAP_MS, SCAN_LENGTH_MIN, SCAN_PAUSE_MS } from './burst.ts'

/** The time in ms for which a single key is delayed, because it may begin a scan. Users do not notice this delay. */
export const KEY_HOLD_MS = 50
/** The maximum number of fast keys that count as typed. More fast keys are a scan, even without a final Enter. */
const HAND_MAX = 2

export type KeyDecision = {
  /** True if the delayed keys were typed. The page then receives the delayed keys before the current key. */
  release: boolean
} & (
  | { act: 'pass' }
  /** True if the current key is delayed. Call `quiet` after this many milliseconds unless another key comes first. */
  | { act: 'hold'; for: number }
  | { act: 'drop' }
  | { act: 'scan'; code: string }
)

/**
 * Decides whether keys are typed and reach the page, or are scanned and must not trigger shortcuts.
 * The first character of a code looks like a shortcut, so the decision waits for the next key or a pause.
 */
export function createKeyGate() {
  const scanner = createScanDetector()
  /** The delayed characters of a possible scan, which the page has not received yet. */
  let heldKeys = ''
  let lastKeyAt = Number.NEGATIVE_INFINITY
  /** A released single key that may still start a code, because a busy machine may have delayed the next key. */
  let lateFirstKey = ''

  const releaseDelayed = () => {
    const release = heldKeys.length > 0 && heldKeys.length <= HAND_MAX
    heldKeys = ''
    return release
  }

  return {
    /** Processes a key that was pressed while no field has the focus. */
    press(key: string, at: number): KeyDecision {
      const gap = at - lastKeyAt
      const scanned = scanner.press(key, at) !== undefined
      if (key === 'Enter' || key === 'Tab') {
        lastKeyAt = at
        const code = heldKeys
        const release = releaseDelayed()
        // Uses the delayed keys as the scanned code, without text that the user typed just before the scan.
        if (scanned && code.length >= SCAN_LENGTH_MIN) return { release: false, act: 'scan', code }
        const isBrokenScan = code.length > HAND_MAX && gap < SCAN_PAUSE_MS
        return isBrokenScan ? { release: false, act: 'drop' } : { release, act: 'pass' }
      }
      // Ignores modifier keys, which a scanner may press inside a code. Other special keys, such as arrows, end the code.
      if (key.length !== 1) return { release: !isModifier(key) && releaseDelayed(), act: 'pass' }
      lastKeyAt = at
      if (gap < SCAN_GAP_MS && heldKeys === '') heldKeys = lateFirstKey
      lateFirstKey = ''
      const continuesBurst =
        heldKeys !== '' && (gap < SCAN_GAP_MS || (heldKeys.length > HAND_MAX && gap < SCAN_PAUSE_MS))
      const release = !continuesBurst && releaseDelayed()
      if (!continuesBurst && !mayStartCode(key)) return { release, act: 'pass' }
      heldKeys += key
      return { release, act: 'hold', for: heldKeys.length === 1 ? KEY_HOLD_MS : SCAN_PAUSE_MS }
    },

    /** Records a key that a field receives. Returns the scanned code if the key completes a scan. */
    note(key: string, at: number): string | undefined {
      if (key.length === 1 || key === 'Enter' || key === 'Tab') lastKeyAt = at
      return scanner.press(key, at)
    },

    /** Call this function if no key followed the last delayed key. Returns whether the page gets the delayed keys. */
    quiet() {
      lateFirstKey = heldKeys.length === 1 ? heldKeys : ''
      return releaseDelayed()
    },
  }
}

/** Delays only letters and digits, with which codes start, so that keys such as `/` and `?` work at once. */
const mayStartCode = (key: string) => /^[\p{L}\p{N}]$/u.test(key)

const isModifier = (key: string) => ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)
