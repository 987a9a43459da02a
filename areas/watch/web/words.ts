import type { T } from '#kit/web/i18n.ts'
import type { Finding, Pattern } from '../contract.ts'

const keys = {
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
} as const satisfies Record<Pattern, string>

/** '12 point adjustments' */
export const whatHappened = (t: T, { Pattern, Acts }: Finding) => t(`watch:what.${keys[Pattern]}`, { count: Acts })

/** Why one looks at it at all. */
export const whyItMatters = (t: T, { Pattern }: Finding) => t(`watch:why.${keys[Pattern]}`)
