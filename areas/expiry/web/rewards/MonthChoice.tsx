import { Select } from 'antd'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { Filtering } from '#kit/web/ResourceTable.tsx'
import { monthDates, monthName } from '../months.ts'

const MONTHS = 24

/** Narrows the list to the points that end in one month. */
export function MonthChoice({ filters: { DateFrom, DateTo, ...others }, searchFor }: Filtering) {
  const t = useT()
  const [year, month] = businessDate().split('-').map(Number) as [number, number]
  const months = Array.from({ length: MONTHS }, (_, ahead) => {
    const first = new Date(Date.UTC(year, month - 1 + ahead, 1))
    const dates = monthDates(first.getUTCFullYear(), first.getUTCMonth() + 1)
    return { value: dates.DateFrom, label: monthName(first.getUTCFullYear(), first.getUTCMonth() + 1), dates }
  })
  const chosen = months.find(({ dates }) => dates.DateFrom === DateFrom && dates.DateTo === DateTo)
  return (
    <Select
      aria-label={t('expiry:reward.month')}
      value={chosen?.value ?? ''}
      options={[{ value: '', label: t('expiry:reward.allMonths') }, ...months]}
      onChange={(value) => searchFor({ ...others, ...months.find((month) => month.value === value)?.dates })}
    />
  )
}
