import { defineSetting, wholeNumber } from './define-setting.ts'

// Settings of loyalty watch: the number of events that counts as suspicious, and the period in days.

const THRESHOLD_MAX = 10_000

/** The number of events at which loyalty watch reports a finding. */
const threshold = (preset: number, description: string) =>
  defineSetting({
    group: 'watch',
    schema: wholeNumber(0, THRESHOLD_MAX),
    default: preset,
    description: `${description} are a finding; 0 looks for none`,
  })

/** The number of days over which loyalty watch counts events. */
const period = (preset: number) =>
  defineSetting({
    group: 'watch',
    schema: wholeNumber(1, 365),
    default: preset,
    unit: 'days',
    description: 'Days within which they count',
  })

export const watchSettings = {
  'watch.ownSales': threshold(
    2,
    'So many sales or adjustments for the number of a member of staff, or of their household,',
  ),
  'watch.ownDays': period(30),
  'watch.adjustments': threshold(10, 'So many adjustments of points by one person'),
  'watch.adjustmentDays': period(7),
  'watch.manualSales': threshold(30, 'So many sales entered by hand by one person'),
  'watch.manualSaleDays': period(7),
  'watch.cancellations': threshold(8, 'So many sales cancelled by one person'),
  'watch.cancellationDays': period(7),
  'watch.cancelledCollections': threshold(2, 'So many collected rewards that one person cancelled'),
  'watch.cancelledCollectionDays': period(30),
  'watch.outletMinutes': defineSetting({
    group: 'watch',
    schema: wholeNumber(0, 720),
    default: 30,
    unit: 'minutes',
    description: 'One member at two outlets within so many minutes is a finding; 0 looks for none',
  }),
  'watch.sharedContacts': threshold(1, 'So many friends who share a phone number or address with their referrer'),
  'watch.sharedContactDays': period(90),
  'watch.lookUps': threshold(
    20,
    'So many customers of other outlets whom one person looked up, and who did nothing that day,',
  ),
  'watch.lookUpDays': period(7),
  'watch.lookUpRefusals': threshold(1, 'So many hours in which one person was stopped because of too many look-ups'),
  'watch.lookUpRefusalDays': period(7),
  'watch.exportRows': defineSetting({
    group: 'watch',
    schema: wholeNumber(0, 100_000_000),
    default: 5_000,
    description: 'More rows than these, exported by one person on one day, are a finding; 0 looks for none',
  }),
} as const
