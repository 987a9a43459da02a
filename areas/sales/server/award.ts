import { sql } from 'kysely'
import * as contract from '#areas/points/contract.ts'
import { balanceOf, findMember } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { refusals as saleRefusals } from '../contract.ts'
import { assignToMember } from './assign-to-member.ts'

/** Awards an invoice that earned nothing when it was entered: a walk-in sale of this member, or one before its rule. */
export async function award(ctx: Ctx, { MembershipNo, InvoiceNo }: Input<typeof contract.award>) {
  const member = await findMember(ctx.db, MembershipNo)
  // Locked, because two people may award the same invoice at once.
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'MembershipNo', 'OutletCode', 'BusinessDate', 'EarnedPoints'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  // Another outlet's sale is as good as none: nobody learns that it exists.
  const foreign = ctx.actor.kind === 'staff' && !ctx.actor.isHQ && sale?.OutletCode !== ctx.actor.outletCode
  if (!sale || foreign) throw contract.refusals.saleNotFound({ InvoiceNo })
  if (sale.MembershipNo && sale.MembershipNo !== member.MembershipNo) throw contract.refusals.saleOfOther({ InvoiceNo })
  if (sale.EarnedPoints > 0) throw contract.refusals.awardedAlready({ InvoiceNo, Date: await awardedOn(ctx, sale) })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', sale.TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw contract.refusals.saleCancelled({ InvoiceNo })

  if (!sale.MembershipNo) {
    const { waits } = await assignToMember(ctx, { ...sale, InvoiceNo }, member.MembershipNo)
    // Awarding is done at once or not at all.
    if (waits) throw contract.refusals.needsApproval({ InvoiceNo })
  }
  const source = {
    Today: ctx.today,
    StaffId: ctx.actor.staffId,
    CreatedById: ctx.actor.userId,
    RequestId: ctx.requestId,
  }
  const { rows } = await mapDatabaseRefusal(
    sql<{ Earned: { EarnedPoints: number; BonusPoints: number; ExpiryDate: string | null } }>`
      select earn_sale(${sale.TransactionId}, ${JSON.stringify(source)}::jsonb) as earned`.execute(ctx.db),
    saleRefusals as never,
  )
  const { EarnedPoints, BonusPoints, ExpiryDate } = rows[0]!.Earned
  if (EarnedPoints === 0) throw contract.refusals.earnsNothing({ InvoiceNo })

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
    Balance: await balanceOf(ctx, member.MembershipNo),
  }
}

/** A sale that was taken from one member and given to another was awarded more than once; the last one stands. */
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
