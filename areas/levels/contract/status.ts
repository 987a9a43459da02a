import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import {
  Decimal,
  Id,
  Instant,
  membershipFilter,
  membershipNumber,
  PersonName,
  salesTotalField,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { levelRoles } from './roles.ts'

/** The outcome of a cycle: maintained, maintained in the grace period, downgraded, or the reason for no downgrade. */
export const CycleOutcome = z.enum(['Kept', 'Kept in grace', 'Never', 'Lowest', 'Off', 'Downgrade'])

export const CycleReview = z.strictObject({
  CycleStart: z.string(),
  CycleEnd: z.string(),
  CardCategoryCode: z.string(),
  Spend: Decimal.nullable(),
  MaintainAmount: Decimal,
  Outcome: CycleOutcome,
  LevelHistoryId: Id.nullable(),
  ReviewedAt: Instant,
})
export type CycleReview = z.infer<typeof CycleReview>

export const LevelStatus = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  Name: PersonName,
  Status: z.string(),
  RegisteredOutletCode: z.string(),
  CardGroupId: Id,
  CardCategoryCode: z.string().nullable(),
  /** The category after an approved change that has not taken effect yet; null without such a change. */
  ComingCategory: z.string().nullable(),
  ComingFrom: z.string().nullable(),
  /** The approver of the coming change; null if the program approved the change. */
  ComingBy: z.string().nullable(),
  CycleStart: z.string().nullable(),
  CycleEnd: z.string().nullable(),
  /** The last day on which purchases count for this cycle. */
  GraceUntil: z.string().nullable(),
  /** Spend in this cycle. */
  Spend: Decimal.nullable(),
  /** The amount required to maintain the category; MissingToStay is the part still missing. */
  MaintainAmount: Decimal.nullable(),
  MissingToStay: Decimal.nullable(),
  /** The next category that the member can reach by spend. */
  NextCategory: z.string().nullable(),
  NextAmount: Decimal.nullable(),
  MissingToNext: Decimal.nullable(),
  /** The pending change of level. */
  PendingId: Id.nullable(),
  /** The last cycles, newest first. */
  Cycles: z.array(CycleReview),
})
export type LevelStatus = z.infer<typeof LevelStatus>

const maySee = { role: levelRoles } as const

export const getLevelStatus = read({
  path: '/member/levels/status',
  access: maySee,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Returns a member’s level status: cycle, spend, and the amounts missing to stay and to move up',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: LevelStatus,
})

export const QualifyingSale = z.strictObject({
  TransactionId: Id,
  InvoiceNo: z.string(),
  PerformedAt: Instant,
  OutletCode: z.string(),
  NetAmount: Decimal,
  Returned: Decimal,
  /** The qualifying amount: earning lines minus returns, vouchers and trade-ins. */
  QualifyingAmount: Decimal,
})
export type QualifyingSale = z.infer<typeof QualifyingSale>

export const listQualifyingSales = read({
  path: '/member/levels/spend',
  access: maySee,
  scope: namedRows(row('membership', 'Search.MembershipNo', 'looked up')),
  summary: 'Lists the purchases of a member in the current cycle with the qualifying amount of each',
  body: pageQuery(
    { MembershipNo: membershipNumber },
    { rows: 10, sort: ['PerformedAt', 'QualifyingAmount'], direction: 'DESC' },
  ).refine(({ Search }) => Search.MembershipNo !== undefined, {
    path: ['Search', 'MembershipNo'],
    message: 'Required',
  }),
  reply: pageReply(QualifyingSale),
})

/** A calendar month, 2026-05. */
export const CycleMonth = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Use a month like 2026-05')

export const DowngradeCandidate = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  Name: PersonName,
  RegisteredOutletCode: z.string(),
  CardCategoryCode: z.string(),
  CycleEnd: z.string(),
  GraceUntil: z.string(),
  Spend: salesTotalField(),
  MaintainAmount: Decimal,
  Shortfall: salesTotalField(),
  LastPurchase: z.string().nullable(),
  /** The category after a downgrade; null if no downgrade is possible. */
  ToCategory: z.string().nullable(),
  /** Y: the cycle has ended, so a downgrade can be requested. */
  EndedYN: YN,
  /** A change of level is already pending. */
  PendingYN: YN,
})
export type DowngradeCandidate = z.infer<typeof DowngradeCandidate>

export const listDowngrades = read({
  path: '/customer/memberships/downgrade-listing',
  access: { role: 'Member Category Approval' },
  scope: unnamedRows('own outlet'),
  about: ['downgrade', 'level history', 'membership'],
  summary: 'Lists members whose cycle ends in a month (by default this one) without the spend required to stay',
  body: pageQuery(
    {
      Month: CycleMonth,
      MembershipNo: membershipFilter,
      CardCategoryCode: upperCaseFilter,
      OutletCode: upperCaseFilter,
    },
    { rows: 20, sort: ['CycleEnd', 'Shortfall', 'Spend', 'MembershipNo'] },
  ),
  reply: pageReply(DowngradeCandidate),
})
