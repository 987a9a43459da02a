import { expect, test } from 'vitest'
import {
  addMonths,
  calendarWeeksFrom,
  lastDayOfCalendarWeeks,
  monthThatBeginsInWeek,
  positionInCalendar,
} from './weeks.ts'

test('campaign calendar: the first day is the Monday of the week that contains the first of the month', () => {
  const weeks = calendarWeeksFrom('2026-11')
  expect([weeks[0], weeks[1], weeks.length, lastDayOfCalendarWeeks(weeks)]).toEqual([
    '2026-10-26',
    '2026-11-02',
    14,
    '2027-01-31',
  ])
  expect(calendarWeeksFrom('2026-06')[0]).toBe('2026-06-01')
})

test('campaign calendar: the week in which a month begins has the month’s label', () => {
  expect(['2026-10-26', '2026-11-02', '2026-11-30', '2026-06-01'].map(monthThatBeginsInWeek)).toEqual([
    '2026-11',
    undefined,
    '2026-12',
    '2026-06',
  ])
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

test.each([
  ['from the first to the last visible day', '2026-10-26', '2027-01-31', { start: 0, length: 100 }],
  ['that exceeds the calendar at both ends', '2026-01-01', '2027-12-31', { start: 0, length: 100 }],
  ['in the second week', '2026-11-02', '2026-11-08', { start: 100 / 14, length: 100 / 14 }],
  ['before the calendar', '2026-10-01', '2026-10-25', undefined],
  ['after the calendar', '2027-02-01', '2027-02-28', undefined],
])('campaign calendar: a campaign %s gets its position in the weeks', (_, from, until, span) => {
  expect(rounded(positionInCalendar(calendarWeeksFrom('2026-11'), from, until))).toEqual(rounded(span))
})

const rounded = (span: { start: number; length: number } | undefined) =>
  span && [span.start.toFixed(6), span.length.toFixed(6)]
