import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { assignWalkInSaleToMember } from './assign-to-member.ts'
import { saleChangeOrigin } from './origin.ts'
import { findPostedSale } from './sale-rows.ts'

/** Assigns a walk-in sale to its member, who earns by the rules of the sale's business date. */
export async function assignSale(ctx: Ctx, { InvoiceNo, MembershipNo }: Input<typeof contract.assignSale>) {
  const key = { InvoiceNo, TransactionType: 'N' } as const
  // The sale is locked, because two users may assign the same sale to two members concurrently.
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'InvoiceNo', 'BusinessDate', 'OutletCode', 'MembershipNo'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  if (!sale || visibleOutlets(ctx.actor)?.includes(sale.OutletCode) === false) throw contract.saleRefusals.notFound()
  if (sale.MembershipNo) throw contract.saleRefusals.assignedAlready({ InvoiceNo })
  await assignWalkInSaleToMember(ctx, sale, MembershipNo)
  // A sale that awaits approval has no member yet, so it earns nothing.
  const { ExpiryDate } = await databaseFunctions.earnSale(
    ctx.db,
    { id: sale.TransactionId, source: saleChangeOrigin(ctx) },
    contract.saleRefusals,
  )
  const assigned = await findPostedSale(ctx, key)

  ctx.audit(
    'Assign Customer Transaction',
    'Transaction',
    InvoiceNo,
    `Assign Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}, MembershipNo - ${assigned.MembershipNo}`,
  )
  return { ...assigned, ExpiryDate }
}
