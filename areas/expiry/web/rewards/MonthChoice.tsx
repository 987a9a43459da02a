import { Select } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import type { Filtering } from '#kit/web/ResourceTable.tsx'
import { monthDates, monthName } from '../months.ts'

const MONTHS = 24

/** Narrows the list to the points that end in one month. */
export function MonthChoice({ filters: { DateFrom, DateTo, ...others }, searchFor }: Filtering) {
  const t = useT()
  const now = new Date()
  const months = Array.from({ length: MONTHS }, (_, ahead) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() + ahead, 1))
    const dates = monthDates(first.getUTCFullYear(), first.getUTCMonth() + 1)
    return { value: dates.DateFrom, label: monthName(first.getUTCFullYear(), first.getUTCMonth() + 1), dates }
  })
  const chosen = months.find(({ dates }) => dates.DateFrom === DateFrom && dates.DateTo === DateTo)
  return (
    <Select
      aria-label={t('expiry:reward.month')}
      className="expiry-month"
      value={chosen?.value ?? ''}
      options={[{ value: '', label: t('expiry:reward.allMonths') }, ...months]}
      onChange={(value) => searchFor({ ...others, ...months.find((month) => month.value === value)?.dates })}
    />
  )
}
