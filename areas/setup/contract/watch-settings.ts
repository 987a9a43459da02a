import { define, wholeNumber } from './define-setting.ts'

// What loyalty watch looks for: from how many acts on, within how many days.

const MOST = 10_000

/** So many are a finding. */
const acts = (usual: number, description: string) =>
  define({
    group: 'watch',
    schema: wholeNumber(0, MOST),
    default: usual,
    description: `${description} are a finding; 0 looks for none`,
  })

/** Within so many days. */
const period = (usual: number) =>
  define({
    group: 'watch',
    schema: wholeNumber(1, 365),
    default: usual,
    unit: 'days',
    description: 'Days within which they count',
  })

export const watchSettings = {
  'watch.ownSales': acts(2, 'So many sales or adjustments for the number of a member of staff, or of their household,'),
  'watch.ownDays': period(30),
  'watch.adjustments': acts(10, 'So many adjustments of points by one person'),
  'watch.adjustmentDays': period(7),
  'watch.manualSales': acts(30, 'So many sales entered by hand by one person'),
  'watch.manualSaleDays': period(7),
  'watch.cancellations': acts(8, 'So many sales cancelled by one person'),
  'watch.cancellationDays': period(7),
  'watch.cancelledCollections': acts(2, 'So many collected rewards that one person cancelled'),
  'watch.cancelledCollectionDays': period(30),
  'watch.outletMinutes': define({
    group: 'watch',
    schema: wholeNumber(0, 720),
    default: 30,
    unit: 'minutes',
    description: 'One member at two outlets within so many minutes is a finding; 0 looks for none',
  }),
  'watch.sharedContacts': acts(1, 'So many friends who share a phone number or address with their referrer'),
  'watch.sharedContactDays': period(90),
  'watch.lookUps': acts(
    20,
    'So many customers of other outlets whom one person looked up, and who did nothing that day,',
  ),
  'watch.lookUpDays': period(7),
  'watch.lookUpRefusals': acts(1, 'So many hours in which one person was stopped because of too many look-ups'),
  'watch.lookUpRefusalDays': period(7),
  'watch.exportRows': define({
    group: 'watch',
    schema: wholeNumber(0, 100_000_000),
    default: 5_000,
    description: 'More rows than these, exported by one person on one day, are a finding; 0 looks for none',
  }),
} as const
