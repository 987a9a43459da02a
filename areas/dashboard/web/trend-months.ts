import type { Trend, TrendDay } from '../contract/trend.ts'

/** More days than these are too many to be seen one by one on a line. */
export const DAYS_ON_A_LINE = 62

const cents = (amount: string | null) => Math.round(Number(amount ?? '0') * 100)
const money = (sum: number) => (sum / 100).toFixed(2)

/** A day or a month, and the days of the span before that it is held against. */
export type Step = TrendDay & { BeforeUntil: string | null }

/** The days of a trend, or its months where there are too many days: each holds those of its days that have begun. */
export function stepsOf({ Days, Until }: Pick<Trend, 'Days' | 'Until'>): { steps: Step[]; monthly: boolean } {
  const days = Days.map((day) => ({ ...day, BeforeUntil: day.Before }))
  if (days.length <= DAYS_ON_A_LINE) return { steps: days, monthly: false }
  const months = new Map<string, Step>()
  for (const day of days) {
    const month = day.Date.slice(0, 7)
    const so = months.get(month)
    if (!so) months.set(month, day)
    else if (day.Date <= Until)
      months.set(month, {
        ...so,
        Sales: so.Sales === null ? null : money(cents(so.Sales) + cents(day.Sales)),
        Registered: so.Registered + day.Registered,
        SalesBefore: so.SalesBefore === null ? null : money(cents(so.SalesBefore) + cents(day.SalesBefore)),
        RegisteredBefore: so.RegisteredBefore + day.RegisteredBefore,
        BeforeUntil: day.BeforeUntil ?? so.BeforeUntil,
      })
  }
  return { steps: [...months.values()], monthly: true }
}
