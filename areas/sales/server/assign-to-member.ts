import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { publish } from '#kit/server/events.ts'
import { refusals } from '../contract.ts'
import { requestSaleApproval } from './approval-kind.ts'
import { archivedCustomerBought } from './events.ts'
import { manualLimit } from './manual-limit.ts'
import { origin } from './origin.ts'

type WalkIn = { TransactionId: number; InvoiceNo: string; BusinessDate: string }

/**
 * Writes the member onto a walk-in sale that the caller has locked; its points are earned by the caller too. Answers whether
 * it waits for a second person instead, as a large sale by hand does.
 */
export async function assignToMember(ctx: Ctx, sale: WalkIn, MembershipNo: string): Promise<{ waits: boolean }> {
  const { InvoiceNo, BusinessDate, TransactionId } = sale
  const { 'sales.daysToAssign': Days } = await settings(ctx)
  const age = Math.round((Date.parse(ctx.today) - Date.parse(BusinessDate)) / 86_400_000)
  if (age > Days) throw refusals.assignTooLate({ InvoiceNo, Date: BusinessDate, Days })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw refusals.assignCancelled({ InvoiceNo })

  const source = { ...origin(ctx), ManualLimit: await manualLimit(ctx) }
  const { rows } = await mapDatabaseRefusal(
    sql<{ Given: { ArchivedCustomerId?: number | null; WaitsFor?: string; Total: string } }>`
      select assign_sale(${TransactionId}, ${MembershipNo}, ${JSON.stringify(source)}::jsonb) as given`.execute(ctx.db),
    refusals as never,
  )
  const { ArchivedCustomerId, WaitsFor, Total } = rows[0]!.Given
  if (WaitsFor) {
    await requestSaleApproval(ctx, { TransactionId, InvoiceNo, MembershipNo: WaitsFor, Total })
    return { waits: true }
  }
  if (ArchivedCustomerId) await publish(ctx, archivedCustomerBought, { CustomerId: ArchivedCustomerId })
  return { waits: false }
}
