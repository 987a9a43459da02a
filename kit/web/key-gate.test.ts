import { describe, expect, test } from 'vitest'
import { HOLD_MS, type KeyDecision, keyGate } from './key-gate.ts'

/** What the page got of the keys, each with how long after the one before it came, and what was scanned. */
function page(keys: readonly (readonly [key: string, gap: number])[]) {
  const gate = keyGate()
  const got: string[] = []
  const scans: string[] = []
  let held: string[] = []
  let deadline = Number.POSITIVE_INFINITY
  let now = 1000
  const release = () => {
    got.push(...held)
    held = []
  }
  const quiet = () => {
    if (gate.quiet()) release()
    held = []
    deadline = Number.POSITIVE_INFINITY
  }
  const take = (key: string, decision: KeyDecision) => {
    if (decision.release) release()
    if (decision.act !== 'hold') {
      held = []
      deadline = Number.POSITIVE_INFINITY
    }
    if (decision.act === 'pass') got.push(key)
    if (decision.act === 'scan') scans.push(decision.code)
    if (decision.act !== 'hold') return
    held.push(key)
    deadline = now + decision.for
  }
  for (const [key, gap] of keys) {
    now += gap
    if (now >= deadline) quiet()
    take(key, gate.press(key, now))
  }
  if (deadline < Number.POSITIVE_INFINITY) quiet()
  return { got, scans }
}

const each = (keys: readonly string[], gap: number) => keys.map((key) => [key, gap] as const)

describe('while nothing takes text', () => {
  test.each(['RNG-E18N', 'NREJ01', 'JC000016923'])('no key of the scanned %s acts, and the code is taken', (code) => {
    expect(page(each([...code, 'Enter'], 5))).toEqual({ got: [], scans: [code] })
  })

  test('a scanner at its slowest is one too', () => {
    expect(page(each([...'RNG-E18N', 'Enter'], 34))).toEqual({ got: [], scans: ['RNG-E18N'] })
  })

  test('Shift between the characters changes nothing', () => {
    expect(page(each(['Shift', 'N', 'Shift', 'R', '-', '1', '2', 'Enter'], 6))).toEqual({
      got: ['Shift', 'Shift'],
      scans: ['NR-12'],
    })
  })

  test('a code that the machine delayed by a moment acts by none of its keys', () => {
    const keys = [...each([...'RR-00'], 5), ['N', 90] as const, ...each(['1', 'Enter'], 5)]
    expect(page(keys)).toEqual({ got: [], scans: ['RR-00N1'] })
  })

  test('a code of which the machine handed over the rest too late is taken whole', () => {
    const gate = keyGate()
    gate.press('J', 1000)
    expect(gate.quiet()).toBe(true)
    const decisions = [...'C0001', 'Enter'].map((key, place) => gate.press(key, 1005 + place * 5))
    expect(decisions.at(-1)).toEqual({ release: false, act: 'scan', code: 'JC0001' })
  })

  test('a code that breaks off, or that is too short, acts by none of its keys', () => {
    expect(page(each([...'RNGE'], 5))).toEqual({ got: [], scans: [] })
    expect(page(each([...'RNG', 'Enter'], 5))).toEqual({ got: [], scans: [] })
  })

  test('a single key of a hand acts, after a wait that nobody feels', () => {
    expect(page([['n', 0]])).toEqual({ got: ['n'], scans: [] })
    expect(HOLD_MS).toBeLessThanOrEqual(60)
  })

  test('keys of a hand act each, in their order', () => {
    expect(page(each(['g', 'd', 'j', 'j', 'k'], 80))).toEqual({ got: ['g', 'd', 'j', 'j', 'k'], scans: [] })
    expect(page(each(['j', 'k', 'Enter'], 45))).toEqual({ got: ['j', 'k', 'Enter'], scans: [] })
  })

  test('two keys of a hand that came together act both', () => {
    expect(page(each(['g', 'd'], 20))).toEqual({ got: ['g', 'd'], scans: [] })
  })

  test('what no code begins with does not wait', () => {
    const gate = keyGate()
    for (const key of ['/', '?', ' ', 'ArrowDown', 'Escape', 'Enter', 'Tab'])
      expect(gate.press(key, 1000)).toEqual({ release: false, act: 'pass' })
  })

  test('a key of a hand comes before the arrow that follows it at once', () => {
    expect(page(each(['n', 'ArrowDown'], 10))).toEqual({ got: ['n', 'ArrowDown'], scans: [] })
  })

  test.each([80, 400])('a scan %i ms after a shortcut is taken whole, and nothing more', (gap) => {
    expect(page([['r', 0], ['J', gap], ...each([...'C000001', 'Enter'], 5)])).toEqual({
      got: ['r'],
      scans: ['JC000001'],
    })
  })
})

test('in a field the keys are the field’s, and a scan is noticed at its end', () => {
  const gate = keyGate()
  const scanned = [...'JC0001', 'Enter'].map((key, place) => gate.note(key, 1000 + place * 5))
  expect(scanned).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, 'JC0001'])
})
