import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { type NewAdjustment, refusals } from '../../contract.ts'
import { adjustmentExpiry, validate } from './validate-adjustment.ts'

/** Who asked for it, where, and what makes it one of a kind. */
type Origin = {
  StaffId: number | null
  CreatedById: number | null
  OutletCode: string | null
  /** The same adjustment is written once, no matter who asks again. */
  Key: string
}

/** Writes an adjustment into the ledger: a lot, or a debit that the lots must cover. Answers its HistoryId. */
export async function writeAdjustment(ctx: Ctx, input: NewAdjustment, { Key, ...origin }: Origin): Promise<number> {
  const { member, TransactionId } = await validate(ctx, input)
  const MembershipNo = member.MembershipNo
  const source = {
    ...origin,
    ObjectType: 'Adjustment',
    ObjectValue: Key,
    ReasonCode: input.ReasonCode,
    Remark: input.Remark,
    InvoiceNo: input.InvoiceNo ?? null,
    TransactionId,
    RequestId: ctx.requestId,
    SourceKey: `adjust:${Key}`,
  }
  if (input.TransactionType === 'Adjust Out') {
    const taken = await mapDatabaseRefusal(
      sql<{ Taken: { HistoryId: number } }>`
        select debit_points(${MembershipNo}, 'Adjust Out', ${input.PointAmount}, ${ctx.today}, ${JSON.stringify(source)}::jsonb) as taken`.execute(
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
    ExpiryDate: input.ExpiryDate ?? (await adjustmentExpiry(ctx, MembershipNo)),
  }
  const result = await sql<{ HistoryId: number }>`
    select credit_points(${MembershipNo}, 'Adjust In', ${input.PointAmount}, ${JSON.stringify(lot)}::jsonb) as history_id`.execute(
    ctx.db,
  )
  return result.rows[0]!.HistoryId
}
