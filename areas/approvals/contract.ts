import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  filterText,
  Id,
  Instant,
  longText,
  membershipNumber,
  optionalField,
  PersonName,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const approvalRefusals = {
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

/** The audit action if requesters try to decide with a second account. Loyalty watch counts these attempts. */
export const SAME_PERSON_REFUSAL_ACTION = 'Refuse Same Person'

/** The requester's name on requests that the system creates. */
export const AUTOMATIC_REQUESTER_NAME = 'Automatic review'

export const ApprovalStatus = z.enum(['Pending', 'Approved', 'Rejected', 'Withdrawn'])

/** A text key of the web application, such as `points:approval.adjustIn`, with its parameters. */
export const ApprovalMessage = z.strictObject({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ApprovalMessage = z.infer<typeof ApprovalMessage>

/** One effect of an approval, with the current and the new value. */
export const ApprovalEffect = z.strictObject({
  What: ApprovalMessage,
  Before: z.union([z.string(), z.number()]).nullable(),
  After: z.union([z.string(), z.number()]).nullable(),
})
export type ApprovalEffect = z.infer<typeof ApprovalEffect>

export const Approval = z.strictObject({
  ApprovalId: Id,
  Kind: z.string(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  Summary: ApprovalMessage,
  Privilege: z.string(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  RequestedBy: PersonName,
  RequestedAt: Instant,
  Status: ApprovalStatus,
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  /** `Y` if the caller is the requester, who may withdraw the request but not decide it. */
  OwnYN: YN,
  /** `Y` if the caller may decide the request now. */
  MayDecideYN: YN,
})
export type Approval = z.infer<typeof Approval>

/** The status of a request, for the page of the record that the request concerns. */
export const RecordRequest = z.strictObject({
  ApprovalId: Id,
  RequestedBy: PersonName,
  RequestedAt: Instant,
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  /** `Y` if the caller may open the request in the queue. */
  MayOpenYN: YN,
})
export type RecordRequest = z.infer<typeof RecordRequest>

export const listApprovals = read({
  path: '/approvals/find-all',
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about: ['approval'],
  summary: 'Requests that you may decide by your privileges, and your own requests',
  body: pageQuery(
    {
      Kind: filterText,
      Status: ApprovalStatus,
      MembershipNo: membershipNumber,
      RequestedBy: filterText,
      OwnYN: YN,
      /** `Y` selects requests that were approved, rejected or withdrawn. */
      DecidedYN: YN,
    },
    { rows: 20, sort: ['RequestedAt', 'Kind', 'Status'] },
  ),
  reply: pageReply(Approval),
})

export const getApproval = read({
  path: '/approvals/find-one',
  access: 'staff',
  scope: namedRows(row('approval', 'ApprovalId', 'own outlet')),
  summary: 'Returns one request, and the effects that approving it would have now',
  body: z.strictObject({ ApprovalId: Id }),
  reply: Approval.extend({
    Effects: z.array(ApprovalEffect),
    /** The date from which an approval given today takes effect. Null: immediately. */
    CountsFrom: z.string().nullable(),
    /** The reason why the request cannot be approved now. */
    Obstacle: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  }),
})

/** The kinds of rows that decisions change: the queue, and the records of all kinds of requests. */
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
  scope: namedRows(row('approval', 'ApprovalId', 'second person')),
  about: decided,
  summary: 'Approves and executes the request; needs the privilege of its kind, and the requester cannot approve it',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: optionalField(longText(300)) }),
  reply: Approval.extend({
    /** The date from which the approval takes effect; until then it can be undone for a minute. Null: immediately. */
    CountsFrom: z.string().nullable(),
  }),
})

export const undoApproval = change({
  path: '/approvals/undo',
  access: 'staff',
  scope: namedRows(row('approval', 'ApprovalId', 'own outlet')),
  about: decided,
  summary: 'Takes your own approval of the last minute back while it has not taken effect; the request waits again',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id }),
  reply: Approval,
})

export const rejectRequest = change({
  path: '/approvals/reject',
  access: 'staff',
  scope: namedRows(row('approval', 'ApprovalId', 'second person')),
  about: decided,
  summary: 'Turns a request down, with the reason',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: longText(300) }),
  reply: Approval,
})

export const withdrawRequest = change({
  path: '/approvals/withdraw',
  access: 'staff',
  scope: namedRows(row('approval', 'ApprovalId', 'own outlet')),
  about: decided,
  summary: 'Withdraws your own request before it is decided',
  idempotent: true,
  body: z.strictObject({ ApprovalId: Id, Remark: optionalField(longText(300)) }),
  reply: Approval,
})
