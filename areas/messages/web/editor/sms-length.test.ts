import { expect, test } from 'vitest'
import { calculateSmsLength } from './sms-length.ts'

test.each([
  ['', 'GSM-7', 0, 0, 160],
  ['a'.repeat(160), 'GSM-7', 160, 1, 0],
  ['a'.repeat(161), 'GSM-7', 161, 2, 145],
  ['€'.repeat(80), 'GSM-7', 160, 1, 0],
  // 76 euro signs take 152 of 153 units: the 77th is not split.
  ['€'.repeat(81), 'GSM-7', 162, 2, 143],
  ['é', 'GSM-7', 1, 1, 159],
  ['ê', 'UCS-2', 1, 1, 69],
  ['宝'.repeat(70), 'UCS-2', 70, 1, 0],
  ['宝'.repeat(71), 'UCS-2', 71, 2, 63],
  ['💍'.repeat(34), 'UCS-2', 68, 1, 2],
  // 33 rings take 66 of 67 units.
  ['💍'.repeat(36), 'UCS-2', 72, 2, 61],
] as const)(
  'SMS length: the units and parts of %s are counted as mobile networks count them',
  (text, alphabet, characters, segments, left) => {
    expect(calculateSmsLength(text)).toEqual({ alphabet, characters, segments, left })
  },
)
