import type { TranslateFunction } from '#kit/web/i18n.ts'

export type ScheduleRhythm = 'daily' | 'workdays' | 'weekly' | 'monthly'
export type ScheduleTime = { rhythm: ScheduleRhythm; day: number; time: string }

const twoDigits = (number: number | string) => String(number).padStart(2, '0')

/** Returns the choices of the form that match a cron expression; undefined if the form cannot represent it. */
export function parseCron(cron: string): ScheduleTime | undefined {
  const [, minute, hour, day, week] = /^(\d+) (\d+) (\*|\d+) \* (\*|1-5|\d)$/.exec(cron) ?? []
  if (minute === undefined || hour === undefined) return undefined
  const time = `${twoDigits(hour)}:${twoDigits(minute)}`
  if (day !== '*') return week === '*' ? { rhythm: 'monthly', day: Number(day), time } : undefined
  if (week === '*') return { rhythm: 'daily', day: 1, time }
  if (week === '1-5') return { rhythm: 'workdays', day: 1, time }
  return { rhythm: 'weekly', day: Number(week), time }
}

export function toCron({ rhythm, day, time }: ScheduleTime): string {
  const [hour, minute] = time.split(':').map(Number)
  const at = `${minute} ${hour}`
  return {
    daily: `${at} * * *`,
    workdays: `${at} * * 1-5`,
    weekly: `${at} * * ${day}`,
    monthly: `${at} ${day} * *`,
  }[rhythm]
}

/** Returns the name of a weekday in the user's language. As in cron, Monday is 1 and Sunday is 0. */
export const formatWeekdayName = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day === 0 ? 7 : day))

export function describeCron(t: TranslateFunction, cron: string, language: string): string {
  const when = parseCron(cron)
  if (!when) return cron
  const { rhythm, time } = when
  const day = rhythm === 'weekly' ? formatWeekdayName(when.day, language) : String(when.day)
  return t(`exports:every.${rhythm}`, { day, time })
}
