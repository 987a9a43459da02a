import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { ACCEPTED_DATE_FORMATS, DateInput, useCalendarEnterGuard } from './DateInput.tsx'
import { datePresets } from './date-presets.ts'
import { businessDate } from './format.ts'
import { useT } from './i18n.ts'
import { useIsPhone } from './useMedia.ts'

export type DateRange = { from: string | null; until: string | null }

type Props = {
  value: DateRange
  onChange: (value: DateRange) => void
  /** The id of the first input. The id of the second input is `<id>-until`. */
  id?: string
  /** The first and last days that can be selected. */
  min?: string
  max?: string
  allowClear?: boolean
  disabled?: boolean
}

/** An input for a range of business dates, which users type, pick or choose from presets. */
export function DateRangeField({ value, onChange, id, min, max, allowClear = true, disabled = false }: Props) {
  const t = useT()
  const phone = useIsPhone()
  const enter = useCalendarEnterGuard()
  const bounds = { ...(min && { min }), ...(max && { max }) }
  const from = t('kit:dates.from')
  const until = t('kit:dates.until')

  // Shows one month on a phone, where two months do not fit side by side.
  if (phone) {
    return (
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
        <DateInput
          {...bounds}
          {...(id && { id })}
          aria-label={from}
          placeholder={from}
          value={value.from}
          allowClear={allowClear}
          disabled={disabled}
          onChange={(day) => onChange({ ...value, from: day })}
        />
        <DateInput
          {...bounds}
          {...(id && { id: `${id}-until` })}
          aria-label={until}
          placeholder={until}
          value={value.until}
          allowClear={allowClear}
          disabled={disabled}
          onChange={(day) => onChange({ ...value, until: day })}
        />
      </div>
    )
  }
  return (
    <DatePicker.RangePicker
      {...enter}
      {...(id && { id: { start: id, end: `${id}-until` } })}
      style={{ width: '100%' }}
      format={ACCEPTED_DATE_FORMATS}
      placeholder={[from, until]}
      allowEmpty={[true, true]}
      allowClear={allowClear}
      disabled={disabled}
      value={[value.from ? dayjs(value.from) : null, value.until ? dayjs(value.until) : null]}
      presets={datePresets(businessDate()).map(({ key, range }) => ({
        label: t(`kit:dates.${key}`),
        value: [...range],
      }))}
      onChange={(days) => onChange({ from: toDateText(days?.[0]), until: toDateText(days?.[1]) })}
      {...(min && { minDate: dayjs(min) })}
      {...(max && { maxDate: dayjs(max) })}
    />
  )
}

const toDateText = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD') ?? null
