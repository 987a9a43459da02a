import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import { reactivateByPurchase } from '#areas/upkeep/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { orRefuse } from '#kit/server/raised.ts'
import { refusals } from '../contract.ts'

type WalkIn = { TransactionId: number; InvoiceNo: string; BusinessDate: string }

/** Writes the member onto a walk-in sale that the caller has locked; its points are earned by the caller too. */
export async function giveSale(ctx: Ctx, sale: WalkIn, MembershipNo: string) {
  const { InvoiceNo, BusinessDate } = sale
  const { 'sales.daysToAssign': Days } = await settings(ctx)
  const age = Math.round((Date.parse(ctx.today) - Date.parse(BusinessDate)) / 86_400_000)
  if (age > Days) throw refusals.assignTooLate({ InvoiceNo, Date: BusinessDate, Days })
  const cancelled = await ctx.db
    .selectFrom('TransactionDetail')
    .select('SequenceNo')
    .where('TransactionId', '=', sale.TransactionId)
    .where('CancelledQuantity', '<>', '0')
    .executeTakeFirst()
  if (cancelled) throw refusals.assignCancelled({ InvoiceNo })

  // Held against a merge; a number that was merged leads to the survivor.
  const held = await orRefuse(
    sql<{ MembershipNo: string }>`select membership_no from lock_sale_member(${MembershipNo})`.execute(ctx.db),
    refusals as never,
  )
  const given = await sql<{ ArchivedCustomerId: number | null }>`
    update transaction_summary set membership_no = m.membership_no, customer_id = m.customer_id, assigned_at = ${ctx.now}
    from membership m join customer c using (customer_id)
    where m.membership_no = ${held.rows[0]!.MembershipNo} and transaction_id = ${sale.TransactionId} and transaction_summary.membership_no is null
    returning case when c.status = 'Archived' then c.customer_id end as archived_customer_id`.execute(ctx.db)
  const { ArchivedCustomerId } = given.rows[0]!
  if (ArchivedCustomerId !== null) await reactivateByPurchase(ctx, ArchivedCustomerId)
}
