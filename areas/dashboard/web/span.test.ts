import { expect, test } from 'vitest'
import { datesOf, spanOf } from './span.ts'

// A Sunday; its week started on Monday the 9th.
const today = '2026-03-15'

test.each([
  ['today', '2026-03-15'],
  ['week', '2026-03-09'],
  ['month', '2026-03-01'],
] as const)('date preset: %s starts on %s', (span, DateFrom) => {
  expect(datesOf(span, today)).toEqual({ DateFrom, DateTo: today })
})

test('date preset: is recognised from its dates, other dates have none', () => {
  expect(spanOf({ DateFrom: '2026-03-01', DateTo: today }, today)).toBe('month')
  expect(spanOf({ DateFrom: '2026-03-02', DateTo: today }, today)).toBeUndefined()
})
