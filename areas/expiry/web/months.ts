import { currentLanguage } from '#kit/web/i18n.ts'

export const formatMonthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  )

/** Returns the first and the last day of a month. */
export function firstAndLastDayOfMonth(year: number, month: number) {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return { DateFrom: day(new Date(Date.UTC(year, month - 1, 1))), DateTo: day(new Date(Date.UTC(year, month, 0))) }
}
