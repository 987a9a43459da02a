import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { type NewAdjustment, pointRefusals } from '../../contract.ts'
import { adjustmentExpiry, validateAdjustment } from './validate-adjustment.ts'

/** Origin of an adjustment: its requester, its outlet, and the key that makes its ledger entry unique. */
type Origin = {
  StaffId: number | null
  CreatedById: number | null
  OutletCode: string | null
  /** Returns the unique key of the ledger entry, so that a repeated request does not write the adjustment twice. */
  Key: string
}

/** Writes an adjustment to the ledger: a lot, or a debit that the lots must cover. Returns its HistoryId. */
export async function writeAdjustment(ctx: Ctx, input: NewAdjustment, { Key, ...origin }: Origin): Promise<number> {
  const { member, TransactionId } = await validateAdjustment(ctx, input)
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
    const debit = { member: MembershipNo, kind: 'Adjust Out', amount: input.PointAmount, today: ctx.today, source }
    return databaseFunctions.debitPoints(ctx.db, debit, pointRefusals)
  }
  const lot = {
    ...source,
    BusinessDate: ctx.today,
    EarnedAt: ctx.now,
    AvailableFrom: ctx.today,
    ExpiryDate: input.ExpiryDate ?? (await adjustmentExpiry(ctx, MembershipNo)),
  }
  const credit = { member: MembershipNo, kind: 'Adjust In', amount: input.PointAmount, source: lot }
  return databaseFunctions.creditPoints(ctx.db, credit)
}
