import { burst, PAUSE_MS, SCAN_GAP_MS, SCAN_LENGTH_MIN } from './burst.ts'

/** How long a single key waits for the next one of a scan: too short to notice. */
export const HOLD_MS = 50
/** Three or more keys at scanner speed are a scan, even without a final Enter. */
const HAND_MAX = 2

export type KeyDecision = {
  /** The delayed keys were typed: the page gets them before this one. */
  release: boolean
} & (
  | { act: 'pass' }
  /** Held back; call `quiet` after this many milliseconds unless another key comes first. */
  | { act: 'hold'; for: number }
  | { act: 'drop' }
  | { act: 'scan'; code: string }
)

/**
 * Decides whether keys are typed, and reach the page, or scanned, and must not trigger shortcuts. The first character of a code
 * looks like a shortcut; only the next key, or its absence, decides.
 */
export function keyGate() {
  const scanner = burst()
  /** The characters that the page has not received yet. */
  let heldKeys = ''
  let lastKeyAt = Number.NEGATIVE_INFINITY
  /** A single key already released although a busy machine may only have delayed the next one: it may still start a code. */
  let lateFirstKey = ''

  const releaseDelayed = () => {
    const release = heldKeys.length > 0 && heldKeys.length <= HAND_MAX
    heldKeys = ''
    return release
  }

  return {
    /** Handles a key outside of fields. */
    press(key: string, at: number): KeyDecision {
      const gap = at - lastKeyAt
      const scanned = scanner.press(key, at) !== undefined
      if (key === 'Enter' || key === 'Tab') {
        lastKeyAt = at
        const code = heldKeys
        const release = releaseDelayed()
        // Excludes text that was typed just before the scan.
        if (scanned && code.length >= SCAN_LENGTH_MIN) return { release: false, act: 'scan', code }
        const isBrokenScan = code.length > HAND_MAX && gap < PAUSE_MS
        return isBrokenScan ? { release: false, act: 'drop' } : { release, act: 'pass' }
      }
      // Modifiers may come between the characters of a code; arrows and the like do not.
      if (key.length !== 1) return { release: !isModifier(key) && releaseDelayed(), act: 'pass' }
      lastKeyAt = at
      if (gap < SCAN_GAP_MS && heldKeys === '') heldKeys = lateFirstKey
      lateFirstKey = ''
      const continuesBurst = heldKeys !== '' && (gap < SCAN_GAP_MS || (heldKeys.length > HAND_MAX && gap < PAUSE_MS))
      const release = !continuesBurst && releaseDelayed()
      if (!continuesBurst && !mayStartCode(key)) return { release, act: 'pass' }
      heldKeys += key
      return { release, act: 'hold', for: heldKeys.length === 1 ? HOLD_MS : PAUSE_MS }
    },

    /** Records a key that goes to a field; returns the code when it completes a scan. */
    note(key: string, at: number): string | undefined {
      if (key.length === 1 || key === 'Enter' || key === 'Tab') lastKeyAt = at
      return scanner.press(key, at)
    },

    /** Call when no key has followed the last delayed one. Returns whether the page gets the delayed keys. */
    quiet() {
      lateFirstKey = heldKeys.length === 1 ? heldKeys : ''
      return releaseDelayed()
    },
  }
}

/** Codes start with a letter or a digit, so `/` and `?` need not wait. */
const mayStartCode = (key: string) => /^[\p{L}\p{N}]$/u.test(key)

const isModifier = (key: string) => ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)
