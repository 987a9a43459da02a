import * as contract from '#areas/points/contract.ts'
import { findMemberByNumber, requirePointBalance } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { saleRefusals } from '../contract.ts'
import { assignWalkInSaleToMember } from './assign-to-member.ts'

/** Awards points for an invoice without points: a walk-in sale, or a sale that was entered before its rate. */
export async function awardSalePoints(ctx: Ctx, { MembershipNo, InvoiceNo }: Input<typeof contract.awardSalePoints>) {
  const member = await findMemberByNumber(ctx.db, MembershipNo)
  // The sale is locked, because two users may award the same invoice concurrently.
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'MembershipNo', 'OutletCode', 'BusinessDate', 'EarnedPoints'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  // A sale of another outlet gets the same error as a missing sale, to hide its existence.
  const isForeign = sale && visibleOutlets(ctx.actor)?.includes(sale.OutletCode) === false
  if (!sale || isForeign) throw contract.pointRefusals.saleNotFound({ InvoiceNo })
  if (sale.MembershipNo && sale.MembershipNo !== member.MembershipNo)
    throw contract.pointRefusals.saleOfOther({ InvoiceNo })
  if (sale.EarnedPoints > 0)
    throw contract.pointRefusals.awardedAlready({ InvoiceNo, Date: await awardedOn(ctx, sale) })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', sale.TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw contract.pointRefusals.saleCancelled({ InvoiceNo })

  if (!sale.MembershipNo) {
    const { waits } = await assignWalkInSaleToMember(ctx, { ...sale, InvoiceNo }, member.MembershipNo)
    // An award is completed at once or fails, because it cannot wait for approval.
    if (waits) throw contract.pointRefusals.needsApproval({ InvoiceNo })
  }
  const source = {
    Today: ctx.today,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
  }
  const { EarnedPoints, BonusPoints, ExpiryDate } = await databaseFunctions.earnSale(
    ctx.db,
    { id: sale.TransactionId, source },
    saleRefusals,
  )
  if (EarnedPoints === 0) throw contract.pointRefusals.earnsNothing({ InvoiceNo })

  ctx.audit(
    'Award Point',
    'Transaction',
    InvoiceNo,
    `Award Point in Points. InvoiceNo - ${InvoiceNo}, MembershipNo - ${member.MembershipNo}`,
  )
  return {
    MembershipNo: member.MembershipNo,
    InvoiceNo,
    EarnedPoints,
    BonusPoints,
    ExpiryDate,
    Balance: await requirePointBalance(ctx, member.MembershipNo),
  }
}

/** Returns the last award of a sale; a sale that was unassigned and assigned again has several awards. */
async function awardedOn(ctx: Ctx, { TransactionId }: { TransactionId: number }) {
  const { BusinessDate } = await ctx.db
    .selectFrom('PointHistory')
    .select('BusinessDate')
    .where('TransactionId', '=', TransactionId)
    .where('TransactionType', '=', 'Earn')
    .orderBy('HistoryId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return BusinessDate
}
