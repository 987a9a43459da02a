import { decideAbout } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type approveLevelHistory as approving,
  type LevelMove,
  mayMove,
  levelRefusals as refusals,
  type rejectLevelHistory as rejecting,
} from '../../contract/level-histories.ts'
import { levelKind } from '../approval-kind.ts'
import { historyOf } from './rows.ts'

type Decision = { LevelHistoryId: number; Status: 'Approved' | 'Rejected' | 'Withdrawn'; Remark?: string | null }

/** Decides the request in the queue: of two who decide the same at once, here or there, one wins. */
export async function decideChange(ctx: Ctx, { LevelHistoryId, Status, Remark }: Decision, kind = levelKind) {
  if (await decideAbout(ctx, kind, LevelHistoryId, { Status, Remark })) return
  throw refusals.notPending({ Status: (await historyOf(ctx, LevelHistoryId)).Status })
}

async function refuseOwn(ctx: Ctx, LevelHistoryId: number, move: LevelMove) {
  const { Status, OwnYN } = await historyOf(ctx, LevelHistoryId)
  if (!mayMove(Status, move)) throw refusals.notPending({ Status })
  if (OwnYN === 'Y') throw refusals.ownRequest()
}

export async function approveLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, DecisionRemark: Remark = null }: Input<typeof approving>,
) {
  await refuseOwn(ctx, LevelHistoryId, 'approve')
  await decideChange(ctx, { LevelHistoryId, Status: 'Approved', Remark })
  return historyOf(ctx, LevelHistoryId)
}

export async function rejectLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, DecisionRemark: Remark }: Input<typeof rejecting>,
) {
  await refuseOwn(ctx, LevelHistoryId, 'reject')
  await decideChange(ctx, { LevelHistoryId, Status: 'Rejected', Remark })
  return historyOf(ctx, LevelHistoryId)
}
