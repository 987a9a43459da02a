import { expect, test } from 'vitest'
import { burst } from './burst.ts'

/** Presses the keys one after the other, `gap` milliseconds apart, and answers what the last one brought. */
function press(keys: readonly string[], gap: number, scanner = burst(), start = 1000) {
  return keys.map((key, place) => scanner.press(key, start + place * gap)).at(-1)
}

test('a scanner is faster than a hand', () => {
  expect(press([...'RR-00012', 'Enter'], 5)).toBe('RR-00012')
  expect(press([...'RR-00012', 'Enter'], 34)).toBe('RR-00012')
})

test('typing is not taken for a scan', () => {
  expect(press([...'RR-00012', 'Enter'], 60)).toBeUndefined()
})

test('Shift between the characters is no pause', () => {
  expect(press(['Shift', 'R', 'Shift', 'R', '-', '1', '2', 'Enter'], 8)).toBe('RR-12')
})

test('what was typed before the scan does not belong to it', () => {
  const scanner = burst()
  press([...'old'], 120, scanner)
  expect(press([...'RR-77', 'Enter'], 5, scanner, 5000)).toBe('RR-77')
})

test('Enter some time after a burst is a person', () => {
  const scanner = burst()
  press([...'RR-77'], 5, scanner)
  expect(scanner.press('Enter', 9000)).toBeUndefined()
})

test('two keys pressed together are no code', () => {
  expect(press(['a', 'b', 'Enter'], 5)).toBeUndefined()
})

test('each scan stands for itself', () => {
  const scanner = burst()
  press([...'FIRST', 'Enter'], 5, scanner)
  expect(press([...'SECOND', 'Enter'], 5, scanner, 5000)).toBe('SECOND')
})

test('a code that the machine delayed by a moment is taken whole', () => {
  const scanner = burst()
  press([...'RR-0'], 5, scanner)
  expect(press([...'0012', 'Enter'], 5, scanner, 1000 + 15 + 90)).toBe('RR-00012')
})

test('where half a number would find somebody else, a machine that stands still for a moment tears no text apart', () => {
  const torn = (pause?: number) => {
    const scanner = burst(pause)
    press([...'013294'], 5, scanner)
    return press([...'7303', 'Enter'], 5, scanner, 1000 + 30 + 400)
  }
  expect([torn(), torn(1000)]).toEqual(['7303', '0132947303'])
})
