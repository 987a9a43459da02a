import type { Settings } from '#areas/setup/contract/catalogue.ts'
import type { Pattern } from '../contract.ts'

type Rule = { Least: number; Days: number; Minutes?: number; Rows?: number }

/** What is looked for, by the settings of the company. */
export const rulesOf = (own: Settings): Record<Pattern, Rule> => ({
  'Own number': { Least: own['watch.ownSales'], Days: own['watch.ownDays'] },
  Adjustments: { Least: own['watch.adjustments'], Days: own['watch.adjustmentDays'] },
  'Manual sales': { Least: own['watch.manualSales'], Days: own['watch.manualSaleDays'] },
  Cancellations: { Least: own['watch.cancellations'], Days: own['watch.cancellationDays'] },
  'Cancelled collections': { Least: own['watch.cancelledCollections'], Days: own['watch.cancelledCollectionDays'] },
  // Both visits may lie around midnight.
  'Two outlets': { Least: own['watch.outletMinutes'] > 0 ? 1 : 0, Days: 2, Minutes: own['watch.outletMinutes'] },
  'Shared contact': { Least: own['watch.sharedContacts'], Days: own['watch.sharedContactDays'] },
  'Look-ups': { Least: own['watch.lookUps'], Days: own['watch.lookUpDays'] },
  Exports: { Least: own['watch.exportRows'] > 0 ? 1 : 0, Days: 1, Rows: own['watch.exportRows'] },
  // One attempt is enough to be looked at, and no company calls it usual.
  'Same person': { Least: 1, Days: 30 },
  'Look-up limit': { Least: own['watch.lookUpRefusals'], Days: own['watch.lookUpRefusalDays'] },
})
