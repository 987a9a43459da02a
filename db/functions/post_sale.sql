-- POSTING A SALE. The till waits: the sale, its lines, its points, the ledger row and the balance are one call.
-- What is refused is raised as SQLSTATE CA001 with the refusal's name as message; areas/sales turns it into its words.

-- The part of each line that earns: net of discount and tax, less its share of what was paid by voucher and trade-in.
create or replace function sale_lines_base(lines jsonb, paid_otherwise numeric, default_outlet text)
returns table (line integer, brand text, product_type text, product_group text, eligible_yn text, net_amount numeric, base numeric)
language sql stable as $$
  with item as (
    select (entry->>'SequenceNo')::int as line, entry->>'Brand' as brand,
      coalesce(entry->>'ProductType', product_group.product_type) as product_type, entry->>'ProductGroup' as product_group,
      case when coalesce(product_group.earn_points_yn, 'Y') = 'N' then 'N' else coalesce(entry->>'EligibleYN', 'Y') end as eligible_yn,
      (entry->>'NetAmount')::numeric as net_amount
    from jsonb_array_elements(lines) entry
    left join product_group on product_group.product_code = upper(entry->>'ProductGroup')
  ),
  whole as (select sum(item.net_amount) as net_amount from item)
  select item.line, item.brand, item.product_type, item.product_group, item.eligible_yn, item.net_amount,
    case when item.eligible_yn = 'N' then 0
      when paid_otherwise = 0 or whole.net_amount <= 0 then item.net_amount
      -- Voucher and trade-in pay for every line in proportion, whether it earns or not.
      else item.net_amount - paid_otherwise * item.net_amount / whole.net_amount end
  from item, whole
$$;

-- Writes a normal sale (`sale` and its `Lines` as areas/sales sends them) and answers what it earned.
create or replace function post_sale(sale jsonb) returns jsonb language plpgsql as $$
declare
  id bigint;
  member membership;
  sold_on date := (sale->>'BusinessDate')::date;
  sold_at timestamptz := (sale->>'PerformedAt')::timestamptz;
  earned bigint := 0;
  earned_lines jsonb := '[]';
  lot jsonb;
begin
  if sale->>'MembershipNo' is not null then
    select * into member from membership where membership_no = sale->>'MembershipNo';
    if not found or member.status = 'Deleted' then raise exception 'member_not_found' using errcode = 'CA001'; end if;
    if member.status = 'Merged' then select * into member from membership where membership_no = member.merged_into_membership_no; end if;
  end if;

  insert into transaction_summary (sales_order, transaction_type, invoice_no, membership_no, customer_id, outlet_code, sales_person_code,
    department_code, total_amount, discount, tax, trade_in, voucher_amount, net_amount, performed_at, business_date, source, remarks, created_by_id)
  values (sale->>'SalesOrder', 'N', sale->>'InvoiceNo', member.membership_no, member.customer_id, sale->>'OutletCode', sale->>'SalesPersonCode',
    sale->>'DepartmentCode', (sale->>'TotalAmount')::numeric, (sale->>'Discount')::numeric, (sale->>'Tax')::numeric, (sale->>'TradeIn')::numeric,
    (sale->>'VoucherAmount')::numeric, (sale->>'NetAmount')::numeric, sold_at, sold_on, sale->>'Source', sale->>'Remarks', (sale->>'CreatedById')::bigint)
  on conflict on constraint transaction_summary_invoice do nothing
  returning transaction_id into id;
  if id is null then raise exception 'invoice_exists' using errcode = 'CA001'; end if;

  with based as (
    select * from sale_lines_base(sale->'Lines', (sale->>'TradeIn')::numeric + (sale->>'VoucherAmount')::numeric, sale->>'OutletCode')
  ),
  earning as (
    select part.* from points_earning((
      select array_agg(row(id, based.line, member.membership_no, sold_on, based.brand, based.product_type, based.product_group, based.base)::earning_line)
      from based where member.membership_no is not null)) part
  ),
  written as (
    insert into transaction_detail (transaction_id, sequence_no, item_code, description, brand, product_type, product_group, stock_group,
      quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn, points_earned,
      rate_detail_id, structure_detail_id, card_level_id)
    select id, based.line, entry->>'ItemCode', entry->>'Description', based.brand, based.product_type, based.product_group, entry->>'StockGroup',
      (entry->>'Quantity')::numeric, (entry->>'Weight')::numeric, (entry->>'UnitPrice')::numeric, (entry->>'Discount')::numeric,
      (entry->>'Tax')::numeric, based.net_amount, entry->>'SerialNo', entry->>'CertificateNo', based.eligible_yn, coalesce(earning.points, 0),
      earning.rate_detail_id, earning.structure_detail_id, earning.card_level_id
    from jsonb_array_elements(sale->'Lines') entry
    join based on based.line = (entry->>'SequenceNo')::int
    left join earning on earning.line = based.line
    returning sequence_no, points_earned
  )
  select coalesce(max(earning.document_points), 0),
    jsonb_build_object('AvailableFrom', max(earning.available_from), 'ExpiryDate', max(earning.expiry_date),
      'Rules', jsonb_build_object('RateDetailIds', jsonb_agg(distinct earning.rate_detail_id), 'StructureDetailId', max(earning.structure_detail_id), 'CardLevelId', max(earning.card_level_id))),
    (select jsonb_agg(jsonb_build_object('SequenceNo', written.sequence_no, 'PointsEarned', written.points_earned) order by written.sequence_no) from written)
  into earned, lot, earned_lines
  from earning;

  if earned > 0 then
    perform credit_points(member.membership_no, 'Earn', earned, jsonb_build_object(
      'BusinessDate', sold_on, 'EarnedAt', sold_at, 'AvailableFrom', lot->>'AvailableFrom', 'ExpiryDate', lot->>'ExpiryDate',
      'InvoiceNo', sale->>'InvoiceNo', 'TransactionId', id, 'ObjectType', 'Transaction', 'ObjectValue', id::text,
      'OutletCode', sale->>'OutletCode', 'StaffId', sale->>'StaffId', 'SourceKey', 'earn:' || id, 'Rules', lot->'Rules',
      'RequestId', sale->>'RequestId', 'CreatedById', sale->>'CreatedById'));
    update transaction_summary set earned_points = earned where transaction_id = id;
  end if;
  return jsonb_build_object('TransactionId', id, 'MembershipNo', member.membership_no, 'CustomerId', member.customer_id,
    'EarnedPoints', earned, 'ExpiryDate', lot->>'ExpiryDate', 'Lines', earned_lines);
end $$;
