import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  PersonName,
  Points,
  salesTotalField,
  upperCaseFilter,
  Version,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// LOYALTY WATCH finds possible misuse of points for head office to decide. People cannot see findings about themselves.

export const watchRefusals = {
  notFound: refusal(404, 'watch.not_found', 'Record not found'),
}

export const WatchPattern = z.enum([
  'Own number',
  'Adjustments',
  'Manual sales',
  'Cancellations',
  'Cancelled collections',
  'Two outlets',
  'Shared contact',
  'Look-ups',
  'Look-up limit',
  'Exports',
  'Same person',
  'Offline redemptions',
])
export type WatchPattern = z.infer<typeof WatchPattern>

export const Severity = z.enum(['Low', 'Medium', 'High'])
export const FindingStatus = z.enum(['Open', 'Watching', 'Harmless', 'Confirmed'])
export const WatchDecision = z.enum(['Harmless', 'Watching', 'Confirmed'])
export type WatchDecision = z.infer<typeof WatchDecision>

export const FINDING_REASON_LENGTH_MAX = 300
/** Maximum number of acts that a finding shows, newest first. */
export const ACTS_PER_FINDING_MAX = 200

export const Finding = z.strictObject({
  FindingId: Id,
  Pattern: WatchPattern,
  Severity,
  Status: FindingStatus,
  /** Id of the staff member whom the finding concerns; null if the finding concerns a customer. */
  StaffId: Id.nullable(),
  CustomerId: Id.nullable(),
  Name: PersonName,
  MembershipNo: z.string().nullable(),
  /** Code of the outlet at which most acts of the finding happened. */
  OutletCode: z.string().nullable(),
  FirstDay: z.string(),
  LastDay: z.string(),
  Acts: z.int(),
  /** Minimum number of acts by which the rule reported the finding. */
  AtLeast: z.int(),
  Days: z.int(),
  Points,
  Amount: salesTotalField(),
  FoundAt: Instant,
  RenewedAt: Instant,
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  Reason: z.string().nullable(),
  Version,
})
export type Finding = z.infer<typeof Finding>

export const ActKind = z.enum([
  'Sale',
  'Cancellation',
  'Adjustment',
  'Reward',
  'Referral',
  'Look-up',
  'Refusal',
  'Approval',
  'Export',
  'Redemption',
])
export const SharedDetail = z.enum(['Own', 'IdNo', 'ContactNo', 'Email', 'Address'])

/** One act of a finding with its value at the time of detection. */
export const SuspiciousAct = z.strictObject({
  ActId: Id,
  Kind: ActKind,
  HappenedAt: Instant,
  OutletCode: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MembershipNo: z.string().nullable(),
  PerformedBy: PersonName.nullable(),
  Points: Points.nullable(),
  Amount: Decimal.nullable(),
  /** Invoice number of the sale or cancellation; null for other acts. */
  InvoiceNo: z.string().nullable(),
  /** Reference code of the reward; null for other acts. */
  ReferenceCode: z.string().nullable(),
  /** Details that the customer shares with the staff member or the referrer. */
  Marks: z.array(SharedDetail),
  OtherOutletCode: z.string().nullable(),
  Minutes: z.int().nullable(),
  /** Number of occurrences of the act; for an export the number of rows. */
  Times: z.int().nullable(),
})
export type SuspiciousAct = z.infer<typeof SuspiciousAct>

export const FindingDecision = z.strictObject({
  DecisionId: Id,
  Decision: WatchDecision,
  Reason: z.string(),
  Acts: z.int(),
  DecidedBy: PersonName,
  DecidedAt: Instant,
})

const access = { role: 'Loyalty Watch' } as const

export const listFindings = read({
  path: '/loyalty-watch/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['finding'],
  summary: 'Findings of loyalty watch, without those about the caller',
  body: pageQuery(
    {
      Pattern: WatchPattern,
      Status: FindingStatus,
      Severity,
      OutletCode: upperCaseFilter,
      /** Name of the staff member or customer whom the finding concerns. */
      Name: filterText,
      FromDate: DateOnly,
      ToDate: DateOnly,
    },
    { rows: 20, sort: ['RenewedAt', 'Severity', 'LastDay', 'Acts', 'Points', 'Pattern', 'Status'], direction: 'DESC' },
  ),
  reply: pageReply(Finding),
})

export const getFinding = read({
  path: '/loyalty-watch/find-one',
  access,
  scope: namedRows(row('finding', 'FindingId', 'HQ')),
  summary: 'Returns one finding with its acts and decisions',
  body: z.strictObject({ FindingId: Id }),
  reply: Finding.extend({ Evidence: z.array(SuspiciousAct), Decisions: z.array(FindingDecision) }),
})

export const decideFinding = change({
  path: '/loyalty-watch/decide',
  access,
  scope: namedRows(row('finding', 'FindingId', 'HQ')),
  summary:
    'Decides a finding with a reason; a later decision replaces the status. Acts of harmless and confirmed findings never count again; a watched finding opens again with the next act',
  idempotent: true,
  body: z.strictObject({
    FindingId: Id,
    Version,
    Decision: WatchDecision,
    Reason: longText(FINDING_REASON_LENGTH_MAX),
  }),
  reply: Finding,
})

export const runWatchNow = change({
  path: '/loyalty-watch/check-now',
  access,
  scope: unnamedRows('HQ'),
  about: ['finding'],
  summary: 'Finds new acts since the last run, as the nightly batch does',
  body: z.strictObject({}),
  reply: z.strictObject({ Findings: z.int() }),
})
