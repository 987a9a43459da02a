import { useT } from '#kit/web/i18n.ts'

const WEEKS_FROM = 14
const MONTHS_FROM = 60
const MONTH_DAYS = 365.25 / 12

/** Returns a function that formats a number of days as "9 days", "5 weeks" or "4 months". */
export function useDurationFormatter() {
  const t = useT()
  return (days: number): string => {
    if (days < WEEKS_FROM) return t('retention:time.days', { count: days })
    if (days < MONTHS_FROM) return t('retention:time.weeks', { count: Math.round(days / 7) })
    return t('retention:time.months', { count: Math.round(days / MONTH_DAYS) })
  }
}
