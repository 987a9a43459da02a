import { CronExpressionParser } from 'cron-parser'
import { scheduleRefusals } from '../../contract/schedules.ts'

/** Returns the next run in the business time zone. */
export function nextRun(cron: string, after: Date, timeZone: string): Date {
  try {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate()
  } catch {
    throw scheduleRefusals.badTime()
  }
}
