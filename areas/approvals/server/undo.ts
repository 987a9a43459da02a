import { notifyAccount } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { type Approval, approvalRefusals, type undoApproval as endpoint } from '../contract.ts'
import { type ApprovalKind, findApprovalKind } from './kinds.ts'
import { approvalKindName, requestReopenedMail } from './mails.ts'
import { type ApprovalRequestRow, selectApprovalRequests, visibleRequestCondition } from './requests.ts'

/** An approval can be undone for this time, which is longer than pages offer Undo, to allow for slow connections. */
const UNDO_MS = 60_000

/** Undoes an approval, so that the request is pending again. The request is locked first. */
export async function undoApproval(ctx: Ctx, { ApprovalId }: Input<typeof endpoint>): Promise<Approval> {
  const request = await selectApprovalRequests(ctx)
    .where('ApprovalId', '=', ApprovalId)
    .where(visibleRequestCondition(ctx))
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw approvalRefusals.notFound()
  return takeBack(ctx, findApprovalKind(ctx, request.Kind), request)
}

/** Undoes the latest decision about a record on the record's own page. */
export async function undoDecisionAboutRecord(ctx: Ctx, kind: ApprovalKind, ObjectId: string | number) {
  const request = await selectApprovalRequests(ctx)
    .where('Kind', '=', kind.name)
    .where('ObjectId', '=', String(ObjectId))
    .orderBy('ApprovalId', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw approvalRefusals.notFound()
  return takeBack(ctx, kind, request)
}

async function takeBack(ctx: Ctx, kind: ApprovalKind, request: ApprovalRequestRow): Promise<Approval> {
  const { Payload, RequestedById, DecidedById, IsBySamePerson: _, ...approval } = request
  const { ApprovalId, Status, DecidedBy, DecidedAt } = approval
  if (Status !== 'Approved' || DecidedAt === null) throw approvalRefusals.stands()
  if (DecidedById !== ctx.actor.userId) throw approvalRefusals.notYourDecision({ DecidedBy: DecidedBy ?? '' })
  if (!kind.later) throw approvalRefusals.stands()
  if (ctx.now.getTime() - new Date(DecidedAt).getTime() > UNDO_MS) throw approvalRefusals.undoOver()
  await databaseFunctions.takeBackDecision(ctx.db, { request: ApprovalId }).catch((error: { constraint?: string }) => {
    throw error.constraint === 'approval_waiting' ? approvalRefusals.waitsAlready() : error
  })
  await kind.later.undo(ctx, kind.payload.parse(Payload), { ...approval, RequestedById })
  ctx.audit(
    'Undo Approval',
    'Approval',
    ApprovalId,
    `Undo Approval in Approvals. ApprovalId - ${ApprovalId}, ${kind.name}, requested by ${approval.RequestedBy}`,
  )
  if (RequestedById !== null)
    await notifyAccount(ctx, RequestedById, requestReopenedMail, (language) => ({
      kind: approvalKindName(language, kind.name),
      name: ctx.actor.name,
      link: `${ctx.services.webUrl}/settings/approvals?id=${ApprovalId}`,
    }))
  return {
    ...approval,
    Status: 'Pending',
    DecidedBy: null,
    DecidedAt: null,
    DecisionRemark: null,
    MayDecideYN: approval.OwnYN === 'Y' ? 'N' : 'Y',
  }
}
