import { mailOf } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'
import type { Request } from './kinds.ts'
import { approvalOf, requestOf } from './rows.ts'

type Outcome = 'Approved' | 'Rejected' | 'Withdrawn'

/** Brings a waiting request to its end, once: of several who decide at the same time one wins, the others get a 409. */
export async function decide(
  ctx: Ctx,
  { ApprovalId, Remark }: { ApprovalId: number; Remark?: string | null },
  Status: Outcome,
): Promise<{ request: Request; Payload: unknown; Kind: string }> {
  const { Kind } = await approvalOf(ctx, ApprovalId)
  const decided = await ctx.db
    .updateTable('Approval')
    .set({
      Status,
      DecidedById: ctx.actor.userId,
      DecidedBy: ctx.actor.name,
      DecidedAt: ctx.now,
      DecisionRemark: Remark ?? null,
    })
    .where('ApprovalId', '=', ApprovalId)
    .where('Status', '=', 'Pending')
    .executeTakeFirst()
  if (decided.numUpdatedRows === 0n) {
    const now = await approvalOf(ctx, ApprovalId)
    throw refusals.decided({ DecidedBy: now.DecidedBy ?? '' })
  }
  const found = (await requestOf(ctx, ApprovalId))!
  const act = { Approved: 'Approve', Rejected: 'Reject', Withdrawn: 'Withdraw' }[Status]
  ctx.audit(
    `${act} Request`,
    'Approval',
    ApprovalId,
    `${act} Request in Approvals. ApprovalId - ${ApprovalId}, ${Kind}, requested by ${found.request.RequestedBy}`,
  )
  if (Status !== 'Withdrawn') await tellRequester(ctx, found.request, Kind, Status, Remark)
  return { ...found, Kind }
}

/** The privilege that the kind asks for, and another person than who asked. */
export async function requireDecider(ctx: Ctx, ApprovalId: number) {
  const { OwnYN, MayDecideYN, Privilege, Status } = await approvalOf(ctx, ApprovalId)
  if (OwnYN === 'Y') throw refusals.ownRequest()
  if (Status === 'Pending' && MayDecideYN === 'N') throw refusals.needsPrivilege({ Privilege })
}

async function tellRequester(
  ctx: Ctx,
  { ApprovalId, RequestedById }: Request,
  Kind: string,
  Status: Outcome,
  remark?: string | null,
) {
  const To = RequestedById === null ? undefined : await mailOf(ctx.db, RequestedById)
  if (!To) return
  await ctx.mail({
    To,
    Subject: `${Kind}: your request is ${Status.toLowerCase()}`,
    Body: `${ctx.actor.name} decided your request: ${Status}.${remark ? `\n\n${remark}` : ''}\n\n${ctx.services.webUrl}/settings/approvals?id=${ApprovalId}\n`,
  })
}
