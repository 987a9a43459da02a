import { saleRefusals } from '#areas/sales/contract.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Returns the error if a level change is based on the sale, so that the sale must stay with its member. */
export async function findErrorForSaleBehindLevel(ctx: Ctx, InvoiceNo: string) {
  const change = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('BasisInvoiceNo', '=', InvoiceNo)
    .where('Status', 'in', ['Pending', 'Approved'])
    .executeTakeFirst()
  return change && saleRefusals.ledToLevel({ InvoiceNo })
}
