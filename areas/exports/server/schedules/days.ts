import type { SchedulePeriod } from '../../contract/schedules.ts'

const DAY_MS = 86_400_000
const back = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
const monthsBack = (date: string, months: number) => {
  const [year, month] = date.split('-').map(Number)
  const count = year! * 12 + month! - 1 - months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
}

/** First and last day of a period, as it stands on this business date. Days that are over end yesterday. */
export function daysOf(period: SchedulePeriod, today: string): [from: string, until: string] {
  const yesterday = back(today, 1)
  switch (period) {
    case 'Yesterday':
      return [yesterday, yesterday]
    case 'Last 7 Days':
      return [back(today, 7), yesterday]
    case 'Last 30 Days':
      return [back(today, 30), yesterday]
    case 'This Month':
      return [monthsBack(today, 0), today]
    case 'Last Month':
      return [monthsBack(today, 1), back(monthsBack(today, 0), 1)]
    case 'This Year':
      return [`${today.slice(0, 4)}-01-01`, today]
    case 'Last 12 Months':
      return [monthsBack(today, 12), back(monthsBack(today, 0), 1)]
  }
}
