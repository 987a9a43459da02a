import dayjs, { type Dayjs } from 'dayjs'

/** Common date ranges, relative to the business date and not the browser's date. Weeks start on Monday. */
export function datePresets(today: string) {
  const day = dayjs(today)
  const monday = day.subtract((day.day() + 6) % 7, 'day')
  const lastMonth = day.subtract(1, 'month')
  return [
    { key: 'today', range: [day, day] },
    { key: 'yesterday', range: [day.subtract(1, 'day'), day.subtract(1, 'day')] },
    { key: 'week', range: [monday, day] },
    { key: 'days7', range: [day.subtract(6, 'day'), day] },
    { key: 'days30', range: [day.subtract(29, 'day'), day] },
    { key: 'month', range: [day.startOf('month'), day] },
    { key: 'lastMonth', range: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
    { key: 'year', range: [day.startOf('year'), day] },
  ] as const satisfies { key: string; range: readonly [Dayjs, Dayjs] }[]
}
