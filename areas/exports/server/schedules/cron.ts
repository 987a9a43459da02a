import { CronExpressionParser } from 'cron-parser'
import { scheduleRefusals } from '../../contract/schedules.ts'

/** When it is due next, by the clock of the business. */
export function nextRun(cron: string, after: Date, timeZone: string): Date {
  try {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate()
  } catch {
    throw scheduleRefusals.badTime()
  }
}
