import dayjs from 'dayjs'

// The campaign calendar shows 14 whole weeks that begin on Monday.

export const CALENDAR_WEEKS = 14
const DAYS = CALENDAR_WEEKS * 7
const FORMAT = 'YYYY-MM-DD'

/** Returns the Mondays of the calendar's weeks, from the week in which the month (`YYYY-MM`) begins. */
export function calendarWeeksFrom(month: string): string[] {
  const first = dayjs(`${month}-01`)
  const monday = first.subtract((first.day() + 6) % 7, 'day')
  return Array.from({ length: CALENDAR_WEEKS }, (_, week) => monday.add(week, 'week').format(FORMAT))
}

export const lastDayOfCalendarWeeks = (weeks: readonly string[]) => dayjs(weeks.at(-1)).add(6, 'day').format(FORMAT)

export const addMonths = (month: string, months: number) => dayjs(`${month}-01`).add(months, 'month').format('YYYY-MM')

/** Returns the month (`YYYY-MM`) that begins in this week, if any. */
export function monthThatBeginsInWeek(week: string): string | undefined {
  const sunday = dayjs(week).add(6, 'day')
  return sunday.date() <= 7 ? sunday.format('YYYY-MM') : undefined
}

/** Returns start and length of a period as percentages of the calendar's width; undefined for a period outside of it. */
export function positionInCalendar(weeks: readonly string[], from: string, until: string) {
  const days = (day: string) => dayjs(day).diff(dayjs(weeks[0]), 'day')
  const start = Math.max(days(from), 0)
  const end = Math.min(days(until) + 1, DAYS)
  return end > start ? { start: (start / DAYS) * 100, length: ((end - start) / DAYS) * 100 } : undefined
}
