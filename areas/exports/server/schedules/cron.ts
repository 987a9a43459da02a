import { CronExpressionParser } from 'cron-parser'
import { scheduleRefusals } from '../../contract/schedules.ts'

/** Returns the time of a schedule's next run, computed in the business time zone. */
export function findNextScheduledRun(cron: string, after: Date, timeZone: string): Date {
  try {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate()
  } catch {
    throw scheduleRefusals.badTime()
  }
}
