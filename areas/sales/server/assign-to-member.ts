import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { saleRefusals } from '../contract.ts'
import { requestSaleApproval } from './approval-kind.ts'
import { archivedCustomerBoughtEvent } from './events.ts'
import { findManualSaleLimit } from './manual-limit.ts'
import { saleChangeOrigin } from './origin.ts'

type WalkIn = { TransactionId: number; InvoiceNo: string; BusinessDate: string }

/**
 * Assigns a walk-in sale to a member; the caller has locked the sale and credits the points afterwards.
 * The function returns whether the sale now awaits approval, as a large manual sale does.
 */
export async function assignWalkInSaleToMember(
  ctx: Ctx,
  sale: WalkIn,
  MembershipNo: string,
): Promise<{ waits: boolean }> {
  const { InvoiceNo, BusinessDate, TransactionId } = sale
  const { 'sales.daysToAssign': Days } = await readSettings(ctx)
  const age = Math.round((Date.parse(ctx.today) - Date.parse(BusinessDate)) / 86_400_000)
  if (age > Days) throw saleRefusals.assignTooLate({ InvoiceNo, Date: BusinessDate, Days })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw saleRefusals.assignCancelled({ InvoiceNo })

  const source = { ...saleChangeOrigin(ctx), DecidedBy: ctx.actor.name, ManualLimit: await findManualSaleLimit(ctx) }
  const assignment = { id: TransactionId, number: MembershipNo, source }
  const { ArchivedCustomerId, WaitsFor, Total } = await databaseFunctions.assignSale(ctx.db, assignment, saleRefusals)
  if (WaitsFor) {
    await requestSaleApproval(ctx, { TransactionId, InvoiceNo, MembershipNo: WaitsFor, Total })
    return { waits: true }
  }
  if (ArchivedCustomerId) await publishEvent(ctx, archivedCustomerBoughtEvent, { CustomerId: ArchivedCustomerId })
  return { waits: false }
}
