-- Reporting views of sales and returns. A column of an amount is only in a view with the suffix _amounts.

create or replace view reporting_v1.sale with (security_barrier) as
select t.transaction_id as sale_id,
  case t.transaction_type when 'C' then 'Return' else 'Sale' end as sale_type,
  t.invoice_no, t.original_transaction_id as original_sale_id, t.business_date, t.performed_at, t.outlet_code, t.sales_person_code,
  t.membership_no, t.customer_id, t.source, t.approval_status,
  t.approval_status is null or t.approval_status = 'Approved' as is_counted,
  case when t.transaction_type = 'N' then t.earned_points + coalesce(bonus.points, 0) else 0 end as points_earned,
  case when t.transaction_type = 'C' then t.reversed_points else 0 end as points_reversed
from transaction_summary t
  left join (select transaction_id, sum(given)::bigint as points from sale_bonus group by 1) bonus using (transaction_id);
comment on view reporting_v1.sale is 'Sales and returns: one row per document.';
comment on column reporting_v1.sale.sale_id is 'Number of the document, to which other views refer.';
comment on column reporting_v1.sale.sale_type is 'Sale or Return.';
comment on column reporting_v1.sale.invoice_no is 'Number of the invoice or credit note.';
comment on column reporting_v1.sale.original_sale_id is 'Sale that a return cancels; null if the return cancels lines of several sales.';
comment on column reporting_v1.sale.business_date is 'Business date of the document.';
comment on column reporting_v1.sale.performed_at is 'Instant of the sale or return.';
comment on column reporting_v1.sale.outlet_code is 'Outlet of the document.';
comment on column reporting_v1.sale.sales_person_code is 'Code of the salesperson.';
comment on column reporting_v1.sale.membership_no is 'Membership that the sale belongs to; null for a sale to an unknown customer.';
comment on column reporting_v1.sale.customer_id is 'Customer of the membership.';
comment on column reporting_v1.sale.source is 'POS, Manual or Import.';
comment on column reporting_v1.sale.approval_status is 'Pending, Approved, Rejected or Withdrawn for a sale that needs approval, otherwise null.';
comment on column reporting_v1.sale.is_counted is 'True if reports count the document: it needs no approval or is approved.';
comment on column reporting_v1.sale.points_earned is 'Points that the sale earned, with bonuses of campaigns; 0 for a return.';
comment on column reporting_v1.sale.points_reversed is 'Points that the return took back; 0 for a sale.';

create or replace view reporting_v1.sale_amounts with (security_barrier) as
select t.transaction_id as sale_id, t.business_date,
  (case when t.transaction_type = 'N' then t.net_amount + t.discount else 0 end)::numeric(16,2) as gross_amount,
  (case when t.transaction_type = 'N' then t.discount else 0 end)::numeric(16,2) as discount_amount,
  (case when t.transaction_type = 'C' then t.net_amount else 0 end)::numeric(16,2) as returned_amount,
  (case when t.transaction_type = 'C' then -t.net_amount else t.net_amount end)::numeric(16,2) as net_amount,
  (case when t.transaction_type = 'C' then -t.tax else t.tax end)::numeric(16,2) as tax_amount,
  (case when t.transaction_type = 'C' then -t.total_amount else t.total_amount end)::numeric(16,2) as total_amount
from transaction_summary t;
comment on view reporting_v1.sale_amounts is 'Amounts of sales and returns: one row per row of sale. Net is gross less discount and returns.';
comment on column reporting_v1.sale_amounts.sale_id is 'Number of the document.';
comment on column reporting_v1.sale_amounts.business_date is 'Business date of the document.';
comment on column reporting_v1.sale_amounts.gross_amount is 'Amount of a sale before discount and tax, in the currency of the company; 0 for a return.';
comment on column reporting_v1.sale_amounts.discount_amount is 'Discount of a sale, in the currency of the company; 0 for a return.';
comment on column reporting_v1.sale_amounts.returned_amount is 'Net amount of a return, positive, in the currency of the company; 0 for a sale.';
comment on column reporting_v1.sale_amounts.net_amount is 'Amount after discount and without tax, in the currency of the company; negative for a return.';
comment on column reporting_v1.sale_amounts.tax_amount is 'Tax, in the currency of the company; negative for a return.';
comment on column reporting_v1.sale_amounts.total_amount is 'Amount of the document with tax, in the currency of the company; negative for a return.';

create or replace view reporting_v1.sale_line with (security_barrier) as
select sold.transaction_id as sale_id, sold.sequence_no as line_no, sold.business_date, sold.outlet_code, sold.membership_no,
  sold.came_back as is_return, sold.counts as is_counted, sold.brand, sold.product_type, sold.product_group, line.stock_group, line.item_code,
  (case when sold.came_back then -sold.quantity else sold.quantity end)::numeric(14,3) as quantity,
  line.cancelled_quantity::numeric(14,3) as returned_quantity
from sold_line sold join transaction_detail line using (transaction_id, sequence_no);
comment on view reporting_v1.sale_line is 'Lines of sales and returns: one row per line.';
comment on column reporting_v1.sale_line.sale_id is 'Number of the document.';
comment on column reporting_v1.sale_line.line_no is 'Number of the line in the document.';
comment on column reporting_v1.sale_line.business_date is 'Business date of the document.';
comment on column reporting_v1.sale_line.outlet_code is 'Outlet of the document.';
comment on column reporting_v1.sale_line.membership_no is 'Membership that the sale belongs to.';
comment on column reporting_v1.sale_line.is_return is 'True for a line of a return.';
comment on column reporting_v1.sale_line.is_counted is 'True if reports count the document.';
comment on column reporting_v1.sale_line.brand is 'Brand of the goods.';
comment on column reporting_v1.sale_line.product_type is 'Product type of the goods.';
comment on column reporting_v1.sale_line.product_group is 'Product group of the goods.';
comment on column reporting_v1.sale_line.stock_group is 'Stock group of the goods.';
comment on column reporting_v1.sale_line.item_code is 'Code of the item.';
comment on column reporting_v1.sale_line.quantity is 'Number of pieces; negative for a return.';
comment on column reporting_v1.sale_line.returned_quantity is 'Pieces of a sold line that were returned later.';

create or replace view reporting_v1.sale_line_amounts with (security_barrier) as
select sold.transaction_id as sale_id, sold.sequence_no as line_no, sold.business_date,
  (case when sold.came_back then 0 else sold.net_amount + sold.discount end)::numeric(16,2) as gross_amount,
  (case when sold.came_back then 0 else sold.discount end)::numeric(16,2) as discount_amount,
  (case when sold.came_back then sold.net_amount else 0 end)::numeric(16,2) as returned_amount,
  (case when sold.came_back then -sold.net_amount else sold.net_amount end)::numeric(16,2) as net_amount,
  (case when sold.came_back then -line.tax else line.tax end)::numeric(16,2) as tax_amount,
  line.weight::numeric(12,3) as weight, line.points_earned, line.points_reversed
from sold_line sold join transaction_detail line using (transaction_id, sequence_no);
comment on view reporting_v1.sale_line_amounts is 'Amounts of lines, with weight and points, from which an amount could be computed: one row per row of sale_line.';
comment on column reporting_v1.sale_line_amounts.sale_id is 'Number of the document.';
comment on column reporting_v1.sale_line_amounts.line_no is 'Number of the line in the document.';
comment on column reporting_v1.sale_line_amounts.business_date is 'Business date of the document.';
comment on column reporting_v1.sale_line_amounts.gross_amount is 'Amount of a sold line before discount and tax, in the currency of the company; 0 for a return.';
comment on column reporting_v1.sale_line_amounts.discount_amount is 'Discount of a sold line, in the currency of the company; 0 for a return.';
comment on column reporting_v1.sale_line_amounts.returned_amount is 'Net amount of a returned line, positive, in the currency of the company; 0 for a sale.';
comment on column reporting_v1.sale_line_amounts.net_amount is 'Amount after discount and without tax, in the currency of the company; negative for a return.';
comment on column reporting_v1.sale_line_amounts.tax_amount is 'Tax of the line, in the currency of the company; negative for a return.';
comment on column reporting_v1.sale_line_amounts.weight is 'Weight of the goods as the till sent it.';
comment on column reporting_v1.sale_line_amounts.points_earned is 'Points that the line earned, without bonuses of campaigns.';
comment on column reporting_v1.sale_line_amounts.points_reversed is 'Points of a sold line that were taken back by returns.';
