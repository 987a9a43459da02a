import { defineSetting, wholeNumberSchema } from './define-setting.ts'

// Settings of loyalty watch: number of events that counts as suspicious, and the period in days.

const THRESHOLD_MAX = 10_000

/** Number of events at which loyalty watch reports a finding. */
const threshold = (preset: number, description: string) =>
  defineSetting({
    group: 'watch',
    schema: wholeNumberSchema(0, THRESHOLD_MAX),
    default: preset,
    description,
  })

/** Number of days over which loyalty watch counts events. */
const period = (preset: number, description: string) =>
  defineSetting({
    group: 'watch',
    schema: wholeNumberSchema(1, 365),
    default: preset,
    unit: 'days',
    description,
  })

export const watchSettings = {
  'watch.ownSales': threshold(
    2,
    'Sales or point adjustments to the number of a staff member or their household that lead to a finding; 0 turns this off',
  ),
  'watch.ownDays': period(30, 'Days in which they are counted'),
  'watch.adjustments': threshold(10, 'Number that leads to a finding; 0 turns this off'),
  'watch.adjustmentDays': period(7, 'Days in which they are counted'),
  'watch.manualSales': threshold(30, 'Number that leads to a finding; 0 turns this off'),
  'watch.manualSaleDays': period(7, 'Days in which they are counted'),
  'watch.cancellations': threshold(8, 'Number that leads to a finding; 0 turns this off'),
  'watch.cancellationDays': period(7, 'Days in which they are counted'),
  'watch.cancelledCollections': threshold(
    2,
    'Number of collected rewards cancelled that leads to a finding; 0 turns this off',
  ),
  'watch.cancelledCollectionDays': period(30, 'Days in which they are counted'),
  'watch.outletMinutes': defineSetting({
    group: 'watch',
    schema: wholeNumberSchema(0, 720),
    default: 30,
    unit: 'minutes',
    description: 'A member at two outlets within this time leads to a finding; 0 turns this off',
  }),
  'watch.sharedContacts': threshold(
    1,
    'Friends with the phone number or address of their referrer that lead to a finding; 0 turns this off',
  ),
  'watch.sharedContactDays': period(90, 'Days in which they are counted'),
  'watch.lookUps': threshold(
    20,
    'Customers of other outlets looked up by one person without a sale or reward that day; this number leads to a finding, 0 turns this off',
  ),
  'watch.lookUpDays': period(7, 'Days in which they are counted'),
  'watch.lookUpRefusals': threshold(
    1,
    'Hours in which one person was stopped by the limit that lead to a finding; 0 turns this off',
  ),
  'watch.lookUpRefusalDays': period(7, 'Days in which they are counted'),
  'watch.exportRows': defineSetting({
    group: 'watch',
    schema: wholeNumberSchema(0, 100_000_000),
    default: 5_000,
    description: 'More rows than these by one person on one day lead to a finding; 0 turns this off',
  }),
} as const
