import { Select } from 'antd'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { FilterControl } from '#kit/web/ResourceTable.tsx'
import { firstAndLastDayOfMonth, formatMonthName } from '../months.ts'

const MONTHS = 24

/** Filters the list of eligible members by the month in which points expire. */
export function ExpiryMonthChoice({ filters: { DateFrom, DateTo, ...otherFilters }, searchFor }: FilterControl) {
  const t = useT()
  const [year, month] = businessDate().split('-').map(Number) as [number, number]
  const months = Array.from({ length: MONTHS }, (_, ahead) => {
    const first = new Date(Date.UTC(year, month - 1 + ahead, 1))
    const dates = firstAndLastDayOfMonth(first.getUTCFullYear(), first.getUTCMonth() + 1)
    return { value: dates.DateFrom, label: formatMonthName(first.getUTCFullYear(), first.getUTCMonth() + 1), dates }
  })
  const selected = months.find(({ dates }) => dates.DateFrom === DateFrom && dates.DateTo === DateTo)
  return (
    <Select
      aria-label={t('expiry:reward.month')}
      value={selected?.value ?? ''}
      options={[{ value: '', label: t('expiry:reward.allMonths') }, ...months]}
      onChange={(value) => searchFor({ ...otherFilters, ...months.find((month) => month.value === value)?.dates })}
    />
  )
}
