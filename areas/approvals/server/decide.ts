import { notifyAccount } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type Approval,
  approvalRefusals,
  type approveRequest as approving,
  SAME_PERSON_REFUSAL_ACTION,
} from '../contract.ts'
import { type ApprovalKind, findApprovalKind } from './kinds.ts'
import { approvalKindName, requestApprovedMail, requestRejectedMail } from './mails.ts'
import { type ApprovalRequestRow, selectApprovalRequests, visibleRequestCondition } from './requests.ts'

type Decision = { Status: 'Approved' | 'Rejected' | 'Withdrawn'; Remark?: string | null | undefined }

/** Decides a request. Locks the request first, so that only one of several concurrent decisions succeeds. */
export const createRequestDecider =
  (Status: Decision['Status']) =>
  async (ctx: Ctx, { ApprovalId, Remark }: { ApprovalId: number; Remark?: string | null | undefined }) => {
    const request = await selectApprovalRequests(ctx)
      .where('ApprovalId', '=', ApprovalId)
      .where(visibleRequestCondition(ctx))
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw approvalRefusals.notFound()
    const isOwn = request.OwnYN === 'Y'
    if (Status === 'Withdrawn' && !isOwn) throw approvalRefusals.notYours()
    if (Status !== 'Withdrawn') refuseRequester(ctx, request)
    if (request.Status !== 'Pending') throw approvalRefusals.decided({ DecidedBy: request.DecidedBy ?? '' })
    return recordDecision(ctx, findApprovalKind(ctx, request.Kind), request, { Status, Remark })
  }

/** Approves a request and returns the date from which the approval takes effect. */
export async function approveRequest(ctx: Ctx, input: Input<typeof approving>) {
  const approval = await createRequestDecider('Approved')(ctx, input)
  return { ...approval, CountsFrom: (await findApprovalKind(ctx, approval.Kind).later?.countsFrom(ctx)) ?? null }
}

/**
 * Decides the pending request about a record on the record's own page. Returns undefined if no request is pending.
 * The area that calls this function must check who may withdraw the request.
 */
export async function decidePendingRequestOfRecord(
  ctx: Ctx,
  kind: ApprovalKind,
  ObjectId: string | number,
  decision: Decision,
) {
  const request = await selectApprovalRequests(ctx)
    .where('Kind', '=', kind.name)
    .where('ObjectId', '=', String(ObjectId))
    .where('Status', '=', 'Pending')
    .forUpdate()
    .executeTakeFirst()
  if (!request) return undefined
  if (decision.Status !== 'Withdrawn') refuseRequester(ctx, request)
  if (request.OwnYN === 'N' && request.MayDecideYN === 'N') throw approvalRefusals.notFound()
  return recordDecision(ctx, kind, request, decision)
}

/** Throws if the caller is the requester. Loyalty watch gets attempts with another account of the requester. */
function refuseRequester(ctx: Ctx, { ApprovalId, OwnYN, IsBySamePerson, RequestedById }: ApprovalRequestRow) {
  if (OwnYN === 'Y') throw approvalRefusals.ownRequest()
  if (!IsBySamePerson) return
  ctx.audit(
    SAME_PERSON_REFUSAL_ACTION,
    'Approval',
    ApprovalId,
    `${SAME_PERSON_REFUSAL_ACTION} in Approvals. ApprovalId - ${ApprovalId}, requested by UserId - ${RequestedById}, decision tried by UserId - ${ctx.actor.userId}`,
  )
  throw approvalRefusals.samePerson().keepingWrites()
}

/** Records the decision and executes the request in one transaction, so that a failure also reverts the decision. */
async function recordDecision(
  ctx: Ctx,
  kind: ApprovalKind,
  request: ApprovalRequestRow,
  { Status, Remark = null }: Decision,
) {
  const { Payload, RequestedById, DecidedById: _, IsBySamePerson: __, ...approval } = request
  const { ApprovalId, RequestedBy } = approval
  const decisionValues = { Status, DecidedBy: ctx.actor.name, DecidedAt: ctx.now, DecisionRemark: Remark }
  await ctx.db
    .updateTable('Approval')
    .set({ ...decisionValues, DecidedById: ctx.actor.userId })
    .where('ApprovalId', '=', ApprovalId)
    .execute()
  const verb = { Approved: 'Approve', Rejected: 'Reject', Withdrawn: 'Withdraw' }[Status]
  ctx.audit(
    `${verb} Request`,
    'Approval',
    ApprovalId,
    `${verb} Request in Approvals. ApprovalId - ${ApprovalId}, ${kind.name}, requested by ${RequestedBy}`,
  )
  if (Status !== 'Withdrawn') await notifyRequester(ctx, request, Status, Remark)
  const payload = kind.payload.parse(Payload)
  const run = Status === 'Approved' ? kind.approve : kind.reject
  await run?.(ctx, payload, { ...approval, ...decisionValues, RequestedById })
  return { ...approval, ...decisionValues, DecidedAt: ctx.now.toISOString(), MayDecideYN: 'N' } satisfies Approval
}

async function notifyRequester(
  ctx: Ctx,
  { ApprovalId, Kind, RequestedById }: ApprovalRequestRow,
  Status: Decision['Status'],
  remark: string | null,
) {
  if (RequestedById === null) return
  await notifyAccount(
    ctx,
    RequestedById,
    Status === 'Approved' ? requestApprovedMail : requestRejectedMail,
    (language) => ({
      kind: approvalKindName(language, Kind),
      name: ctx.actor.name,
      remark: remark ? `\n\n${remark}` : '',
      link: `${ctx.services.webUrl}/settings/approvals?id=${ApprovalId}`,
    }),
  )
}
