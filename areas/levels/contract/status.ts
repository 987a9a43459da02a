import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import {
  Decimal,
  Id,
  Instant,
  membershipFilter,
  membershipNumber,
  PersonName,
  salesTotal,
  upperFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { levelRoles } from './roles.ts'

/** How a cycle ended: kept, kept by what was bought in the days of grace, or why it led to no downgrade. */
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
  /** What the member becomes by a change that is approved and waits for its day; null where none does. */
  ComingCategory: z.string().nullable(),
  ComingFrom: z.string().nullable(),
  /** Who approved it; null where the program did. */
  ComingBy: z.string().nullable(),
  CycleStart: z.string().nullable(),
  CycleEnd: z.string().nullable(),
  /** Until when purchases still count for this cycle. */
  GraceUntil: z.string().nullable(),
  /** Spent in this cycle. */
  Spend: Decimal.nullable(),
  /** To stay, and what is lacking to it. */
  MaintainAmount: Decimal.nullable(),
  MissingToStay: Decimal.nullable(),
  /** The next category that spending leads to. */
  NextCategory: z.string().nullable(),
  NextAmount: Decimal.nullable(),
  MissingToNext: Decimal.nullable(),
  /** The change of level that waits for its decision. */
  PendingId: Id.nullable(),
  /** The last cycles, the newest first. */
  Cycles: z.array(CycleReview),
})
export type LevelStatus = z.infer<typeof LevelStatus>

const maySee = { role: levelRoles } as const

export const getLevelStatus = read({
  path: '/member/levels/status',
  access: maySee,
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Where a member stands: cycle, what was spent in it, what is lacking to stay and to move up',
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
  /** What of it counts: what earns, less what was returned, voucher and trade-in. */
  QualifyingAmount: Decimal,
})
export type QualifyingSale = z.infer<typeof QualifyingSale>

export const listQualifyingSales = read({
  path: '/member/levels/spend',
  access: maySee,
  scope: rows(row('membership', 'Search.MembershipNo', 'looked up')),
  summary: 'The purchases that make up what a member has spent in the present cycle, and what of each counts',
  body: pageQuery(
    { MembershipNo: membershipNumber },
    { rows: 10, sort: ['PerformedAt', 'QualifyingAmount'], direction: 'DESC' },
  ).refine(({ Search }) => Search.MembershipNo !== undefined, {
    path: ['Search', 'MembershipNo'],
    message: 'Required',
  }),
  reply: pageOf(QualifyingSale),
})

/** A calendar month, 2026-05. */
export const Month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Use a month like 2026-05')

export const DowngradeCandidate = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  Name: PersonName,
  RegisteredOutletCode: z.string(),
  CardCategoryCode: z.string(),
  CycleEnd: z.string(),
  GraceUntil: z.string(),
  Spend: salesTotal(),
  MaintainAmount: Decimal,
  Shortfall: salesTotal(),
  LastPurchase: z.string().nullable(),
  /** Where the member would fall; null: nowhere. */
  ToCategory: z.string().nullable(),
  /** The cycle is over, so that a downgrade can be asked for. */
  EndedYN: YN,
  /** A change of level waits for its decision already. */
  PendingYN: YN,
})
export type DowngradeCandidate = z.infer<typeof DowngradeCandidate>

export const listDowngrades = read({
  path: '/customer/memberships/downgrade-listing',
  access: { role: 'Member Category Approval' },
  scope: noRow('own outlet'),
  about: ['downgrade', 'level history', 'membership'],
  summary: 'Members whose cycle ends in a month (this one if none is named) and who have not spent enough to stay',
  body: pageQuery(
    { Month, MembershipNo: membershipFilter, CardCategoryCode: upperFilter, OutletCode: upperFilter },
    { rows: 20, sort: ['CycleEnd', 'Shortfall', 'Spend', 'MembershipNo'] },
  ),
  reply: pageOf(DowngradeCandidate),
})
