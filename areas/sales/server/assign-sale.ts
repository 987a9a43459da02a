import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import * as contract from '../contract.ts'
import { assignToMember } from './assign-to-member.ts'
import { origin } from './origin.ts'
import { findPosted, outletOf } from './sale-rows.ts'

/** Gives a walk-in sale to its member, who earns by the rules of the day of the sale. */
export async function assignSale(ctx: Ctx, { InvoiceNo, MembershipNo }: Input<typeof contract.assignSale>) {
  const key = { InvoiceNo, TransactionType: 'N' } as const
  const outlet = outletOf(ctx.actor)
  // Locked, because two people may give the same sale to two members at once.
  const sale = await ctx.db
    .selectFrom('TransactionSummary')
    .select(['TransactionId', 'InvoiceNo', 'BusinessDate', 'OutletCode', 'MembershipNo'])
    .where('InvoiceNo', '=', InvoiceNo)
    .where('TransactionType', '=', 'N')
    .forUpdate()
    .executeTakeFirst()
  if (!sale || (outlet && sale.OutletCode !== outlet)) throw contract.refusals.notFound()
  if (sale.MembershipNo) throw contract.refusals.assignedAlready({ InvoiceNo })
  await assignToMember(ctx, sale, MembershipNo)
  // A sale that waits for a second person is nobody's yet and earns nothing.
  const { rows } = await mapDatabaseRefusal(
    sql<{ Earned: { ExpiryDate: string | null } }>`
      select earn_sale(${sale.TransactionId}, ${JSON.stringify(origin(ctx))}::jsonb) as earned`.execute(ctx.db),
    contract.refusals as never,
  )
  const assigned = await findPosted(ctx, key)

  ctx.audit(
    'Assign Customer Transaction',
    'Transaction',
    InvoiceNo,
    `Assign Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}, MembershipNo - ${assigned.MembershipNo}`,
  )
  return { ...assigned, ExpiryDate: rows[0]!.Earned.ExpiryDate }
}
