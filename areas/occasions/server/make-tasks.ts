import { sql } from 'kysely'
import type { Settings } from '#areas/setup/contract/catalogue.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

/** The thresholds of the settings, as the database reads them; 0 leaves an occasion out. */
const rulesOf = (own: Settings) => ({
  DailyCap: own['occasions.dailyCap'],
  AheadDays: own['occasions.aheadDays'],
  ResizeDays: own['occasions.resizeDays'],
  CareMonths: own['occasions.careMonths'],
  EngagementMonths: own['occasions.engagementMonths'],
  ValuationMonths: own['occasions.valuationMonths'],
  ValuationFrom: own['occasions.valuationFrom'],
  PointsDays: own['occasions.pointsDays'],
  PointsAtLeast: own['occasions.pointsAtLeast'],
  ProspectDays: own['occasions.prospectDays'],
  LapsedMonths: own['occasions.lapsedMonths'],
})

/** A cause makes one task, however often a night begins again, so all of it is one chunk. */
export const makeOccasionTasks: BatchStep = {
  name: 'make tasks of occasions',
  async chunk({ db, today, now, after }) {
    if (after !== '') return undefined
    const rules = JSON.stringify(rulesOf(await settings({ db })))
    const { rows } = await sql<{ Made: number }>`
      select make_occasion_tasks(${today}::date, ${now}::timestamptz, ${rules}::jsonb) as made`.execute(db)
    return { FirstKey: today, LastKey: today, Done: rows[0]!.Made }
  },
}
