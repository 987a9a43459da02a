import type { SettingValues } from '#areas/setup/contract/catalogue.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchStep } from '#kit/server/nightly.ts'

/** Converts the settings of occasions to the rules of the SQL function; a setting of 0 disables its occasion. */
const toRules = (values: SettingValues) => ({
  DailyCap: values['occasions.dailyCap'],
  AheadDays: values['occasions.aheadDays'],
  ResizeDays: values['occasions.resizeDays'],
  CareMonths: values['occasions.careMonths'],
  EngagementMonths: values['occasions.engagementMonths'],
  ValuationMonths: values['occasions.valuationMonths'],
  ValuationFrom: values['occasions.valuationFrom'],
  PointsDays: values['occasions.pointsDays'],
  PointsAtLeast: values['occasions.pointsAtLeast'],
  ProspectDays: values['occasions.prospectDays'],
  LapsedMonths: values['occasions.lapsedMonths'],
})

/** Creates the tasks of one chunk of customers; a repeated run is harmless, because each cause makes one task. */
export const createOccasionTasksStep: BatchStep = {
  name: 'make tasks of occasions',
  async chunk({ db, today, now, after }) {
    if (after !== '') return undefined
    const rules = toRules(await readSettings({ db }))
    const Done = await databaseFunctions.makeOccasionTasks(db, { today, moment: now, rules })
    return { FirstKey: today, LastKey: today, Done }
  },
}
