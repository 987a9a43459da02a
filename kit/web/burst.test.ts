import { expect, test } from 'vitest'
import { createScanDetector } from './burst.ts'

/** Presses the keys `gap` milliseconds apart and returns the result of the last key. */
function press(keys: readonly string[], gap: number, scanner = createScanDetector(), start = 1000) {
  return keys.map((key, index) => scanner.press(key, start + index * gap)).at(-1)
}

test('scan detection: keys at most 34 ms apart are recognised as a scan', () => {
  expect(press([...'RR-00012', 'Enter'], 5)).toBe('RR-00012')
  expect(press([...'RR-00012', 'Enter'], 34)).toBe('RR-00012')
})

test('scan detection: keys 60 ms apart are recognised as typing', () => {
  expect(press([...'RR-00012', 'Enter'], 60)).toBeUndefined()
})

test('scan detection: Shift between the characters does not interrupt a scan', () => {
  expect(press(['Shift', 'R', 'Shift', 'R', '-', '1', '2', 'Enter'], 8)).toBe('RR-12')
})

test('scan detection: characters typed before the scan do not belong to the code', () => {
  const scanner = createScanDetector()
  press([...'old'], 120, scanner)
  expect(press([...'RR-77', 'Enter'], 5, scanner, 5000)).toBe('RR-77')
})

test('scan detection: an Enter that follows late does not complete a scan', () => {
  const scanner = createScanDetector()
  press([...'RR-77'], 5, scanner)
  expect(scanner.press('Enter', 9000)).toBeUndefined()
})

test('scan detection: two keys pressed together are not a scan', () => {
  expect(press(['a', 'b', 'Enter'], 5)).toBeUndefined()
})

test('scan detection: two scans in a row give two codes', () => {
  const scanner = createScanDetector()
  press([...'FIRST', 'Enter'], 5, scanner)
  expect(press([...'SECOND', 'Enter'], 5, scanner, 5000)).toBe('SECOND')
})

test('scan detection: a code with a short delay inside is read completely', () => {
  const scanner = createScanDetector()
  press([...'RR-0'], 5, scanner)
  expect(press([...'0012', 'Enter'], 5, scanner, 1000 + 15 + 90)).toBe('RR-00012')
})

test('scan detection: with a longer limit for pauses, a number with a pause inside is one scan', () => {
  const scanWithPause = (pause?: number) => {
    const scanner = createScanDetector(pause)
    press([...'013294'], 5, scanner)
    return press([...'7303', 'Enter'], 5, scanner, 1000 + 30 + 400)
  }
  expect([scanWithPause(), scanWithPause(1000)]).toEqual(['7303', '0132947303'])
})
