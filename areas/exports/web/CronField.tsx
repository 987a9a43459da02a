import { Select } from 'antd'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { formatWeekdayName, parseCron, type ScheduleRhythm, type ScheduleTime, toCron } from './cron-words.ts'

const rhythms: readonly ScheduleRhythm[] = ['daily', 'workdays', 'weekly', 'monthly']
const WEEK = [1, 2, 3, 4, 5, 6, 0]
/** The latest day of the month that exists in every month. */
const LAST_DAY = 28
const times = Array.from({ length: 48 }, (_, half) => {
  const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
  return { value: time, label: time }
})

/**
 * The form field for the times of a schedule.
 * A cron expression that the form cannot represent stays unchanged until the user changes a choice.
 */
export function CronField({ id, value, onChange }: ControlProps) {
  const t = useT()
  const language = currentLanguage()
  const when = parseCron(String(value ?? '')) ?? { rhythm: 'weekly', day: 1, time: '08:00' }
  const set = (more: Partial<ScheduleTime>) => onChange?.(toCron({ ...when, ...more }))
  const days =
    when.rhythm === 'weekly'
      ? WEEK.map((day) => ({ value: day, label: formatWeekdayName(day, language) }))
      : Array.from({ length: LAST_DAY }, (_, index) => ({
          value: index + 1,
          label: t('exports:dayOfMonth', { day: index + 1 }),
        }))
  return (
    <Row>
      <Select<ScheduleRhythm>
        {...(id && { id })}
        style={{ flex: '2 1 160px' }}
        aria-label={t('exports:fields.Cron')}
        value={when.rhythm}
        options={rhythms.map((rhythm) => ({ value: rhythm, label: t(`exports:rhythm.${rhythm}`) }))}
        onChange={(rhythm) => set({ rhythm, day: 1 })}
      />
      {(when.rhythm === 'weekly' || when.rhythm === 'monthly') && (
        <Select<number>
          style={{ flex: '1 1 110px' }}
          aria-label={t('exports:day')}
          value={when.day}
          options={days}
          onChange={(day) => set({ day })}
        />
      )}
      <Select<string>
        style={{ flex: '1 1 90px' }}
        aria-label={t('exports:time')}
        value={when.time}
        options={times}
        showSearch
        onChange={(time) => set({ time })}
      />
    </Row>
  )
}
