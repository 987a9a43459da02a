import { z } from 'zod'
import { change, ignoring } from '#kit/contract/endpoint.ts'
import { DateOnly, optional, orDefault, text, upperText, YN } from '#kit/contract/fields.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { Changed, Identifier } from './customer-reward.ts'
import { about, InvoiceNo, lookedUp, opens, ReferenceCode, reason } from './naming.ts'
import { CustomerRewardStatus } from './statuses.ts'

// BACK, LATER, AND AWAY.

const cancels = { ReferenceCode, Reason: reason } as const

export const cancelClaim = change({
  path: '/reward/customer-rewards/cancel-claim',
  access: { role: 'Cancel Claim Rewards' },
  scope: lookedUp,
  about,
  summary:
    'Takes a claim back: voucher and stock return, and the points that it took; refused once the voucher was used',
  idempotent: true,
  body: z.strictObject(cancels),
  reply: Changed,
})

export const cancelRedeem = change({
  path: '/reward/customer-rewards/cancel-redeem',
  access: { role: 'Cancel Redeem Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a redemption back before anything was handed over: the points return and the reserved stock is free',
  idempotent: true,
  body: z.strictObject(cancels),
  reply: Changed,
})

export const cancelCollect = change({
  path: '/reward/customer-rewards/cancel-collect',
  access: { role: 'Cancel Collect Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a collection back once the item lies in the outlet again; it stays redeemed',
  idempotent: true,
  body: z.strictObject({
    ...cancels,
    /** Y: the item is physically back. */
    ItemBackYN: orDefault(YN.default('N')),
  }),
  reply: Changed,
})

export const extendReward = change({
  path: '/reward/customer-rewards/extend',
  access: { role: 'Rewards' },
  scope: noRow('HQ', row('customer reward', 'ReferenceCode', 'everyone')),
  about,
  summary: 'Gives a member longer to claim or collect a reward; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, ValidityTo: DateOnly, Remarks: optional(reason) }),
  reply: Changed,
})

const anyCancel = ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] as const

export const updateCustomerReward = change({
  path: '/reward/customer-rewards/update',
  access: { role: ['Rewards', 'Redeem Rewards', 'Claim Rewards', 'Collect Rewards', ...anyCancel] },
  scope: opens,
  about,
  summary:
    'Changes the remarks; a Status asks for the transition that leads there, with the role and under the guards of its own call',
  idempotent: true,
  ignored: {
    ...ignoring(
      'They stay as they were redeemed',
      'CustomerId',
      'RewardId',
      'MembershipNo',
      'Type',
      'DeductPointInClaimYN',
      'IsBirthdayPointDeduct',
      'ValidityFrom',
    ),
    ...ignoring('The server assigns it', 'SecurityCode'),
    ...ignoring(
      'The account that calls, its outlet and its time',
      'RedeemedById',
      'RedeemedDate',
      'CollectedById',
      'CollectedDate',
      'ClaimedById',
      'ClaimedDate',
      'CancelledById',
      'CancelledDate',
      'RedeemedOutletCode',
      'ClaimedOutletCode',
      'CancelledOutletCode',
      'CollectedOutletCode',
    ),
  },
  body: z.strictObject({
    ReferenceCode,
    Status: CustomerRewardStatus.optional(),
    ...{ IdentifierType: Identifier.optional(), Identifier: text(254).optional() },
    InvoiceNo,
    VoucherNo: optional(upperText(40)),
    ValidityTo: DateOnly.optional(),
    ItemBackYN: YN.optional(),
    Remarks: optional(reason),
  }),
  reply: Changed,
})

export const deleteCustomerReward = change({
  path: '/reward/customer-rewards/delete',
  access: { role: 'Cancel Redeem Rewards' },
  scope: lookedUp,
  about,
  summary: 'Takes a reward that is Active away with the effects of a cancelled redemption, and marks it as Deleted',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, Reason: optional(reason) }),
  reply: Changed,
})
