import { defineSetting, wholeNumber } from './define-setting.ts'

/** Settings for the default and maximum periods of reports. */
export const reportSettings = {
  'reports.yearsMost': defineSetting({
    group: 'reports',
    schema: wholeNumber(1, 10),
    default: 2,
    unit: 'years',
    description: 'Years that a report spans at most, unless it names a member or an invoice',
  }),
  'reports.inactiveMonths': defineSetting({
    group: 'reports',
    schema: wholeNumber(1, 120),
    default: 24,
    unit: 'months',
    description: 'Months without a purchase after which a member counts as inactive, where a report names none',
  }),
  'reports.reactiveMonths': defineSetting({
    group: 'reports',
    schema: wholeNumber(1, 120),
    default: 24,
    unit: 'months',
    description: 'Months without a purchase after which a member who buys has come back, where a report names none',
  }),
} as const
