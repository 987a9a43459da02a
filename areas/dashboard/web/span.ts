import { useSearchParams } from 'react-router'
import type { DateRange } from '#kit/web/DateRangeField.tsx'
import { datePresets } from '#kit/web/date-presets.ts'
import { businessDate } from '#kit/web/format.ts'

export const dashboardPeriods = ['today', 'week', 'month'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

export type DashboardSelection = { OutletCode: string | undefined; DateFrom: string; DateTo: string }

const validDate = (text: string | null) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** Returns the dates of a preset period in the business time zone. */
export function datesOfPreset(span: DashboardPeriod, today = businessDate()) {
  const [from, until] = datePresets(today).find(({ key }) => key === span)!.range
  return { DateFrom: from.format('YYYY-MM-DD'), DateTo: until.format('YYYY-MM-DD') }
}

/** Returns the preset period that has these dates, or undefined. */
export const findPresetOfDates = (
  { DateFrom, DateTo }: Pick<DashboardSelection, 'DateFrom' | 'DateTo'>,
  today = businessDate(),
) =>
  dashboardPeriods.find((span) => {
    const dates = datesOfPreset(span, today)
    return dates.DateFrom === DateFrom && dates.DateTo === DateTo
  })

/** Returns the selected outlet and dates from the URL; by default this month and all outlets. */
export function useDashboardSelection() {
  const [address, setAddress] = useSearchParams()
  const month = datesOfPreset('month')
  const from = validDate(address.get('DateFrom'))
  const until = validDate(address.get('DateTo'))
  const dates = from && until && from <= until ? { DateFrom: from, DateTo: until } : month
  const selection: DashboardSelection = { OutletCode: address.get('OutletCode') || undefined, ...dates }

  const show = (more: Partial<DashboardSelection>) => {
    const next = { ...selection, ...more }
    // The default period adds no parameters to the URL, so that a bookmark of "this month" follows the calendar.
    const isDefaultRange = findPresetOfDates(next) === 'month'
    setAddress(
      Object.entries({
        OutletCode: next.OutletCode,
        ...(!isDefaultRange && { DateFrom: next.DateFrom, DateTo: next.DateTo }),
      }).filter((entry): entry is [string, string] => Boolean(entry[1])),
      { replace: true, preventScrollReset: true },
    )
  }
  const setRange = ({ from: start, until: end }: DateRange) => {
    if (start && end) show({ DateFrom: start, DateTo: end })
    else show(month)
  }
  return { selection, show, setRange }
}
