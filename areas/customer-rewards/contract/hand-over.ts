import { change } from '#kit/contract/endpoint.ts'
import { optional, upperText } from '#kit/contract/fields.ts'
import { Changed } from './customer-reward.ts'
import { about, InvoiceNo, oneNamed, opens, reason } from './naming.ts'

// CLAIM AND COLLECT.

export const claimReward = change({
  path: '/reward/customer-rewards/claim',
  access: { role: 'Claim Rewards' },
  scope: opens,
  about,
  summary: 'Hands a reward over: its voucher is assigned and, where it is paid at the claim, its points are taken',
  idempotent: true,
  body: oneNamed({ InvoiceNo, Remarks: optional(reason) }),
  reply: Changed,
})

export const collectReward = change({
  path: '/reward/customer-rewards/collect',
  access: { role: 'Collect Rewards' },
  scope: opens,
  about,
  summary: 'Hands a Premium Gift over that was redeemed before',
  idempotent: true,
  body: oneNamed({ InvoiceNo, VoucherNo: optional(upperText(40)), Remarks: optional(reason) }),
  reply: Changed,
})
