import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import * as contract from '../contract.ts'
import { origin } from './origin.ts'
import { findSale } from './sale-rows.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The refusal to take a sale from its member because a decision of this area rests on it. */
    isBasisOf?: (ctx: Ctx, InvoiceNo: string) => Promise<Refusal | undefined>
  }
}

/** Takes a sale from the member it was given to by mistake, while nothing came of it yet. */
export async function unassignSale(ctx: Ctx, { InvoiceNo, Remark }: Input<typeof contract.unassignSale>) {
  if (!ctx.actor.isHQ) throw contract.refusals.headOfficeOnly()
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'MembershipNo', 'AssignedAt'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  if (!sale) throw contract.refusals.notFound()
  if (!sale.AssignedAt || !sale.MembershipNo) throw contract.refusals.notAssigned({ InvoiceNo })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', sale.TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw contract.refusals.alreadyReturned({ InvoiceNo })
  for (const { isBasisOf } of ctx.services.areas) {
    const refusal = await isBasisOf?.(ctx, InvoiceNo)
    if (refusal) throw refusal
  }

  const source = { ...origin(ctx), ReasonCode: 'Given to the wrong member', Remark }
  const { rows } = await mapDatabaseRefusal(
    sql<{
      PointsBack: number
    }>`select unassign_sale(${sale.TransactionId}, ${JSON.stringify(source)}::jsonb) as points_back`.execute(ctx.db),
    contract.refusals as never,
  )
  const walkIn = await findSale(ctx.db, { InvoiceNo, TransactionType: 'N' }, null)

  ctx.audit(
    'Unassign Customer Transaction',
    'Transaction',
    InvoiceNo,
    `Unassign Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}, MembershipNo - ${sale.MembershipNo}`,
  )
  return { ...walkIn!, PointsBack: rows[0]!.PointsBack }
}
