import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { type KeyboardEvent, useRef } from 'react'
import { formatInstant } from './format.ts'

dayjs.extend(customParseFormat)

type Shared = {
  id?: string
  disabled?: boolean
  placeholder?: string
  onBlur?: () => void
  allowClear?: boolean
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  'aria-required'?: boolean
}

type Props = Shared & {
  /** YYYY-MM-DD. */
  value?: string | null
  onChange?: (value: string | null) => void
  /** Days that cannot be chosen lie before or after these. */
  min?: string
  max?: string
}

/** What people type: with strokes, in one go from the number pad, or the way computers write it. */
export const TYPED_DATES = ['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', 'DD-MM-YYYY', 'YYYY-MM-DD']

/** Enter in an open calendar takes the day; it must not send the form as well. */
export function useEnterTakesDay() {
  const open = useRef(false)
  return {
    onOpenChange: (opened: boolean) => {
      // The calendar closes before the key goes up; the form listens to the key that went down.
      if (opened) open.current = true
      else setTimeout(() => (open.current = false))
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && open.current) event.preventDefault()
    },
  }
}

/** A business date, typed or picked; it has no time and no zone, so it stays text outside of the picker. */
export function DateInput({ value, onChange, min, max, placeholder = 'DD/MM/YYYY', ...rest }: Props) {
  const enter = useEnterTakesDay()
  return (
    <DatePicker
      {...rest}
      {...enter}
      style={{ width: '100%' }}
      placeholder={placeholder}
      format={TYPED_DATES}
      value={value ? dayjs(value, 'YYYY-MM-DD') : null}
      onChange={(day: Dayjs | null) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
      {...(min && { minDate: dayjs(min) })}
      {...(max && { maxDate: dayjs(max) })}
    />
  )
}

const VISIBLE_TIME = 'DD/MM/YYYY hh:mm:ss A'
const SENT_TIME = 'YYYY-MM-DDTHH:mm:ss'

/** A moment on the business zone's wall clock. What the server sent (UTC) is shown and sent back on that clock. */
export function InstantField({
  value,
  onChange,
  ...rest
}: Shared & { value?: string | null; onChange?: (value: string | null) => void }) {
  const enter = useEnterTakesDay()
  return (
    <DatePicker
      {...rest}
      {...enter}
      showTime={{ format: 'hh:mm:ss A' }}
      style={{ width: '100%' }}
      placeholder={rest.placeholder ?? 'DD/MM/YYYY hh:mm:ss A'}
      format={[VISIBLE_TIME, 'DD/MM/YYYY HH:mm:ss', 'DD/MM/YYYY HH:mm', 'DD/MM/YYYY']}
      value={value ? onWallClock(value) : null}
      onChange={(moment: Dayjs | null) => onChange?.(moment ? moment.format(SENT_TIME) : null)}
    />
  )
}

const onWallClock = (value: string) =>
  /(Z|[+-]\d\d:?\d\d)$/.test(value) ? dayjs(formatInstant(value), VISIBLE_TIME) : dayjs(value, SENT_TIME)
