import { decide, requireDecider, waitingRequest } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type approveLevelHistory as approving,
  mayMove,
  levelRefusals as refusals,
  type rejectLevelHistory as rejecting,
} from '../../contract/level-histories.ts'
import { historyOf, inQueue } from './rows.ts'
import { grantLevel, refuseLevel } from './settle.ts'

/** Decides the request in the queue first: of two who decide the same at once, here or there, one wins. */
async function decideRequest(ctx: Ctx, LevelHistoryId: number, Status: 'Approved' | 'Rejected', Remark: string | null) {
  const change = await historyOf(ctx, LevelHistoryId)
  if (!mayMove(change.Status, Status === 'Approved' ? 'approve' : 'reject'))
    throw refusals.notPending({ Status: change.Status })
  if (change.OwnYN === 'Y') throw refusals.ownRequest()
  const ApprovalId = await waitingRequest(ctx, inQueue(LevelHistoryId))
  if (ApprovalId === undefined) throw refusals.notPending({ Status: (await historyOf(ctx, LevelHistoryId)).Status })
  await requireDecider(ctx, ApprovalId)
  await decide(ctx, { ApprovalId, Remark }, Status)
}

export async function approveLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, DecisionRemark = null }: Input<typeof approving>,
) {
  await decideRequest(ctx, LevelHistoryId, 'Approved', DecisionRemark)
  await grantLevel(ctx, LevelHistoryId, DecisionRemark)
  return historyOf(ctx, LevelHistoryId)
}

export async function rejectLevelHistory(ctx: Ctx, { LevelHistoryId, DecisionRemark }: Input<typeof rejecting>) {
  await decideRequest(ctx, LevelHistoryId, 'Rejected', DecisionRemark)
  await refuseLevel(ctx, LevelHistoryId, 'Rejected', DecisionRemark)
  return historyOf(ctx, LevelHistoryId)
}
