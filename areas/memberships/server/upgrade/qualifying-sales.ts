import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

export type QualifyingSale = {
  InvoiceNo: string
  PerformedAt: string
  OutletCode: string
  NetAmount: string
  BasisAmount: string
  CardLevelId: number | null
  CardCategoryCode: string | null
  CardCategoryName: string | null
  CancelledYN: 'Y' | 'N'
  UsedYN: 'Y' | 'N'
}

/**
 * The sales of a membership with what is left of each after cancellations, and the highest level that this amount
 * reaches today in the membership's card group.
 */
export const qualifyingSales = (ctx: Ctx, MembershipNo: string, condition: RawBuilder<unknown> = sql`true`) => sql`
  select sale.invoice_no, sale.performed_at, sale.outlet_code, sale.net_amount, left_over.basis_amount,
    level.card_level_id, level.code as card_category_code, level.name as card_category_name,
    case when left_over.cancelled and left_over.basis_amount <= 0 then 'Y' else 'N' end as cancelled_yn,
    case when exists (
      select from membership_level_history history
      where history.basis_invoice_no = sale.invoice_no and history.status in ('Pending', 'Approved')) then 'Y' else 'N' end as used_yn
  from transaction_summary sale
  join membership on membership.membership_no = sale.membership_no
  cross join lateral (
    -- By line: a cancellation from a file may take back lines of several sales.
    select sale.net_amount - coalesce(sum(cancelled.net_amount), 0) as basis_amount, count(*) > 0 as cancelled
    from transaction_detail cancelled where cancelled.original_transaction_id = sale.transaction_id
  ) left_over
  left join lateral (
    select card_level.card_level_id, card_category.code, card_category.name
    from card_level join card_category on card_category.card_category_id = card_level.card_category_id
    where card_category.card_group_id = membership.card_group_id and card_category.status = 'Active' and card_level.status = 'Active'
      and card_level.effective_from <= ${ctx.today}::date and (card_level.effective_to is null or card_level.effective_to >= ${ctx.today}::date)
      and card_level.first_sales_amount <= left_over.basis_amount
    order by card_level.first_sales_amount desc, card_category.level_sequence desc limit 1
  ) level on true
  where sale.membership_no = ${MembershipNo} and sale.transaction_type = 'N' and ${condition}`

/** The sale of one invoice, whoever's it is, as far as an upgrade looks at it. */
export async function saleOf(ctx: Ctx, InvoiceNo: string) {
  return (
    ctx.db
      .selectFrom('TransactionSummary')
      .select(['TransactionType', 'MembershipNo'])
      .where('InvoiceNo', '=', InvoiceNo)
      // An invoice number may stand on a sale and on its cancellation; the sale is meant.
      .orderBy('TransactionType', 'desc')
      .executeTakeFirst()
  )
}
