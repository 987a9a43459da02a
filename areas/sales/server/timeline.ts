import { sql } from 'kysely'
import { staffNameSql, type TimelineSource } from '#areas/customers/server/index.ts'

export const saleTimelineSource: TimelineSource = {
  kinds: ['Sale', 'Return'],
  // A return is listed below its sale and moves the sale to the date of the return.
  select: (id, whole) => sql`
    select coalesce(returned.at, sale.performed_at), case sale.transaction_type when 'N' then 'Sale' else 'Return' end, sale.transaction_id::text,
      ${staffNameSql('sale.created_by_id')}, sale.outlet_code, sale.invoice_no,
      case sale.transaction_type when 'N' then pieces.named else sale.original_invoice_no end, sale.membership_no,
      net_moved(sale.transaction_type, sale.net_amount), case sale.transaction_type when 'N' then points.awarded else points.total end, null, null,
      case when returned.at is not null then sale.performed_at end, returned.list
    from transaction_summary sale
    cross join lateral points_of_sale(sale.transaction_id) points
    left join lateral (
      select string_agg(coalesce(line.description, goods.product_name, line.product_group, line.brand), ', ' order by line.sequence_no) as named
      from transaction_detail line left join product_group goods on goods.product_code = line.product_group where line.transaction_id = sale.transaction_id and line.sequence_no <= 3) pieces on true
    left join lateral (
      select max(back.performed_at) as at,
        jsonb_agg(jsonb_build_object('At', back.performed_at, 'InvoiceNo', back.invoice_no, 'Amount', net_moved('C', back.net_amount)::text,
          'Points', -back.reversed_points) order by back.performed_at) as list
      from transaction_summary back
      where ${whole} and sale.transaction_type = 'N' and back.original_transaction_id = sale.transaction_id) returned on true
    where sale.customer_id = ${id}
      and not (${whole} and sale.transaction_type = 'C' and exists (
        select from transaction_summary original
        where original.transaction_id = sale.original_transaction_id and original.customer_id = ${id}))`,
}
