import { z } from 'zod'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, ignoreFields } from '#kit/contract/endpoint.ts'
import {
  Flag,
  fieldWithDefault,
  Id,
  membershipNumber,
  optionalField,
  Points,
  text,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ChangedReward, CustomerReward } from './customer-reward.ts'
import { rewardReasonText, rowKindsOfRewardActions } from './naming.ts'
import { ActionBlocker } from './statuses.ts'

// This part of the contract redeems and issues rewards.

export const redeemRewards = change({
  path: '/reward/customer-rewards/redeem',
  access: { role: 'Redeem Rewards', system: 'rewards:redeem' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  contends: [{ kind: 'reward', field: 'Rewards.RewardId' }],
  about: rowKindsOfRewardActions,
  summary:
    'Deducts the points of one or several Premium Gifts and reserves them at the outlet of collection: all or none',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    Rewards: z
      .array(z.strictObject({ RewardId: Id, IsBirthdayPointDeduct: fieldWithDefault(Flag.default('N')) }))
      .max(20, 'At most 20 rewards at once'),
    /** Outlet at which the member will collect the reward; the caller’s outlet by default. */
    CollectedOutletCode: optionalField(upperCaseText(20)),
    Remarks: optionalField(rewardReasonText),
    OutletCode: actingOutlet,
  }),
  outlet: actsAt('OutletCode'),
  reply: z.strictObject({ rows: z.array(CustomerReward), Available: Points }),
})

export const addCustomerReward = change({
  path: '/reward/customer-rewards/add',
  access: { role: ['Redeem Rewards', 'Rewards'] },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  contends: [{ kind: 'reward', field: 'RewardId' }],
  about: rowKindsOfRewardActions,
  summary: 'Redeems a Premium Gift for a customer; a reward of any other type is issued, by head office',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('The reward determines it', 'Type', 'DeductPointInClaimYN', 'ValidityFrom', 'ValidityTo'),
    ...ignoreFields('The server assigns it', 'ReferenceCode', 'Status', 'SecurityCode'),
    ...ignoreFields('The claim or collection records it', 'InvoiceNo', 'VoucherNo'),
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
    ),
  },
  body: z.strictObject({
    CustomerId: Id,
    RewardId: Id,
    /** Membership that gets the reward; the customer’s active membership by default. */
    MembershipNo: optionalField(membershipNumber),
    IsBirthdayPointDeduct: fieldWithDefault(Flag.default('N')),
    CollectedOutletCode: optionalField(upperCaseText(20)),
    Remarks: optionalField(rewardReasonText),
  }),
  reply: ChangedReward,
})

/** Result of issuing a reward to one member. */
export const IssueOutcome = z.strictObject({
  MembershipNo: z.string(),
  /** Reference code of the issued reward; null if the member did not get the reward. */
  ReferenceCode: z.string().nullable(),
  Refusal: ActionBlocker.nullable(),
})

export const issueRewards = change({
  path: '/reward/customer-rewards/issue',
  access: { role: 'Rewards' },
  scope: unnamedRows('HQ', row('membership', 'MembershipNos', 'looked up')),
  contends: [{ kind: 'reward', field: 'RewardId' }],
  about: rowKindsOfRewardActions,
  summary: 'Issues a reward to several members; refused ones are listed with the reason',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    RewardId: Id,
    MembershipNos: z.array(membershipNumber).min(1, 'Required').max(1000),
    /** The period for which the reward is issued. A member gets the same reward once per period. */
    Period: optionalField(text(40)),
    CollectedOutletCode: optionalField(upperCaseText(20)),
    Remarks: optionalField(rewardReasonText),
    /** Y: issues nothing; the reply lists for each member whether the issue would succeed. */
    DryRunYN: fieldWithDefault(YN.default('N')),
  }),
  /** In a dry run `Issued` counts the members who would get the reward, and the rows have no ReferenceCode. */
  reply: z.strictObject({ Issued: z.int(), rows: z.array(IssueOutcome) }),
})
