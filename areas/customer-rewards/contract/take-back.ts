import { z } from 'zod'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, ignoreFields } from '#kit/contract/endpoint.ts'
import { DateOnly, fieldWithDefault, optionalField, text, upperCaseText, YN } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { ChangedReward, Identifier } from './customer-reward.ts'
import {
  accessGrantingReferenceScope,
  InvoiceNo,
  lookedUpReferenceScope,
  ReferenceCode,
  rewardReasonText,
  rowKindsOfRewardActions,
} from './naming.ts'
import { CustomerRewardStatus } from './statuses.ts'

// This part of the contract cancels, extends, updates and deletes customer rewards.

const cancelBody = { ReferenceCode, Reason: rewardReasonText, OutletCode: actingOutlet } as const

export const cancelClaim = change({
  path: '/reward/customer-rewards/cancel-claim',
  access: { role: 'Cancel Claim Rewards', system: 'rewards:claim:cancel' },
  scope: lookedUpReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Cancels a claim: returns voucher, stock and points; refused once the voucher is used',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: z.strictObject(cancelBody),
  reply: ChangedReward,
})

export const cancelRedeem = change({
  path: '/reward/customer-rewards/cancel-redeem',
  access: { role: 'Cancel Redeem Rewards', system: 'rewards:redeem:cancel' },
  scope: lookedUpReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Cancels a redemption before the handover: refunds the points and releases the reserved stock',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: z.strictObject(cancelBody),
  reply: ChangedReward,
})

export const cancelCollect = change({
  path: '/reward/customer-rewards/cancel-collect',
  access: { role: 'Cancel Collect Rewards', system: 'rewards:collect:cancel' },
  scope: lookedUpReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Cancels a collection once the item is back at the outlet; the reward stays redeemed',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: z.strictObject({
    ...cancelBody,
    /** Y: the item was physically returned. */
    ItemBackYN: fieldWithDefault(YN.default('N')),
  }),
  reply: ChangedReward,
})

export const extendReward = change({
  path: '/reward/customer-rewards/extend',
  access: { role: 'Rewards' },
  scope: unnamedRows('HQ', row('customer reward', 'ReferenceCode', 'everyone')),
  about: rowKindsOfRewardActions,
  summary: 'Sets a later last day of a customer reward; head office only',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, ValidityTo: DateOnly, Remarks: optionalField(rewardReasonText) }),
  reply: ChangedReward,
})

const cancelRoles = ['Cancel Redeem Rewards', 'Cancel Claim Rewards', 'Cancel Collect Rewards'] as const

export const updateCustomerReward = change({
  path: '/reward/customer-rewards/update',
  access: { role: ['Rewards', 'Redeem Rewards', 'Claim Rewards', 'Collect Rewards', ...cancelRoles] },
  scope: accessGrantingReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Changes the remarks; with a Status runs the transition to it, with the role and checks of its own call',
  idempotent: true,
  ignored: {
    ...ignoreFields(
      'They stay as they were redeemed',
      'CustomerId',
      'RewardId',
      'MembershipNo',
      'Type',
      'DeductPointInClaimYN',
      'IsBirthdayPointDeduct',
      'ValidityFrom',
    ),
    ...ignoreFields('The server assigns it', 'SecurityCode'),
    ...ignoreFields(
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
    VoucherNo: optionalField(upperCaseText(40)),
    ValidityTo: DateOnly.optional(),
    ItemBackYN: YN.optional(),
    Remarks: optionalField(rewardReasonText),
  }),
  reply: ChangedReward,
})

export const deleteCustomerReward = change({
  path: '/reward/customer-rewards/delete',
  access: { role: 'Cancel Redeem Rewards' },
  scope: lookedUpReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Cancels an Active customer reward like a redemption and marks it as Deleted',
  idempotent: true,
  body: z.strictObject({ ReferenceCode, Reason: optionalField(rewardReasonText) }),
  reply: ChangedReward,
})
