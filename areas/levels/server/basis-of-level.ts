import { refusals } from '#areas/sales/contract.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** The refusal to take a sale from its member while a level change rests on it. */
export async function basisOfLevel(ctx: Ctx, InvoiceNo: string) {
  const change = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('BasisInvoiceNo', '=', InvoiceNo)
    .where('Status', 'in', ['Pending', 'Approved'])
    .executeTakeFirst()
  return change && refusals.ledToLevel({ InvoiceNo })
}
