import { expect, test } from 'vitest'
import { datePresets } from './date-presets.ts'

const spans = (today: string) =>
  Object.fromEntries(
    datePresets(today).map(({ key, range }) => [key, range.map((day) => day.format('YYYY-MM-DD')).join('..')]),
  )

test('date presets: the date ranges are calculated from the business date', () => {
  expect(spans('2026-03-01')).toEqual({
    today: '2026-03-01..2026-03-01',
    yesterday: '2026-02-28..2026-02-28',
    week: '2026-02-23..2026-03-01',
    days7: '2026-02-23..2026-03-01',
    days30: '2026-01-31..2026-03-01',
    month: '2026-03-01..2026-03-01',
    lastMonth: '2026-02-01..2026-02-28',
    year: '2026-01-01..2026-03-01',
  })
})
