import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'
import { defineSetting, wholeNumberSchema } from './define-setting.ts'

const manualLimit = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount')

/** Settings for memberships, referrals, manual sales, points, rewards and levels. */
export const memberSettings = {
  'membership.prefix': defineSetting({
    group: 'members',
    schema: z.string().regex(/^[A-Z]{1,4}$/, 'Use one to four capital letters'),
    default: 'JC',
    description: 'Start of new membership numbers; existing numbers do not change',
  }),
  'membership.digits': defineSetting({
    group: 'members',
    schema: wholeNumberSchema(6, 12),
    default: 8,
    description: 'Digits of new membership numbers between prefix and check digit; existing numbers do not change',
  }),
  'membership.defaultCardGroup': defineSetting({
    group: 'members',
    schema: text(20).nullable(),
    default: null,
    description: 'Card group that new members join; empty: the oldest active card group',
  }),
  'referral.daysToName': defineSetting({
    group: 'referrals',
    schema: wholeNumberSchema(0, 365),
    default: 14,
    unit: 'days',
    description: 'Days after registration within which the referrer can be named',
  }),
  'referral.minimumSale': defineSetting({
    group: 'referrals',
    schema: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount'),
    default: '500.00',
    unit: 'currency',
    description: 'Amount the first purchase of a referred friend must reach; applies to referrals named from now on',
  }),
  'referral.windowDays': defineSetting({
    group: 'referrals',
    schema: wholeNumberSchema(0, 730),
    default: 90,
    unit: 'days',
    description: 'Days after joining within which the friend’s first purchase qualifies',
  }),
  'referral.returnDays': defineSetting({
    group: 'referrals',
    schema: wholeNumberSchema(0, 365),
    default: 14,
    unit: 'days',
    description:
      'Days after the purchase until the points are awarded automatically; before that, only head office can award them',
  }),
  'referral.pointsReferrer': defineSetting({
    group: 'referrals',
    schema: wholeNumberSchema(0, 1_000_000),
    default: 500,
    unit: 'points',
    description: 'Points for a member whose referred friend has purchased; applies to referrals named from now on',
  }),
  'referral.pointsFriend': defineSetting({
    group: 'referrals',
    schema: wholeNumberSchema(0, 1_000_000),
    default: 0,
    unit: 'points',
    description: 'Points for the referred friend, who must be a premium member by then; 0: none',
  }),
  'referral.rewardFriend': defineSetting({
    group: 'referrals',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Whether the referred friend also receives the rewards of type Referral when the referral is approved',
  }),
  'sales.daysToAssign': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 3_650),
    default: 30,
    unit: 'days',
    description: 'Days after a walk-in sale within which it can be linked to the member who made it',
  }),
  'sales.manualLimitStaff': defineSetting({
    group: 'points',
    schema: manualLimit,
    default: '20000.00',
    unit: 'currency',
    description:
      'Total per member and day that outlet staff can enter by hand without approval; above it, another user must approve',
  }),
  'sales.manualLimitManager': defineSetting({
    group: 'points',
    schema: manualLimit,
    default: '100000.00',
    unit: 'currency',
    description: 'The same limit for outlet managers; head office has no limit',
  }),
  'tasks.managersComplete': defineSetting({
    group: 'tasks',
    schema: z.boolean(),
    default: false,
    description:
      'Managers of an outlet may set the tasks of their outlet to Completed. Without it only head office can.',
  }),
  'archive.months': defineSetting({
    group: 'members',
    schema: wholeNumberSchema(1, 600),
    default: 36,
    unit: 'months',
    description: 'Months without a purchase or contact after which a member can be archived',
  }),
  'points.costPerPoint': defineSetting({
    group: 'points',
    schema: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'Enter a number'),
    default: '0.0500',
    unit: 'currency',
    description: 'Cost of one point in the company’s currency; used to value expiring and outstanding points',
  }),
  'points.arrearsPolicy': defineSetting({
    group: 'points',
    schema: z.enum(['Recover later', 'Take from other lots', 'Ask head office']),
    default: 'Recover later',
    description:
      'Action when a sale is cancelled whose points have been spent: a negative balance, an immediate deduction from other points, or a cancellation by head office only',
  }),
  'points.refundGraceDays': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 365),
    default: 30,
    unit: 'days',
    description: 'Days for which refunded points stay available at least, even if their own expiry date has passed',
  }),
  'expiry.rescueDays': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(1, 730),
    default: 90,
    unit: 'days',
    description: 'Members whose points expire within this number of days appear on the call list',
  }),
  'rewards.refundExpired': defineSetting({
    group: 'points',
    schema: z.enum(['Y', 'N']),
    default: 'Y',
    description: 'Points of a redeemed gift return to the member when it expires without being collected',
  }),
  'adjustment.limitManager': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 1_000_000_000),
    default: 1_000,
    unit: 'points',
    description:
      'Points that outlet staff with the privilege “Adjust Points” can adjust without approval; above it, another user must approve',
  }),
  'adjustment.limitHQ': defineSetting({
    group: 'points',
    schema: wholeNumberSchema(0, 1_000_000_000),
    default: 10_000,
    unit: 'points',
    description:
      'Points that head office staff with the privilege “Adjust Points” can adjust without approval; above it, another user must approve',
  }),
  'levels.upgrades': defineSetting({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Automatic',
    description: 'Action when a member’s spend in the cycle reaches a higher card category',
  }),
  'levels.downgrades': defineSetting({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Approval',
    description: 'Action when a cycle and its grace period end below the spend to maintain',
  }),
  'levels.takeEffect': defineSetting({
    group: 'members',
    schema: z.enum(['Next day', 'At once']),
    default: 'Next day',
    description: 'When an approved level change takes effect',
  }),
  'levels.upgradeAfterSale': defineSetting({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Members are upgraded right after a sale, not only by the nightly jobs',
  }),
  'customers.outletByFirstPurchase': defineSetting({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'A customer is assigned to the outlet of the first purchase',
  }),
} as const
