import { burst, PAUSE_MS, SCAN_GAP_MS, SCAN_LENGTH_MIN } from './burst.ts'

/** A single key waits so long for the next one of a burst: less than anybody feels. */
export const HOLD_MS = 50
/** Three keys within a burst's time are no hand that wants three shortcuts, even if no Enter comes. */
const HAND_MAX = 2

export type KeyDecision = {
  /** The keys that were held back turned out to be a hand's: the page gets them, before this one. */
  release: boolean
} & (
  | { act: 'pass' }
  /** Kept from the page until `quiet` is asked, this much later, unless another key comes first. */
  | { act: 'hold'; for: number }
  | { act: 'drop' }
  | { act: 'scan'; code: string }
)

/**
 * Decides what keys are: a hand's, which the page gets, or a scanner's, of which no key may act as a shortcut. The first
 * character of a code is no different from a shortcut; only the next one, or its absence, tells them apart.
 */
export function keyGate() {
  const scanner = burst()
  /** The characters that the page has not got. */
  let held = ''
  let last = Number.NEGATIVE_INFINITY
  /** A busy machine waited in vain for the next key, which was there in time: it begins a code all the same. */
  let early = ''

  const releasing = () => {
    const release = held.length > 0 && held.length <= HAND_MAX
    held = ''
    return release
  }

  return {
    /** A key while nothing takes text. */
    press(key: string, at: number): KeyDecision {
      const gap = at - last
      const scanned = scanner.press(key, at) !== undefined
      if (key === 'Enter' || key === 'Tab') {
        last = at
        const code = held
        const release = releasing()
        // What a hand typed just before is no part of it.
        if (scanned && code.length >= SCAN_LENGTH_MIN) return { release: false, act: 'scan', code }
        const torn = code.length > HAND_MAX && gap < PAUSE_MS
        return torn ? { release: false, act: 'drop' } : { release, act: 'pass' }
      }
      // Shift comes between the characters of a code; arrows and the like do not.
      if (key.length !== 1) return { release: !isModifier(key) && releasing(), act: 'pass' }
      last = at
      if (gap < SCAN_GAP_MS && held === '') held = early
      early = ''
      const goesOn = held !== '' && (gap < SCAN_GAP_MS || (held.length > HAND_MAX && gap < PAUSE_MS))
      const release = !goesOn && releasing()
      if (!goesOn && !beginsCode(key)) return { release, act: 'pass' }
      held += key
      return { release, act: 'hold', for: held.length === 1 ? HOLD_MS : PAUSE_MS }
    },

    /** A key that a field takes: only noted, so that a scan into the wrong place is known. */
    note(key: string, at: number): string | undefined {
      if (key.length === 1 || key === 'Enter' || key === 'Tab') last = at
      return scanner.press(key, at)
    },

    /** Nothing came after the last key that was held. Answers whether the page gets what was held. */
    quiet() {
      early = held.length === 1 ? held : ''
      return releasing()
    },
  }
}

/** Codes begin with a letter or a digit, so `/` and `?` need not wait. */
const beginsCode = (key: string) => /^[\p{L}\p{N}]$/u.test(key)

const isModifier = (key: string) => ['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)
