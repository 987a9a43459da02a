import type { SettingValues } from '#areas/setup/contract/catalogue.ts'
import type { WatchPattern } from '../contract.ts'

type Rule = { Least: number; Days: number; Minutes?: number; Rows?: number }

/** Returns the rule of each pattern by the settings; a `Least` of 0 turns the pattern off. */
export const createWatchPatternRules = (values: SettingValues): Record<WatchPattern, Rule> => ({
  'Own number': { Least: values['watch.ownSales'], Days: values['watch.ownDays'] },
  Adjustments: { Least: values['watch.adjustments'], Days: values['watch.adjustmentDays'] },
  'Manual sales': { Least: values['watch.manualSales'], Days: values['watch.manualSaleDays'] },
  Cancellations: { Least: values['watch.cancellations'], Days: values['watch.cancellationDays'] },
  'Cancelled collections': {
    Least: values['watch.cancelledCollections'],
    Days: values['watch.cancelledCollectionDays'],
  },
  // Period of two days, because the sales at two outlets can be before and after midnight.
  'Two outlets': { Least: values['watch.outletMinutes'] > 0 ? 1 : 0, Days: 2, Minutes: values['watch.outletMinutes'] },
  'Shared contact': { Least: values['watch.sharedContacts'], Days: values['watch.sharedContactDays'] },
  'Look-ups': { Least: values['watch.lookUps'], Days: values['watch.lookUpDays'] },
  Exports: { Least: values['watch.exportRows'] > 0 ? 1 : 0, Days: 1, Rows: values['watch.exportRows'] },
  // No setting: a single act of these two patterns raises a finding.
  'Same person': { Least: 1, Days: 30 },
  'Offline redemptions': { Least: 1, Days: 30 },
  'Look-up limit': { Least: values['watch.lookUpRefusals'], Days: values['watch.lookUpRefusalDays'] },
})
