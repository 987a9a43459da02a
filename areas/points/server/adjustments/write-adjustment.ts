import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { orRefuse } from '#kit/server/raised.ts'
import { type NewAdjustment, refusals } from '../../contract.ts'
import { adjustmentExpiry, judge } from './judge.ts'

/** Who asked for it, where, and what makes it one of a kind. */
type Origin = {
  StaffId: number | null
  CreatedById: number | null
  OutletCode: string | null
  /** The same adjustment is written once, whoever asks again. */
  Key: string
}

/** Writes an adjustment into the ledger: a lot, or a debit that the lots must cover. Answers its HistoryId. */
export async function writeAdjustment(ctx: Ctx, wish: NewAdjustment, { Key, ...origin }: Origin): Promise<number> {
  const { member, TransactionId } = await judge(ctx, wish)
  const MembershipNo = member.MembershipNo
  const source = {
    ...origin,
    ObjectType: 'Adjustment',
    ObjectValue: Key,
    ReasonCode: wish.ReasonCode,
    Remark: wish.Remark,
    InvoiceNo: wish.InvoiceNo ?? null,
    TransactionId,
    RequestId: ctx.requestId,
    SourceKey: `adjust:${Key}`,
  }
  if (wish.TransactionType === 'Adjust Out') {
    const taken = await orRefuse(
      sql<{ Taken: { HistoryId: number } }>`
        select debit_points(${MembershipNo}, 'Adjust Out', ${wish.PointAmount}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as taken`.execute(
        ctx.db,
      ),
      refusals as never,
    )
    return taken.rows[0]!.Taken.HistoryId
  }
  const lot = {
    ...source,
    BusinessDate: ctx.today,
    EarnedAt: ctx.now,
    AvailableFrom: ctx.today,
    ExpiryDate: wish.ExpiryDate ?? (await adjustmentExpiry(ctx, MembershipNo)),
  }
  const given = await sql<{ HistoryId: number }>`
    select credit_points(${MembershipNo}, 'Adjust In', ${wish.PointAmount}, ${JSON.stringify(lot)}::jsonb) as history_id`.execute(
    ctx.db,
  )
  return given.rows[0]!.HistoryId
}
