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
  salesTotal,
  upperFilter,
  Version,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

// LOYALTY WATCH: what looks like points going astray, for head office to look into. The people concerned don't see it.

export const refusals = {
  notFound: refusal(404, 'watch.not_found', 'Record not found'),
}

export const Pattern = z.enum([
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
])
export type Pattern = z.infer<typeof Pattern>

export const Severity = z.enum(['Low', 'Medium', 'High'])
export const FindingStatus = z.enum(['Open', 'Watching', 'Harmless', 'Confirmed'])
export const Decision = z.enum(['Harmless', 'Watching', 'Confirmed'])
export type Decision = z.infer<typeof Decision>

export const REASON_MAX = 300
/** As many acts of a finding as are shown, the newest first. */
export const ACTS_MAX = 200

export const Finding = z.strictObject({
  FindingId: Id,
  Pattern,
  Severity,
  Status: FindingStatus,
  /** Whom it is about: one of the staff, or a member. */
  StaffId: Id.nullable(),
  CustomerId: Id.nullable(),
  Name: PersonName,
  MembershipNo: z.string().nullable(),
  /** Where most of it happened. */
  OutletCode: z.string().nullable(),
  FirstDay: z.string(),
  LastDay: z.string(),
  Acts: z.int(),
  /** The rule by which it was found: so many acts within so many days. */
  AtLeast: z.int(),
  Days: z.int(),
  Points,
  Amount: salesTotal(),
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
])
export const Mark = z.enum(['Own', 'IdNo', 'ContactNo', 'Email', 'Address'])

/** One of the acts that it rests on, with what it was worth when it was found. */
export const Act = z.strictObject({
  ActId: Id,
  Kind: ActKind,
  HappenedAt: Instant,
  OutletCode: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MembershipNo: z.string().nullable(),
  /** Who did it. */
  PerformedBy: PersonName.nullable(),
  Points: Points.nullable(),
  Amount: Decimal.nullable(),
  /** Of a sale and of a cancellation. */
  InvoiceNo: z.string().nullable(),
  /** Of a reward. */
  ReferenceCode: z.string().nullable(),
  /** What is in common with the member of staff or the referrer. */
  Marks: z.array(Mark),
  OtherOutletCode: z.string().nullable(),
  Minutes: z.int().nullable(),
  /** Of an export, its rows. */
  Times: z.int().nullable(),
})
export type Act = z.infer<typeof Act>

export const DecisionMade = z.strictObject({
  DecisionId: Id,
  Decision,
  Reason: z.string(),
  Acts: z.int(),
  DecidedBy: PersonName,
  DecidedAt: Instant,
})

const access = { role: 'Loyalty Watch' } as const

export const listFindings = read({
  path: '/loyalty-watch/find-all',
  access,
  scope: noRow('HQ'),
  about: ['finding'],
  summary: 'What loyalty watch found; nobody sees what concerns themselves',
  body: pageQuery(
    {
      Pattern,
      Status: FindingStatus,
      Severity,
      OutletCode: upperFilter,
      /** Of the member of staff or the member. */
      Name: filterText,
      FromDate: DateOnly,
      ToDate: DateOnly,
    },
    { rows: 20, sort: ['RenewedAt', 'Severity', 'LastDay', 'Acts', 'Points', 'Pattern', 'Status'], direction: 'DESC' },
  ),
  reply: pageOf(Finding),
})

export const getFinding = read({
  path: '/loyalty-watch/find-one',
  access,
  scope: rows(row('finding', 'FindingId', 'HQ')),
  summary: 'One finding with the acts that it rests on and every decision on it',
  body: z.strictObject({ FindingId: Id }),
  reply: Finding.extend({ Evidence: z.array(Act), Decisions: z.array(DecisionMade) }),
})

export const decideFinding = change({
  path: '/loyalty-watch/decide',
  access,
  scope: rows(row('finding', 'FindingId', 'HQ')),
  summary:
    'Says what a finding is, with the reason; a later decision counts instead. Harmless and confirmed acts never count again, and what is watched is open again with the next act',
  idempotent: true,
  body: z.strictObject({ FindingId: Id, Version, Decision, Reason: longText(REASON_MAX) }),
  reply: Finding,
})

export const checkNow = change({
  path: '/loyalty-watch/check-now',
  access,
  scope: noRow('HQ'),
  about: ['finding'],
  summary: 'Looks at what happened since the last time, as the nightly batch does',
  body: z.strictObject({}),
  reply: z.strictObject({ Findings: z.int() }),
})
