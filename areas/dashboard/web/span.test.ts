import { expect, test } from 'vitest'
import { datesOf, spanOf } from './span.ts'

// A Sunday: the week began on Monday the 9th.
const today = '2026-03-15'

test.each([
  ['today', '2026-03-15'],
  ['week', '2026-03-09'],
  ['month', '2026-03-01'],
] as const)('%s begins on %s', (span, DateFrom) => {
  expect(datesOf(span, today)).toEqual({ DateFrom, DateTo: today })
})

test('dates are recognised as the span they are, any others as none', () => {
  expect(spanOf({ DateFrom: '2026-03-01', DateTo: today }, today)).toBe('month')
  expect(spanOf({ DateFrom: '2026-03-02', DateTo: today }, today)).toBeUndefined()
})
