import { change } from '#kit/contract/endpoint.ts'
import { optional, upperText } from '#kit/contract/fields.ts'
import { Changed } from './customer-reward.ts'
import { about, InvoiceNo, identifiedReward, opens, reason } from './naming.ts'

// CLAIM AND COLLECT.

export const claimReward = change({
  path: '/reward/customer-rewards/claim',
  access: { role: 'Claim Rewards', system: 'rewards:claim' },
  scope: opens,
  about,
  summary: 'Hands over a reward: assigns its voucher and deducts points that are due at the claim',
  idempotent: true,
  body: identifiedReward({ InvoiceNo, Remarks: optional(reason) }),
  reply: Changed,
})

export const collectReward = change({
  path: '/reward/customer-rewards/collect',
  access: { role: 'Collect Rewards', system: 'rewards:collect' },
  scope: opens,
  about,
  summary: 'Hands over a redeemed Premium Gift',
  idempotent: true,
  body: identifiedReward({ InvoiceNo, VoucherNo: optional(upperText(40)), Remarks: optional(reason) }),
  reply: Changed,
})
