import { notifyAccount } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { type Approval, type undoApproval as endpoint, refusals } from '../contract.ts'
import { type ApprovalKind, findApprovalKind } from './kinds.ts'
import { kindName, reopenedMail } from './mails.ts'
import { type RequestRow, selectRequests, visibleRequestCondition } from './requests.ts'

/** An approval can be undone for this time, which is longer than pages offer Undo, to allow for slow connections. */
const UNDO_MS = 60_000

/** Undoes an approval, so that the request is pending again. The request is locked first. */
export async function undoApproval(ctx: Ctx, { ApprovalId }: Input<typeof endpoint>): Promise<Approval> {
  const request = await selectRequests(ctx)
    .where('ApprovalId', '=', ApprovalId)
    .where(visibleRequestCondition(ctx))
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw refusals.notFound()
  return takeBack(ctx, findApprovalKind(ctx, request.Kind), request)
}

/** Undoes the latest decision about a record on the record's own page. */
export async function undoRecordDecision(ctx: Ctx, kind: ApprovalKind, ObjectId: string | number) {
  const request = await selectRequests(ctx)
    .where('Kind', '=', kind.name)
    .where('ObjectId', '=', String(ObjectId))
    .orderBy('ApprovalId', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw refusals.notFound()
  return takeBack(ctx, kind, request)
}

async function takeBack(ctx: Ctx, kind: ApprovalKind, request: RequestRow): Promise<Approval> {
  const { Payload, RequestedById, DecidedById, IsBySamePerson: _, ...approval } = request
  const { ApprovalId, Status, DecidedBy, DecidedAt } = approval
  if (Status !== 'Approved' || DecidedAt === null) throw refusals.stands()
  if (DecidedById !== ctx.actor.userId) throw refusals.notYourDecision({ DecidedBy: DecidedBy ?? '' })
  if (!kind.later) throw refusals.stands()
  if (ctx.now.getTime() - new Date(DecidedAt).getTime() > UNDO_MS) throw refusals.undoOver()
  await databaseFunctions.takeBackDecision(ctx.db, { request: ApprovalId }).catch((error: { constraint?: string }) => {
    throw error.constraint === 'approval_waiting' ? refusals.waitsAlready() : error
  })
  await kind.later.undo(ctx, kind.payload.parse(Payload), { ...approval, RequestedById })
  ctx.audit(
    'Undo Approval',
    'Approval',
    ApprovalId,
    `Undo Approval in Approvals. ApprovalId - ${ApprovalId}, ${kind.name}, requested by ${approval.RequestedBy}`,
  )
  if (RequestedById !== null)
    await notifyAccount(ctx, RequestedById, reopenedMail, (language) => ({
      kind: kindName(language, kind.name),
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
