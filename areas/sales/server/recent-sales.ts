import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { recentSales as endpoint, RecentSale } from '../contract/recent-sales.ts'

const SALES_MAX = 5

/** Returns the member's last sales, each less what was returned. */
export async function recentSales({ db }: Ctx, { MembershipNo }: Input<typeof endpoint>) {
  const { rows } = await sql<RecentSale>`
    select sale.invoice_no, sale.business_date, sale.outlet_code, outlet.name as outlet_name, lines.pieces, lines.returned_lines, returns.returned_on,
      sale_left(sale.transaction_id) as net_amount, points.total as points, points.parts as sale_points
    from (
      select * from transaction_summary where membership_no = ${normaliseMembershipNo(MembershipNo)} and transaction_type = 'N'
      order by performed_at desc, transaction_id desc limit ${SALES_MAX}
    ) sale
    left join building outlet on outlet.code = sale.outlet_code
    cross join lateral points_of_sale(sale.transaction_id) points
    cross join lateral (
      select coalesce(array_agg(coalesce(description, product_name, product_group, brand) order by sequence_no), '{}') as pieces,
        count(*) filter (where cancelled_quantity <> 0)::int as returned_lines
      from transaction_detail left join product_group on product_code = product_group where transaction_detail.transaction_id = sale.transaction_id
    ) lines
    cross join lateral (
      select max(returned.business_date) as returned_on from transaction_detail line join transaction_summary returned using (transaction_id)
      where line.original_transaction_id = sale.transaction_id
    ) returns
    order by sale.performed_at desc, sale.transaction_id desc`.execute(db)
  return { Sales: rows }
}
