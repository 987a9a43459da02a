import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { previewAdjustment as endpoint } from '../../contract.ts'
import { findMemberByNumber, requirePointBalance } from '../rows.ts'
import { adjustmentExpiry, readAdjustmentLimit } from './validate-adjustment.ts'

export async function previewAdjustment(
  ctx: Ctx,
  { MembershipNo, TransactionType, PointAmount }: Input<typeof endpoint>,
) {
  const member = await findMemberByNumber(ctx.db, MembershipNo)
  const [balance, ExpiryDate, Limit] = await Promise.all([
    requirePointBalance(ctx, member.MembershipNo),
    adjustmentExpiry(ctx, member.MembershipNo),
    readAdjustmentLimit(ctx),
  ])
  const isAddition = TransactionType === 'Adjust In'
  return {
    MembershipNo: member.MembershipNo,
    FullName: member.FullName,
    Before: balance.PointBalance,
    After: balance.PointBalance + (isAddition ? PointAmount : -PointAmount),
    Missing: isAddition ? 0 : Math.max(PointAmount - balance.Available, 0),
    ExpiryDate: isAddition ? ExpiryDate : null,
    Limit,
    NeedsApprovalYN: PointAmount > Limit ? ('Y' as const) : ('N' as const),
  }
}
