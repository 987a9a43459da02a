import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change } from '#kit/contract/endpoint.ts'
import { optionalField, upperCaseText } from '#kit/contract/fields.ts'
import { ChangedReward } from './customer-reward.ts'
import {
  accessGrantingReferenceScope,
  InvoiceNo,
  rewardIdentificationBody,
  rewardReasonText,
  rowKindsOfRewardActions,
} from './naming.ts'

// This part of the contract hands rewards over: claim and collect.

export const claimReward = change({
  path: '/reward/customer-rewards/claim',
  access: { role: 'Claim Rewards', system: 'rewards:claim' },
  scope: accessGrantingReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Hands over a reward: assigns its voucher and deducts points that are due at the claim',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: rewardIdentificationBody({ InvoiceNo, Remarks: optionalField(rewardReasonText), OutletCode: actingOutlet }),
  reply: ChangedReward,
})

export const collectReward = change({
  path: '/reward/customer-rewards/collect',
  access: { role: 'Collect Rewards', system: 'rewards:collect' },
  scope: accessGrantingReferenceScope,
  about: rowKindsOfRewardActions,
  summary: 'Hands over a redeemed Premium Gift',
  idempotent: true,
  outlet: actsAt('OutletCode'),
  body: rewardIdentificationBody({
    InvoiceNo,
    VoucherNo: optionalField(upperCaseText(40)),
    Remarks: optionalField(rewardReasonText),
    OutletCode: actingOutlet,
  }),
  reply: ChangedReward,
})
