import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, longText, membershipNumber, optional, PersonName, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

export const refusals = {
  notFound: refusal(404, 'approvals.not_found', 'Record not found'),
  ownRequest: refusal(403, 'approvals.own_request', 'Another user must approve your own request'),
  samePerson: refusal(
    403,
    'approvals.same_person',
    'Another person must approve this: your account and the requester’s share an e-mail or phone, or one of you created or changed the other’s account within 30 days',
  ),
  notYours: refusal(403, 'approvals.not_yours', 'Only the requester can withdraw a request'),
  decided: refusal(409, 'approvals.decided', 'This request has already been decided by {DecidedBy}'),
  waitsAlready: refusal(409, 'approvals.waits_already', 'A request for this is already pending'),
  notYourDecision: refusal(403, 'approvals.not_your_decision', 'Only {DecidedBy}, who approved it, can undo this'),
  stands: refusal(409, 'approvals.stands', 'This decision has taken effect and cannot be undone'),
  undoOver: refusal(409, 'approvals.undo_over', 'The time to undo this decision is over'),
}

/** The log entry of a decision that was tried with a second account of the requester. Loyalty watch counts these. */
export const SAME_PERSON = 'Refuse Same Person'

/** Who asks where nobody did: what the program found by itself. */
export const AUTOMATIC = 'Automatic review'

export const ApprovalStatus = z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn'])

/** A text of the web application, `points:approval.adjustIn`, and the values that it names. */
export const Message = z.strictObject({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Message = z.infer<typeof Message>

/** One thing that approving would change, as it stands now and as it would be. */
export const Effect = z.strictObject({
  What: Message,
  Before: z.union([z.string(), z.number()]).nullable(),
  After: z.union([z.string(), z.number()]).nullable(),
})
export type Effect = z.infer<typeof Effect>

export const Approval = z.strictObject({
  ApprovalId: Id,
  Kind: z.string(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  Summary: Message,
  Privilege: z.string(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  RequestedBy: PersonName,
  RequestedAt: Instant,
  Status: ApprovalStatus,
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  /** Whether you asked for it: then you may withdraw it, and only others may decide. */
  OwnYN: YN,
  /** Whether you may decide it now. */
  MayDecideYN: YN,
})
export type Approval = z.infer<typeof Approval>

/** What became of a request, as the record that it is about shows it. */
export const RequestAbout = z.strictObject({
  ApprovalId: Id,
  RequestedBy: PersonName,
  RequestedAt: Instant,
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  /** Whether you may open it in the queue. */
  MayOpenYN: YN,
})
export type RequestAbout = z.infer<typeof RequestAbout>

export const listApprovals = read({
  path: '/approvals/find-all',
  access: 'staff',
  scope: noRow('own outlet'),
  about: ['approval'],
  summary: 'Requests that you may decide by your privileges, and those you made',
  body: pageQuery(
    {
      Kind: filterText,
      Status: ApprovalStatus,
      MembershipNo: membershipNumber,
      RequestedBy: filterText,
      OwnYN: YN,
      /** Y: whatever has come to its end, however it did. */
      DecidedYN: YN,
    },
    { rows: 20, sort: ['RequestedAt', 'Kind', 'Status'] },
  ),
  reply: pageOf(Approval),
})

export const getApproval = read({
  path: '/approvals/find-one',
  access: 'staff',
  scope: rows(row('approval', 'ApprovalId', 'own outlet')),
  summary: 'One request, and what approving it would change as things stand now',
  body: z.strictObject({ ApprovalId: Id }),
  reply: Approval.extend({
    Effects: z.array(Effect),
    /** The later day from which an approval of today counts; null: at once. */
    CountsFrom: z.string().nullable(),
    /** Why it can not be approved as things stand now. */
    Obstacle: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  }),
})

/** What shows a decision: the queue, and whatever its kinds change. */
const decided = [
  'approval',
  'level history',
  'membership',
  'customer',
  'sale',
  'adjustment',
  'merge',
  'import',
] as const

export const approveRequest = change({
  path: '/approvals/approve',
  access: 'staff',
  scope: rows(row('approval', 'ApprovalId', 'second person')),
  about: decided,
  summary: 'Does what was asked for; needs the privilege of its kind, and never the person who asked',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: optional(longText(300)) }),
  reply: Approval.extend({
    /** The later day from which it counts; until then who decided may take it back for a minute. null: it counts now. */
    CountsFrom: z.string().nullable(),
  }),
})

export const undoApproval = change({
  path: '/approvals/undo',
  access: 'staff',
  scope: rows(row('approval', 'ApprovalId', 'own outlet')),
  about: decided,
  summary: 'Takes your own approval of the last minute back while it has not taken effect; the request waits again',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id }),
  reply: Approval,
})

export const rejectRequest = change({
  path: '/approvals/reject',
  access: 'staff',
  scope: rows(row('approval', 'ApprovalId', 'second person')),
  about: decided,
  summary: 'Turns a request down, with the reason',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: longText(300) }),
  reply: Approval,
})

export const withdrawRequest = change({
  path: '/approvals/withdraw',
  access: 'staff',
  scope: rows(row('approval', 'ApprovalId', 'own outlet')),
  about: decided,
  summary: 'Takes your own request back while nobody has decided it',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: optional(longText(300)) }),
  reply: Approval,
})
