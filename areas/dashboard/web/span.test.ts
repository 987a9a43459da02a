import { expect, test } from 'vitest'
import { datesOfPreset, findPresetOfDates } from './span.ts'

// The date is a Sunday, so the current week began on Monday the 9th.
const today = '2026-03-15'

test.each([
  ['today', '2026-03-15'],
  ['week', '2026-03-09'],
  ['month', '2026-03-01'],
] as const)('date preset: the preset %s starts on %s', (span, DateFrom) => {
  expect(datesOfPreset(span, today)).toEqual({ DateFrom, DateTo: today })
})

test('date preset: a date range selects the preset with the same dates, and any other range selects none', () => {
  expect(findPresetOfDates({ DateFrom: '2026-03-01', DateTo: today }, today)).toBe('month')
  expect(findPresetOfDates({ DateFrom: '2026-03-02', DateTo: today }, today)).toBeUndefined()
})
