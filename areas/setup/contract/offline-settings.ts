import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings for redemptions at tills without a connection. */
export const offlineSettings = {
  'offline.allowancePoints': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 1_000_000_000),
    default: 2_000,
    unit: 'points',
    description:
      'Points per member and day that tills can reserve, so that they can redeem them without a connection; 0 turns this off',
  }),
  'offline.allowanceHours': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(1, 168),
    default: 12,
    unit: 'hours',
    description: 'Hours for which a till can redeem the points that it has reserved',
  }),
  'offline.settleDays': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 30),
    default: 3,
    unit: 'days',
    description:
      'Days after the end of an allowance for which its points stay reserved, so that a till without a connection can still report redemptions',
  }),
  'offline.redemptionPoints': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 1_000_000_000),
    default: 0,
    unit: 'points',
    description:
      'Points per member and day that a till without a connection can redeem without reserving them; missing points become a negative balance. 0 turns this off',
  }),
}
