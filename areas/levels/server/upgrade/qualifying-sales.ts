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
 * Selects the sales of a membership with the qualifying amount of each, as defined in areas/levels/sql/levels.sql.
 * Each sale has the highest level of the membership's card group that its amount reaches today.
 */
export const findQualifyingSales = (ctx: Ctx, MembershipNo: string, condition: RawBuilder<unknown> = sql`true`) => sql`
  select sale.invoice_no, sale.performed_at, sale.outlet_code, sale.net_amount, sale.qualifying_amount as basis_amount,
    level.card_level_id, level.code as card_category_code, level.name as card_category_name,
    case when sale.returned > 0 and sale.qualifying_amount <= 0 then 'Y' else 'N' end as cancelled_yn,
    case when exists (
      select from membership_level_history history
      where history.basis_invoice_no = sale.invoice_no and history.status in ('Pending', 'Approved')) then 'Y' else 'N' end as used_yn
  from membership
  cross join lateral qualifying_sales(membership.membership_no, null, null) sale
  left join lateral (
    select tier.card_level_id, tier.code, tier.name from levels_of(membership.card_group_id, ${ctx.today}::date) tier
    where tier.first_sales_amount <= sale.qualifying_amount
    order by tier.first_sales_amount desc, tier.level_sequence desc limit 1
  ) level on true
  where membership.membership_no = ${MembershipNo} and ${condition}`

/** Returns the data of any member's sale that an upgrade needs. */
export async function findUpgradeSale(ctx: Ctx, InvoiceNo: string) {
  return (
    ctx.db
      .selectFrom('TransactionSummary')
      .select(['TransactionType', 'MembershipNo'])
      .where('InvoiceNo', '=', InvoiceNo)
      // A cancellation can have the same invoice number, but the query needs the sale only.
      .orderBy('TransactionType', 'desc')
      .executeTakeFirst()
  )
}
