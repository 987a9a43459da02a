import type { Input } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { saleChangeOrigin } from './origin.ts'
import { findSale } from './sale-rows.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns an error if the sale cannot be unassigned because another decision depends on it. */
    isBasisOf?: (ctx: Ctx, InvoiceNo: string) => Promise<Refusal | undefined>
  }
}

/** Unassigns a sale from the wrong member; throws if the sale's points were used. */
export async function unassignSale(ctx: Ctx, { InvoiceNo, Remark }: Input<typeof contract.unassignSale>) {
  if (!ctx.actor.isHQ) throw contract.saleRefusals.headOfficeOnly()
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'MembershipNo', 'AssignedAt'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  if (!sale) throw contract.saleRefusals.notFound()
  if (!sale.AssignedAt || !sale.MembershipNo) throw contract.saleRefusals.notAssigned({ InvoiceNo })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', sale.TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw contract.saleRefusals.alreadyReturned({ InvoiceNo })
  for (const { isBasisOf } of ctx.services.areas) {
    const refusal = await isBasisOf?.(ctx, InvoiceNo)
    if (refusal) throw refusal
  }

  const source = { ...saleChangeOrigin(ctx), ReasonCode: 'Given to the wrong member', Remark }
  const PointsBack = await databaseFunctions.unassignSale(
    ctx.db,
    { id: sale.TransactionId, source },
    contract.saleRefusals,
  )
  const walkIn = await findSale(ctx.db, { InvoiceNo, TransactionType: 'N' }, null)

  ctx.audit(
    'Unassign Customer Transaction',
    'Transaction',
    InvoiceNo,
    `Unassign Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}, MembershipNo - ${sale.MembershipNo}`,
  )
  return { ...walkIn!, PointsBack }
}
