import { sql } from 'kysely'
import { requestApproval } from '#areas/approvals/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type * as contract from '../../contract.ts'
import { type Adjustment, adjustmentRefusals } from '../../contract.ts'
import { ADJUSTMENT_DELETION_KIND, readAdjustment } from './adjustments.ts'
import { readAdjustmentLimit } from './validate-adjustment.ts'

/** Undoes an adjustment within the caller's limit; otherwise requests approval of the undo. */
export async function deleteAdjustment(ctx: Ctx, { HistoryId, Remark }: Input<typeof contract.deleteAdjustment>) {
  const adjustment = await readAdjustment(ctx, HistoryId)
  await requireUnusedAdjustment(ctx, adjustment)
  const points = Math.abs(adjustment.Points)
  if (points <= (await readAdjustmentLimit(ctx))) {
    await undoAdjustment(ctx, HistoryId, Remark ?? null, () => readAdjustment(ctx, HistoryId))
    return { ...(await readAdjustment(ctx, HistoryId)), PendingYN: 'N' as const }
  }
  await requestApproval(ctx, {
    Kind: ADJUSTMENT_DELETION_KIND,
    ObjectType: 'PointHistory',
    ObjectId: HistoryId,
    Summary: {
      key: 'approvals:summary.adjustDelete',
      params: { points: adjustment.Points, name: adjustment.FullName },
    },
    Payload: { HistoryId, Remark: Remark ?? null },
    Privilege: 'Approve Adjustment',
    MembershipNo: adjustment.MembershipNo,
  })
  return { ...adjustment, PendingYN: 'Y' as const }
}

/**
 * Throws if an adjustment was undone before or if its points were used.
 * Points that a merge has moved count as unused.
 */
export async function requireUnusedAdjustment(
  ctx: Ctx,
  { HistoryId, Status, TransactionType, PointAmount }: Adjustment,
) {
  if (Status !== 'Active') throw adjustmentRefusals.deletedAlready()
  if (TransactionType !== 'Adjust In') return
  const { rows } = await sql<{ Remaining: number }>`
    select sum(point_amount - point_reversed - point_utilized - point_expired)::bigint as remaining from carried_lots(${HistoryId})`.execute(
    ctx.db,
  )
  const Points = PointAmount - rows[0]!.Remaining
  if (Points > 0) throw adjustmentRefusals.used({ Points })
}

/** Reverses an adjustment by a ledger row and marks it as deleted. A lock on the member prevents a second reversal. */
export async function undoAdjustment(
  ctx: Ctx,
  HistoryId: number,
  Remark: string | null,
  findUndone: () => Promise<Adjustment>,
) {
  const { MembershipNo } = await findUndone()
  await sql`select lock_balance(surviving_membership(${MembershipNo}))`.execute(ctx.db)
  const adjustment = await findUndone()
  await requireUnusedAdjustment(ctx, adjustment)
  const source = {
    ObjectType: 'Adjustment',
    ObjectValue: String(HistoryId),
    ReasonCode: 'Adjustment deleted',
    Remark,
    InvoiceNo: adjustment.InvoiceNo,
    TransactionId: adjustment.TransactionId,
    OutletCode: ctx.actor.outletCode,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
    SourceKey: `undo-adjustment:lot:${HistoryId}`,
  }
  const { today } = ctx
  if (adjustment.TransactionType === 'Adjust In')
    await databaseFunctions.reverseLot(ctx.db, { lotId: HistoryId, wanted: adjustment.PointAmount, today, source })
  else await databaseFunctions.undoAdjustmentOut(ctx.db, { debit: HistoryId, today, source })
  await ctx.db.updateTable('PointHistory').set({ Status: 'Deleted' }).where('HistoryId', '=', HistoryId).execute()
  ctx.audit(
    'Delete Point Adjustment',
    'PointHistory',
    HistoryId,
    `Delete Point Adjustment in Points. HistoryId - ${HistoryId}`,
  )
}
