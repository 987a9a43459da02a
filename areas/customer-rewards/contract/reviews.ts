import { z } from 'zod'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipNumber,
  PersonName,
  Points,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ActionBlocker, CustomerRewardStatus } from './statuses.ts'

// Head office reviews rewards that were handed over for a sale or referral that no longer counts.
// Head office also decides about automatic rewards that could not be given on their day.

export const REVIEW_REASON_LENGTH_MAX = 300

export const ReviewCause = z.enum(['Sale cancelled', 'Sale unassigned', 'Referral voided'])
export type ReviewCause = z.infer<typeof ReviewCause>
export const ReviewStatus = z.enum(['Open', 'Kept', 'Undone'])

export const RewardReview = z.strictObject({
  ReviewId: Id,
  Cause: ReviewCause,
  Status: ReviewStatus,
  ReferenceCode: z.string(),
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  /** The current status of the customer reward. */
  RewardStatus: CustomerRewardStatus,
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string(),
  /** Points that the member paid for the reward. */
  Points,
  VoucherNo: z.string().nullable(),
  /** Number of the invoice for which the reward was handed over. */
  InvoiceNo: z.string().nullable(),
  /** Amount of the invoice after returns. */
  AmountLeft: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  /** DoneAt, OutletCode and DoneByName describe the hand-over. */
  DoneAt: Instant.nullable(),
  OutletCode: z.string().nullable(),
  DoneByName: PersonName.nullable(),
  Reason: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  CreatedAt: Instant,
  Version,
})
export type RewardReview = z.infer<typeof RewardReview>

const access = { role: 'Rewards' } as const

export const listRewardReviews = read({
  path: '/reward/reviews/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['reward review', 'customer reward'],
  summary: 'Reviews of handed-over rewards whose purchase or referral was cancelled',
  body: pageQuery(
    {
      ReviewId: Id,
      Status: ReviewStatus,
      Cause: ReviewCause,
      Name: filterText,
      MembershipNo: membershipNumber,
      OutletCode: upperCaseFilter,
    },
    { rows: 20, sort: ['CreatedAt', 'DoneAt', 'Status', 'Cause'], direction: 'DESC' },
  ),
  reply: pageReply(RewardReview),
})

export const keepReward = change({
  path: '/reward/reviews/keep',
  access,
  scope: namedRows(row('reward review', 'ReviewId', 'HQ')),
  about: ['reward review'],
  summary:
    'Closes a review with a reason; the member keeps the reward. Cancelling the claim or collection closes it as well',
  idempotent: true,
  body: z.strictObject({ ReviewId: Id, Version, Reason: longText(REVIEW_REASON_LENGTH_MAX) }),
  reply: RewardReview,
})

export const WaitingReward = z.strictObject({
  WaitingId: Id,
  RewardId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  Type: RewardType,
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string(),
  RegisteredOutletCode: z.string(),
  /** The period for which the member gets the reward once, for example a year. */
  Period: z.string(),
  Since: z.string().meta({ format: 'date' }),
  Attempts: z.int(),
  /** The reason why the last attempt to give the reward failed. */
  Obstacle: ActionBlocker,
})
export type WaitingReward = z.infer<typeof WaitingReward>

export const listWaitingRewards = read({
  path: '/reward/waiting/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['waiting reward'],
  summary: 'Lists due rewards that could not be issued; the nightly batch retries for 30 days',
  body: pageQuery(
    { WaitingId: Id, RewardCode: upperCaseFilter, Type: RewardType, MembershipNo: membershipNumber, Name: filterText },
    { rows: 20, sort: ['Since', 'Attempts', 'RewardCode'], direction: 'ASC' },
  ),
  reply: pageReply(WaitingReward),
})

export const retryWaitingReward = change({
  path: '/reward/waiting/give',
  access,
  scope: namedRows(row('waiting reward', 'WaitingId', 'HQ')),
  about: ['waiting reward', 'customer reward', 'membership', 'reward stock'],
  summary: 'Retries a waiting reward at once',
  idempotent: true,
  body: z.strictObject({ WaitingId: Id }),
  reply: z.strictObject({
    /** Y if the attempt gave the reward; N if it failed or the member already has the reward. */
    GivenYN: YN,
    ReferenceCode: z.string().nullable(),
    Obstacle: ActionBlocker.nullable(),
  }),
})

export const endWaitingRewardRetries = change({
  path: '/reward/waiting/give-up',
  access,
  scope: namedRows(row('waiting reward', 'WaitingId', 'HQ')),
  about: ['waiting reward'],
  summary: 'Ends the retries of a waiting reward with a reason',
  idempotent: true,
  body: z.strictObject({ WaitingId: Id, Reason: longText(REVIEW_REASON_LENGTH_MAX) }),
  reply: z.strictObject({ WaitingId: Id }),
})
