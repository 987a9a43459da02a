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
  upperFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { CustomerRewardStatus, Obstacle } from './statuses.ts'

// WHAT HEAD OFFICE HAS TO LOOK AT: rewards that were handed over for what does not stand any more, and rewards that the company
// could not give when they were due.

export const REASON_MAX = 300

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
  /** As it is now. */
  RewardStatus: CustomerRewardStatus,
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string(),
  /** What the member paid for it. */
  Points,
  VoucherNo: z.string().nullable(),
  /** Of the purchase that it was handed over for. */
  InvoiceNo: z.string().nullable(),
  /** What is left of that purchase. */
  AmountLeft: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  /** When, where and by whom it was handed over. */
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

export const listReviews = read({
  path: '/reward/reviews/find-all',
  access,
  scope: noRow('HQ'),
  about: ['reward review', 'customer reward'],
  summary: 'Rewards that were handed over for a purchase or a friend that does not stand any more',
  body: pageQuery(
    {
      ReviewId: Id,
      Status: ReviewStatus,
      Cause: ReviewCause,
      Name: filterText,
      MembershipNo: membershipNumber,
      OutletCode: upperFilter,
    },
    { rows: 20, sort: ['CreatedAt', 'DoneAt', 'Status', 'Cause'], direction: 'DESC' },
  ),
  reply: pageOf(RewardReview),
})

export const keepReward = change({
  path: '/reward/reviews/keep',
  access,
  scope: rows(row('reward review', 'ReviewId', 'HQ')),
  about: ['reward review'],
  summary:
    'Lets the member keep it, with the reason. What is taken back instead closes its review by the call that cancels its claim or its collection',
  idempotent: true,
  body: z.strictObject({ ReviewId: Id, Version, Reason: longText(REASON_MAX) }),
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
  /** What it is given for. */
  Period: z.string(),
  Since: z.string().meta({ format: 'date' }),
  Attempts: z.int(),
  /** Why it could not be given the last time. */
  Obstacle,
})
export type WaitingReward = z.infer<typeof WaitingReward>

export const listWaiting = read({
  path: '/reward/waiting/find-all',
  access,
  scope: noRow('HQ'),
  about: ['waiting reward'],
  summary: 'Rewards that were due and could not be given; each night tries again, for 30 days',
  body: pageQuery(
    { WaitingId: Id, RewardCode: upperFilter, Type: RewardType, MembershipNo: membershipNumber, Name: filterText },
    { rows: 20, sort: ['Since', 'Attempts', 'RewardCode'], direction: 'ASC' },
  ),
  reply: pageOf(WaitingReward),
})

export const giveWaitingNow = change({
  path: '/reward/waiting/give',
  access,
  scope: rows(row('waiting reward', 'WaitingId', 'HQ')),
  about: ['waiting reward', 'customer reward', 'membership', 'reward stock'],
  summary: 'Gives at once what the next night would attempt to give',
  idempotent: true,
  body: z.strictObject({ WaitingId: Id }),
  reply: z.strictObject({
    /** N: it could not be given, or the member has it by now. */
    GivenYN: YN,
    ReferenceCode: z.string().nullable(),
    Obstacle: Obstacle.nullable(),
  }),
})

export const giveUpWaiting = change({
  path: '/reward/waiting/give-up',
  access,
  scope: rows(row('waiting reward', 'WaitingId', 'HQ')),
  about: ['waiting reward'],
  summary: 'No night tries any more, for the reason that is given',
  idempotent: true,
  body: z.strictObject({ WaitingId: Id, Reason: longText(REASON_MAX) }),
  reply: z.strictObject({ WaitingId: Id }),
})
