import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { Finding, WatchPattern } from '../contract.ts'

const textKeys = {
  'Own number': 'ownNumber',
  Adjustments: 'adjustments',
  'Manual sales': 'manualSales',
  Cancellations: 'cancellations',
  'Cancelled collections': 'cancelledCollections',
  'Two outlets': 'twoOutlets',
  'Shared contact': 'sharedContact',
  'Look-ups': 'lookUps',
  'Look-up limit': 'lookUpLimit',
  Exports: 'exports',
  'Same person': 'samePerson',
  'Offline redemptions': 'offlineRedemptions',
} as const satisfies Record<WatchPattern, string>

/** Describes a finding by its number of acts, for example '12 point adjustments'. */
export const describeFindingInSentence = (t: TranslateFunction, { Pattern, Acts }: Finding) =>
  t(`watch:what.${textKeys[Pattern]}`, { count: Acts })

/** Explains why the pattern of a finding may be misuse. */
export const explainFindingPattern = (t: TranslateFunction, { Pattern }: Finding) => t(`watch:why.${textKeys[Pattern]}`)
