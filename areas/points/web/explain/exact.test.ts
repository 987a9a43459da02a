import { expect, test } from 'vitest'
import type { ExplainedLot } from '../../contract.ts'
import { exactText, wholeParts } from './exact.ts'

test.each([
  ['350.000000', '350.00'],
  ['194.985000', '194.985'],
  ['0.333333', '0.333333'],
  ['-0.850000', '−0.85'],
  ['1234567.500000', '1,234,567.50'],
  ['0', '0.00'],
  [null, ''],
])('exact points of %s are written %s', (exact, written) => {
  expect(exactText(exact)).toBe(written)
})

test('the whole parts of lines are written as a sum, without lines that earn nothing', () => {
  const lines = ['350.000000', '194.985000', '0', '26.850000'].map((Exact) => ({ Exact })) as ExplainedLot['Lines']
  expect(wholeParts(lines)).toEqual({ parts: '350 + 194 + 26', sum: 570 })
})
