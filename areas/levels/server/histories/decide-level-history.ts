import { decidePendingRequestOfRecord, undoDecisionAboutRecord } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import {
  type approveLevelHistory as approving,
  type deleteLevelHistory as deleting,
  isLevelChangeActionAllowed,
  type LevelChangeAction,
  type LevelHistory,
  levelChangeRefusals as refusals,
  type rejectLevelHistory as rejecting,
  type undoLevelHistory as undoing,
  type updateLevelHistory as updating,
} from '../../contract/level-histories.ts'
import { levelApprovalKind } from '../approval-kind.ts'
import { queueLevelChange } from './add-level-history.ts'
import { lockLevelChange } from './decision-effects.ts'
import { readLevelHistory } from './level-histories.ts'
import { refuseWrongTargetCategory } from './validate-change.ts'

type Decision = { LevelHistoryId: number; Status: 'Approved' | 'Rejected' | 'Withdrawn'; Remark?: string | null }

/** Decides the request for a change of level in the queue. Only one of several concurrent decisions succeeds. */
async function decideChange(ctx: Ctx, { LevelHistoryId, Status, Remark }: Decision, kind = levelApprovalKind) {
  if (await decidePendingRequestOfRecord(ctx, kind, LevelHistoryId, { Status, Remark })) return
  throw refusals.notPending({ Status: (await readLevelHistory(ctx, LevelHistoryId)).Status })
}

async function refuseOwn(ctx: Ctx, LevelHistoryId: number, move: LevelChangeAction) {
  const { Status, OwnYN } = await readLevelHistory(ctx, LevelHistoryId)
  if (!isLevelChangeActionAllowed(Status, move)) throw refusals.notPending({ Status })
  if (OwnYN === 'Y') throw refusals.ownRequest()
}

export async function approveLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, DecisionRemark: Remark = null }: Input<typeof approving>,
) {
  await refuseOwn(ctx, LevelHistoryId, 'approve')
  await decideChange(ctx, { LevelHistoryId, Status: 'Approved', Remark })
  return readLevelHistory(ctx, LevelHistoryId)
}

export async function rejectLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, DecisionRemark: Remark }: Input<typeof rejecting>,
) {
  await refuseOwn(ctx, LevelHistoryId, 'reject')
  await decideChange(ctx, { LevelHistoryId, Status: 'Rejected', Remark })
  return readLevelHistory(ctx, LevelHistoryId)
}

/** Undoes an approval. The request in the queue and its change of level are pending again. */
export async function undoLevelHistory(ctx: Ctx, { LevelHistoryId }: Input<typeof undoing>) {
  await undoDecisionAboutRecord(ctx, levelApprovalKind, LevelHistoryId)
  return readLevelHistory(ctx, LevelHistoryId)
}

// Updates and deletes a request for a change of level, which must be pending.

/** Throws if the caller is neither the requester nor a user who may decide the change. */
function refuseOthers({ OwnYN, MayDecideYN, Status }: LevelHistory, move: LevelChangeAction) {
  if (!isLevelChangeActionAllowed(Status, move)) throw refusals.notPending({ Status })
  if (OwnYN === 'N' && MayDecideYN === 'N') throw refusals.notYours()
}

/** Withdraws the request from the queue, because a request in the queue never changes. */
const requestAgain = { ...levelApprovalKind, reject: async () => {} }

/** Replaces the request by a changed one. The caller becomes the requester and so cannot approve it. */
export async function updateLevelHistory(
  ctx: Ctx,
  { LevelHistoryId, Version, ToCategory, Remark }: Input<typeof updating>,
) {
  const before = await readLevelHistory(ctx, LevelHistoryId)
  refuseOthers(before, 'update')
  await refuseStaleVersion(
    ctx,
    { record: ['MembershipLevelHistory', LevelHistoryId], sent: Version, present: before.Version },
    () => before,
  )
  await decideChange(ctx, { LevelHistoryId, Status: 'Withdrawn' }, requestAgain)
  const { change, membership, customer } = await lockLevelChange(ctx, LevelHistoryId, 'update')
  await refuseStaleVersion(
    ctx,
    { record: ['MembershipLevelHistory', LevelHistoryId], sent: Version ?? before.Version, present: change.Version },
    () => readLevelHistory(ctx, LevelHistoryId),
  )
  const target = ToCategory ?? change.ToCategory
  if (ToCategory)
    await refuseWrongTargetCategory(ctx, membership, change.FromCategory, { Action: change.Action, ToCategory })

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
  return readLevelHistory(ctx, LevelHistoryId)
}

/** Marks the request for a change of level as Deleted. */
export async function deleteLevelHistory(ctx: Ctx, { LevelHistoryId }: Input<typeof deleting>) {
  refuseOthers(await readLevelHistory(ctx, LevelHistoryId), 'delete')
  await decideChange(ctx, { LevelHistoryId, Status: 'Withdrawn' })
  return readLevelHistory(ctx, LevelHistoryId)
}
