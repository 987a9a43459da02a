import { useSearchParams } from 'react-router'
import type { DateRange } from '#kit/web/DateRangeField.tsx'
import { presets } from '#kit/web/date-presets.ts'
import { businessDate } from '#kit/web/format.ts'

export const spans = ['today', 'week', 'month'] as const
export type Span = (typeof spans)[number]

export type Selection = { OutletCode: string | undefined; DateFrom: string; DateTo: string }

const day = (text: string | null) => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** Today, this week or this month, as dates of the business zone. */
export function datesOf(span: Span, today = businessDate()) {
  const [from, until] = presets(today).find(({ key }) => key === span)!.range
  return { DateFrom: from.format('YYYY-MM-DD'), DateTo: until.format('YYYY-MM-DD') }
}

/** Which of the usual spans these dates are, if any. */
export const spanOf = ({ DateFrom, DateTo }: Pick<Selection, 'DateFrom' | 'DateTo'>, today = businessDate()) =>
  spans.find((span) => {
    const dates = datesOf(span, today)
    return dates.DateFrom === DateFrom && dates.DateTo === DateTo
  })

/** What the dashboard shows, kept in the address; this month and all outlets if nothing stands there. */
export function useSelection() {
  const [address, setAddress] = useSearchParams()
  const month = datesOf('month')
  const from = day(address.get('DateFrom'))
  const until = day(address.get('DateTo'))
  const dates = from && until && from <= until ? { DateFrom: from, DateTo: until } : month
  const selection: Selection = { OutletCode: address.get('OutletCode') || undefined, ...dates }

  const show = (more: Partial<Selection>) => {
    const next = { ...selection, ...more }
    // The usual dashboard has a plain address, so that "this month" is still this month when it is opened next month.
    const plain = spanOf(next) === 'month'
    setAddress(
      Object.entries({
        OutletCode: next.OutletCode,
        ...(!plain && { DateFrom: next.DateFrom, DateTo: next.DateTo }),
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
