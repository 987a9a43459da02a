import type { SchedulePeriod } from '../../contract/schedules.ts'

const DAY_MS = 86_400_000
const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
const monthStart = (date: string, months: number) => {
  const [year, month] = date.split('-').map(Number)
  const count = year! * 12 + month! - 1 - months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
}

/** Returns the first and last day of a period on this business date. Periods of past days end yesterday. */
export function daysOfSchedulePeriod(period: SchedulePeriod, today: string): [from: string, until: string] {
  const yesterday = daysBefore(today, 1)
  switch (period) {
    case 'Yesterday':
      return [yesterday, yesterday]
    case 'Last 7 Days':
      return [daysBefore(today, 7), yesterday]
    case 'Last 30 Days':
      return [daysBefore(today, 30), yesterday]
    case 'This Month':
      return [monthStart(today, 0), today]
    case 'Last Month':
      return [monthStart(today, 1), daysBefore(monthStart(today, 0), 1)]
    case 'This Year':
      return [`${today.slice(0, 4)}-01-01`, today]
    case 'Last 12 Months':
      return [monthStart(today, 12), daysBefore(monthStart(today, 0), 1)]
  }
}
