import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { type KeyboardEvent, useRef } from 'react'
import { formatInstant } from './format.ts'
import { currentLanguage } from './i18n.ts'

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
  /** The selected date as YYYY-MM-DD. */
  value?: string | null
  onChange?: (value: string | null) => void
  /** The first and last days that can be selected. */
  min?: string
  max?: string
}

/** The accepted formats: with slashes or hyphens, as plain digits, or as ISO date. */
export const ACCEPTED_DATE_FORMATS = ['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', 'DD-MM-YYYY', 'YYYY-MM-DD']

/** Enter in an open calendar picks the day; this handler prevents the same Enter from submitting the form. */
export function useCalendarEnterGuard() {
  const isOpen = useRef(false)
  return {
    onOpenChange: (opened: boolean) => {
      // The flag is reset later, because the calendar closes on keydown, before the form handles the same Enter key.
      if (opened) isOpen.current = true
      else setTimeout(() => (isOpen.current = false))
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && isOpen.current) event.preventDefault()
    },
  }
}

/** Returns the date pattern in the letters of the active language: French writes JJ/MM/AAAA. */
const dateHint = (pattern: string) =>
  currentLanguage() === 'fr' ? pattern.replace('DD', 'JJ').replace('YYYY', 'AAAA') : pattern

/** An input for a business date, typed or picked. The value is text, because it has neither time nor zone. */
export function DateInput({ value, onChange, min, max, placeholder, ...inputProps }: Props) {
  const enter = useCalendarEnterGuard()
  return (
    <DatePicker
      {...inputProps}
      {...enter}
      style={{ width: '100%' }}
      placeholder={placeholder ?? dateHint('DD/MM/YYYY')}
      format={ACCEPTED_DATE_FORMATS}
      value={value ? dayjs(value, 'YYYY-MM-DD') : null}
      onChange={(day: Dayjs | null) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
      {...(min && { minDate: dayjs(min) })}
      {...(max && { maxDate: dayjs(max) })}
    />
  )
}

const VISIBLE_TIME = 'DD/MM/YYYY hh:mm:ss A'
const SENT_TIME = 'YYYY-MM-DDTHH:mm:ss'

/** An input for an instant, shown and sent in the business time zone. Values from the server are in UTC. */
export function InstantField({
  value,
  onChange,
  ...inputProps
}: Shared & { value?: string | null; onChange?: (value: string | null) => void }) {
  const enter = useCalendarEnterGuard()
  return (
    <DatePicker
      {...inputProps}
      {...enter}
      showTime={{ format: 'hh:mm:ss A' }}
      style={{ width: '100%' }}
      placeholder={inputProps.placeholder ?? dateHint(VISIBLE_TIME)}
      format={[VISIBLE_TIME, 'DD/MM/YYYY HH:mm:ss', 'DD/MM/YYYY HH:mm', 'DD/MM/YYYY']}
      value={value ? toBusinessTime(value) : null}
      onChange={(moment: Dayjs | null) => onChange?.(moment ? moment.format(SENT_TIME) : null)}
    />
  )
}

const toBusinessTime = (value: string) =>
  /(Z|[+-]\d\d:?\d\d)$/.test(value) ? dayjs(formatInstant(value), VISIBLE_TIME) : dayjs(value, SENT_TIME)
