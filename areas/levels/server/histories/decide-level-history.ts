import { decideAbout, undoAbout } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStale } from '#kit/server/version.ts'
import {
  type approveLevelHistory as approving,
  type deleteLevelHistory as deleting,
  type LevelHistory,
  type LevelMove,
  mayMove,
  levelRefusals as refusals,
  type rejectLevelHistory as rejecting,
  type undoLevelHistory as undoing,
  type updateLevelHistory as updating,
} from '../../contract/level-histories.ts'
import { levelKind } from '../approval-kind.ts'
import { queueLevelChange } from './add-level-history.ts'
import { historyOf } from './level-histories.ts'
import { lockChange } from './settle.ts'
import { refuseWrongTarget } from './validate-change.ts'

type Decision = { LevelHistoryId: number; Status: 'Approved' | 'Rejected' | 'Withdrawn'; Remark?: string | null }

/** Decides the request in the queue: of two who decide the same at once, here or there, one wins. */
async function decideChange(ctx: Ctx, { LevelHistoryId, Status, Remark }: Decision, kind = levelKind) {
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

/** The request waits again in the queue, and the change with it. */
export async function undoLevelHistory(ctx: Ctx, { LevelHistoryId }: Input<typeof undoing>) {
  await undoAbout(ctx, levelKind, LevelHistoryId)
  return historyOf(ctx, LevelHistoryId)
}

// What happens to a change of level while nobody has decided it.

/** Anyone who asked, or could decide: others must not make a request say something else, nor make it go away. */
function refuseOthers({ OwnYN, MayDecideYN, Status }: LevelHistory, move: LevelMove) {
  if (!mayMove(Status, move)) throw refusals.notPending({ Status })
  if (OwnYN === 'N' && MayDecideYN === 'N') throw refusals.notYours()
}

/** Leaves the queue to enter it again with something else, for what was asked is never changed there: nothing is turned down. */
const requestAgain = { ...levelKind, reject: async () => {} }

/** Asks for something else: a new request in the queue, made by the person who changed it, who so cannot approve it. */
export async function updateLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, Version, ToCategory, Remark }: Input<typeof updating>,
) {
  const before = await historyOf(ctx, LevelHistoryId)
  refuseOthers(before, 'update')
  await refuseStale(
    ctx,
    { record: ['MembershipLevelHistory', LevelHistoryId], sent: Version, present: before.Version },
    () => before,
  )
  await decideChange(ctx, { LevelHistoryId, Status: 'Withdrawn' }, requestAgain)
  const { change, membership, customer } = await lockChange(ctx, LevelHistoryId, 'update')
  await refuseStale(
    ctx,
    { record: ['MembershipLevelHistory', LevelHistoryId], sent: Version ?? before.Version, present: change.Version },
    () => historyOf(ctx, LevelHistoryId),
  )
  const target = ToCategory ?? change.ToCategory
  if (ToCategory) await refuseWrongTarget(ctx, membership, change.FromCategory, { Action: change.Action, ToCategory })

  await ctx.db
    .updateTable('MembershipLevelHistory')
    .set({
      ToCategory: target,
      ...(Remark !== undefined && { Remark }),
      RequestedById: ctx.actor.userId,
      RequestedAt: ctx.now,
      OutletCode: ctx.actor.outletCode,
      Version: change.Version + 1,
    })
    .where('LevelHistoryId', '=', LevelHistoryId)
    .execute()
  await queueLevelChange(ctx, { ...change, ToCategory: target, Name: customer.FullName })

  ctx.audit(
    'Update Membership Level',
    'MembershipLevelHistory',
    LevelHistoryId,
    `Update Membership Level in Membership Level. LevelHistoryId - ${LevelHistoryId}, MembershipNo - ${change.MembershipNo}`,
  )
  return historyOf(ctx, LevelHistoryId)
}

/** Marks it as Deleted. */
export async function deleteLevelHistory(ctx: Ctx, { LevelHistoryId }: Input<typeof deleting>) {
  refuseOthers(await historyOf(ctx, LevelHistoryId), 'delete')
  await decideChange(ctx, { LevelHistoryId, Status: 'Withdrawn' })
  return historyOf(ctx, LevelHistoryId)
}
