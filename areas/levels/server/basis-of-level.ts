import { refusals } from '#areas/sales/contract.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** The error if a level change is based on the sale, which then cannot be taken from its member. */
export async function basisOfLevel(ctx: Ctx, InvoiceNo: string) {
  const change = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('BasisInvoiceNo', '=', InvoiceNo)
    .where('Status', 'in', ['Pending', 'Approved'])
    .executeTakeFirst()
  return change && refusals.ledToLevel({ InvoiceNo })
}
