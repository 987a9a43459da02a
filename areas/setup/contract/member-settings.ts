import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'
import { defineSetting, wholeNumber } from './define-setting.ts'

const manualLimit = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount')

/** Settings for memberships, referrals, manual sales, points, rewards and levels. */
export const memberSettings = {
  'membership.prefix': defineSetting({
    group: 'members',
    schema: z.string().regex(/^[A-Z]{1,4}$/, 'Use one to four capital letters'),
    default: 'JC',
    description: 'What new membership numbers begin with; numbers that were given keep theirs',
  }),
  'membership.digits': defineSetting({
    group: 'members',
    schema: wholeNumber(6, 12),
    default: 8,
    description: 'Digits of new membership numbers between prefix and check digit; numbers that were given keep theirs',
  }),
  'membership.defaultCardGroup': defineSetting({
    group: 'members',
    schema: text(20).nullable(),
    default: null,
    description: 'Name of the card group that new members join; empty means the oldest active one',
  }),
  'referral.daysToName': defineSetting({
    group: 'referrals',
    schema: wholeNumber(0, 365),
    default: 14,
    unit: 'days',
    description: 'Days after registration in which the friend who recommended a customer may still be named',
  }),
  'referral.minimumSale': defineSetting({
    group: 'referrals',
    schema: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount'),
    default: '500.00',
    unit: 'currency',
    description:
      'What the first purchase of a recommended friend has to reach; counts for friends who are named from now on',
  }),
  'referral.windowDays': defineSetting({
    group: 'referrals',
    schema: wholeNumber(0, 730),
    default: 90,
    unit: 'days',
    description: 'Days after joining in which the first purchase of a recommended friend counts',
  }),
  'referral.returnDays': defineSetting({
    group: 'referrals',
    schema: wholeNumber(0, 365),
    default: 14,
    unit: 'days',
    description:
      'Days after that purchase until the award for it is given by itself; before, only head office gives it',
  }),
  'referral.pointsReferrer': defineSetting({
    group: 'referrals',
    schema: wholeNumber(0, 1_000_000),
    default: 500,
    unit: 'points',
    description:
      'Points for a member whose recommended friend has bought; counts for friends who are named from now on',
  }),
  'referral.pointsFriend': defineSetting({
    group: 'referrals',
    schema: wholeNumber(0, 1_000_000),
    default: 0,
    unit: 'points',
    description: 'Points for the recommended friend, who has to be a premium member by then; 0 gives none',
  }),
  'referral.rewardFriend': defineSetting({
    group: 'referrals',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description:
      'Whether the recommended friend is given the rewards of type Referral as well, as the referrer is when the referral is approved',
  }),
  'sales.daysToAssign': defineSetting({
    group: 'points',
    schema: wholeNumber(0, 3_650),
    default: 30,
    unit: 'days',
    description: 'Days after a walk-in sale in which it may still be given to the member who made it',
  }),
  'sales.manualLimitStaff': defineSetting({
    group: 'points',
    schema: manualLimit,
    default: '20000.00',
    unit: 'currency',
    description:
      'Amount up to which staff of an outlet enter sales by hand alone, together for one member on one day; more waits for a second person',
  }),
  'sales.manualLimitManager': defineSetting({
    group: 'points',
    schema: manualLimit,
    default: '100000.00',
    unit: 'currency',
    description: 'The same for managers of an outlet; head office has no such limit',
  }),
  'tasks.managersComplete': defineSetting({
    group: 'tasks',
    schema: z.boolean(),
    default: false,
    description: 'Managers of an outlet may set tasks of their outlet to Completed; without it head office alone does',
  }),
  'archive.months': defineSetting({
    group: 'members',
    schema: wholeNumber(1, 600),
    default: 36,
    unit: 'months',
    description: 'Months without a purchase or contact after which a member may be archived',
  }),
  'points.costPerPoint': defineSetting({
    group: 'points',
    schema: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'Enter a number'),
    default: '0.0500',
    unit: 'currency',
    description:
      'What one point costs the company, in its currency; values points that expire and that are outstanding',
  }),
  'points.arrearsPolicy': defineSetting({
    group: 'points',
    schema: z.enum(['Recover later', 'Take from other lots', 'Ask head office']),
    default: 'Recover later',
    description:
      'What happens when a sale is taken back whose points were spent: they are owed, paid at once from the member’s other points, or only head office takes the sale back',
  }),
  'points.refundGraceDays': defineSetting({
    group: 'points',
    schema: wholeNumber(0, 365),
    default: 30,
    unit: 'days',
    description: 'Days for which points that are given back may be used at least, although their own date has passed',
  }),
  'expiry.rescueDays': defineSetting({
    group: 'points',
    schema: wholeNumber(1, 730),
    default: 90,
    unit: 'days',
    description: 'Points that end within so many days put their member on the list of those to call',
  }),
  'rewards.refundExpired': defineSetting({
    group: 'points',
    schema: z.enum(['Y', 'N']),
    default: 'Y',
    description:
      'Whether the points of a gift that was redeemed and never collected return to the member when it expires',
  }),
  'adjustment.limitManager': defineSetting({
    group: 'points',
    schema: wholeNumber(0, 1_000_000_000),
    default: 1_000,
    unit: 'points',
    description:
      'Points up to which people at an outlet with the privilege Adjust Points adjust alone; more waits for a second person',
  }),
  'adjustment.limitHQ': defineSetting({
    group: 'points',
    schema: wholeNumber(0, 1_000_000_000),
    default: 10_000,
    unit: 'points',
    description:
      'Points up to which head office with the privilege Adjust Points adjusts alone; more waits for a second person',
  }),
  'levels.upgrades': defineSetting({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Automatic',
    description: 'What happens when a member has spent enough in the cycle for a higher card category',
  }),
  'levels.downgrades': defineSetting({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Approval',
    description: 'What happens when a cycle and its days of grace end without enough spent to stay',
  }),
  'levels.takeEffect': defineSetting({
    group: 'members',
    schema: z.enum(['Next day', 'At once']),
    default: 'Next day',
    description: 'When an approved change of card category counts',
  }),
  'levels.upgradeAfterSale': defineSetting({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Whether members are moved up right after a sale, and not only by the nightly jobs that follow',
  }),
  'customers.outletByFirstPurchase': defineSetting({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Whether a customer goes over to the outlet of the first purchase',
  }),
} as const
