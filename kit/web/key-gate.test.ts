import { describe, expect, test } from 'vitest'
import { createKeyGate, KEY_HOLD_MS, type KeyDecision } from './key-gate.ts'

/** Replays keys, each with its delay, and returns the keys that reached the page and the scanned codes. */
function replayKeys(keys: readonly (readonly [key: string, gap: number])[]) {
  const gate = createKeyGate()
  const passed: string[] = []
  const scans: string[] = []
  let heldKeys: string[] = []
  let deadline = Number.POSITIVE_INFINITY
  let now = 1000
  const release = () => {
    passed.push(...heldKeys)
    heldKeys = []
  }
  const endSilence = () => {
    if (gate.quiet()) release()
    heldKeys = []
    deadline = Number.POSITIVE_INFINITY
  }
  const applyDecision = (key: string, decision: KeyDecision) => {
    if (decision.release) release()
    if (decision.act !== 'hold') {
      heldKeys = []
      deadline = Number.POSITIVE_INFINITY
    }
    if (decision.act === 'pass') passed.push(key)
    if (decision.act === 'scan') scans.push(decision.code)
    if (decision.act !== 'hold') return
    heldKeys.push(key)
    deadline = now + decision.for
  }
  for (const [key, gap] of keys) {
    now += gap
    if (now >= deadline) endSilence()
    applyDecision(key, gate.press(key, now))
  }
  if (deadline < Number.POSITIVE_INFINITY) endSilence()
  return { got: passed, scans }
}

const withGap = (keys: readonly string[], gap: number) => keys.map((key) => [key, gap] as const)

describe('keys pressed outside of fields', () => {
  test.each(['RNG-E18N', 'NREJ01', 'JC000016923'])(
    'scan detection: a scan of %s is recognised and triggers no shortcut',
    (code) => {
      expect(replayKeys(withGap([...code, 'Enter'], 5))).toEqual({ got: [], scans: [code] })
    },
  )

  test('scan detection: a scan by the slowest scanner is recognised', () => {
    expect(replayKeys(withGap([...'RNG-E18N', 'Enter'], 34))).toEqual({ got: [], scans: ['RNG-E18N'] })
  })

  test('scan detection: a scan with Shift between the characters is recognised', () => {
    expect(replayKeys(withGap(['Shift', 'N', 'Shift', 'R', '-', '1', '2', 'Enter'], 6))).toEqual({
      got: ['Shift', 'Shift'],
      scans: ['NR-12'],
    })
  })

  test('scan detection: a scan with a short delay inside triggers no shortcut', () => {
    const keys = [...withGap([...'RR-00'], 5), ['N', 90] as const, ...withGap(['1', 'Enter'], 5)]
    expect(replayKeys(keys)).toEqual({ got: [], scans: ['RR-00N1'] })
  })

  test('scan detection: a scan is read completely even if the page already got its first key', () => {
    const gate = createKeyGate()
    gate.press('J', 1000)
    expect(gate.quiet()).toBe(true)
    const decisions = [...'C0001', 'Enter'].map((key, index) => gate.press(key, 1005 + index * 5))
    expect(decisions.at(-1)).toEqual({ release: false, act: 'scan', code: 'JC0001' })
  })

  test('scan detection: a scan that is incomplete or too short triggers no shortcut', () => {
    expect(replayKeys(withGap([...'RNGE'], 5))).toEqual({ got: [], scans: [] })
    expect(replayKeys(withGap([...'RNG', 'Enter'], 5))).toEqual({ got: [], scans: [] })
  })

  test('typed keys: a single key reaches the page after 60 ms at most', () => {
    expect(replayKeys([['n', 0]])).toEqual({ got: ['n'], scans: [] })
    expect(KEY_HOLD_MS).toBeLessThanOrEqual(60)
  })

  test('typed keys: keys reach the page in the order of typing', () => {
    expect(replayKeys(withGap(['g', 'd', 'j', 'j', 'k'], 80))).toEqual({ got: ['g', 'd', 'j', 'j', 'k'], scans: [] })
    expect(replayKeys(withGap(['j', 'k', 'Enter'], 45))).toEqual({ got: ['j', 'k', 'Enter'], scans: [] })
  })

  test('typed keys: two keys typed quickly one after the other both reach the page', () => {
    expect(replayKeys(withGap(['g', 'd'], 20))).toEqual({ got: ['g', 'd'], scans: [] })
  })

  test('typed keys: a key that cannot begin a code reaches the page at once', () => {
    const gate = createKeyGate()
    for (const key of ['/', '?', ' ', 'ArrowDown', 'Escape', 'Enter', 'Tab'])
      expect(gate.press(key, 1000)).toEqual({ release: false, act: 'pass' })
  })

  test('typed keys: a key reaches the page before an arrow key pressed right after it', () => {
    expect(replayKeys(withGap(['n', 'ArrowDown'], 10))).toEqual({ got: ['n', 'ArrowDown'], scans: [] })
  })

  test.each([80, 400])(
    'scan detection: a scan %i ms after a shortcut is read completely and without the shortcut key',
    (gap) => {
      expect(replayKeys([['r', 0], ['J', gap], ...withGap([...'C000001', 'Enter'], 5)])).toEqual({
        got: ['r'],
        scans: ['JC000001'],
      })
    },
  )
})

test('keys in a field: every key reaches the field, and a scan is recognised when it ends', () => {
  const gate = createKeyGate()
  const scanned = [...'JC0001', 'Enter'].map((key, index) => gate.note(key, 1000 + index * 5))
  expect(scanned).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, 'JC0001'])
})
