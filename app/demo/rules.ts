// The demo's loyalty programme: tiers, point rates, settings.

export const demoCardGroup = {
  name: 'Jewel Club',
  description: 'Members of the company: points on every purchase, three tiers, a year at a time.',
}

export const cardCategorySeeds = [
  {
    code: 'CLASSIC',
    name: 'Classic',
    sequence: 1,
    color: '#b08d57',
    first: 500,
    accumulate: 0,
    maintain: 0,
    multiplier: 1,
    birthday: 2,
  },
  {
    code: 'GOLD',
    name: 'Gold',
    sequence: 2,
    color: '#d4af37',
    first: 8000,
    accumulate: 10000,
    maintain: 6000,
    multiplier: 1.25,
    birthday: 2,
  },
  {
    code: 'PLATINUM',
    name: 'Platinum',
    sequence: 3,
    color: '#8e9aaf',
    first: 30000,
    accumulate: 35000,
    maintain: 20000,
    multiplier: 1.5,
    birthday: 3,
  },
] as const

export const pointStructureSeed = {
  code: 'STANDARD',
  name: 'Standard earning',
  validityMonths: 24,
  rounding: 'End of month',
} as const

/** A rate of `points` points for every `amount` spent. The brand All applies to brands without a rate of their own. */
export const pointRateSeeds = [
  { brand: 'All', objectType: 'All', objectValue: null, amount: 10, points: 1 },
  { brand: 'Carat Bridal', objectType: 'All', objectValue: null, amount: 10, points: 1.5 },
  { brand: 'Golden Vow', objectType: 'All', objectValue: null, amount: 20, points: 1 },
  { brand: 'Lumière', objectType: 'All', objectValue: null, amount: 10, points: 2 },
  // Gold earns fewer points because it is sold near the market price.
  { brand: 'All', objectType: 'ProductGroup', objectValue: 'GOLD-916', amount: 50, points: 1 },
] as const

export const settingSeeds: readonly (readonly [string, unknown, string])[] = [
  ['company.name', 'Carat Jewellers', 'Name of the company, at the foot of every page'],
  ['crm.title', 'Carat', 'Name of this program as staff see it'],
  ['currency', 'MYR', 'Currency of all amounts'],
  ['membership.prefix', 'JC', 'What a membership number begins with'],
  ['messages.emailCost', '0.02', 'What the company pays for one e-mail'],
  ['messages.smsCost', '0.12', 'What the company pays for one SMS'],
  ['points.refundGraceDays', 30, 'Days that refunded points are valid at least'],
  ['referral.windowDays', 90, 'Days in which a recommended friend’s first purchase counts'],
]
