import { z } from 'zod'
import { change, ignoring } from '#kit/contract/endpoint.ts'
import { Flag, Id, membershipNumber, optional, orDefault, Points, text, upperText, YN } from '#kit/contract/fields.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { Changed, CustomerReward } from './customer-reward.ts'
import { about, reason } from './naming.ts'
import { Obstacle } from './statuses.ts'

// REDEEM AND ISSUE.

export const redeemRewards = change({
  path: '/reward/customer-rewards/redeem',
  access: { role: 'Redeem Rewards' },
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  contends: [{ kind: 'reward', field: 'Rewards.RewardId' }],
  about,
  summary:
    'Takes the points of one or several Premium Gifts and reserves them where they will be collected: all or none',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    Rewards: z
      .array(z.strictObject({ RewardId: Id, IsBirthdayPointDeduct: orDefault(Flag.default('N')) }))
      .max(20, 'At most 20 rewards at once'),
    /** Left out: the caller’s outlet. */
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
  }),
  reply: z.strictObject({ rows: z.array(CustomerReward), Available: Points }),
})

export const addCustomerReward = change({
  path: '/reward/customer-rewards/add',
  access: { role: ['Redeem Rewards', 'Rewards'] },
  scope: rows(row('customer', 'CustomerId', 'looked up')),
  contends: [{ kind: 'reward', field: 'RewardId' }],
  about,
  summary: 'Redeems a Premium Gift for a customer; a reward of any other type is issued, by head office',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoring('The reward determines it', 'Type', 'DeductPointInClaimYN', 'ValidityFrom', 'ValidityTo'),
    ...ignoring('The server assigns it', 'ReferenceCode', 'Status', 'SecurityCode'),
    ...ignoring('The claim or collection records it', 'InvoiceNo', 'VoucherNo'),
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
    ),
  },
  body: z.strictObject({
    CustomerId: Id,
    RewardId: Id,
    /** Left out: the customer’s active membership. */
    MembershipNo: optional(membershipNumber),
    IsBirthdayPointDeduct: orDefault(Flag.default('N')),
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
  }),
  reply: Changed,
})

/** What became of one member of an issue. */
export const Issued = z.strictObject({
  MembershipNo: z.string(),
  /** null: nothing was issued. */
  ReferenceCode: z.string().nullable(),
  Refusal: Obstacle.nullable(),
})

export const issueRewards = change({
  path: '/reward/customer-rewards/issue',
  access: { role: 'Rewards' },
  scope: noRow('HQ', row('membership', 'MembershipNos', 'looked up')),
  contends: [{ kind: 'reward', field: 'RewardId' }],
  about,
  summary:
    'Gives a reward to members, as winners of a contest or top spenders; anyone who cannot have it is named with the reason',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    RewardId: Id,
    MembershipNos: z.array(membershipNumber).min(1, 'Required').max(1000),
    /** What it is given for: nobody gets it twice for the same. */
    Period: optional(text(40)),
    CollectedOutletCode: optional(upperText(20)),
    Remarks: optional(reason),
    /** Y: nothing is issued; the answer says who would have it and who would not. */
    DryRunYN: orDefault(YN.default('N')),
  }),
  /** Of a dry run: how many would have it, without their codes. */
  reply: z.strictObject({ Issued: z.int(), rows: z.array(Issued) }),
})
