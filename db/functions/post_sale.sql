-- ENTERING SALES. The till waits, so a sale with its lines, points, ledger row and balance is one call.
-- A refusal is raised as SQLSTATE CA001: the message is its name in areas/sales/contract.ts, the detail its parameters.
-- Locks are taken in one order: the sale, then the member's balance.

create or replace function refuse_sale(reason text, params jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'CA001', detail = params::text;
end $$;

-- Gives a sale's member the points that its lines earn by the rules of the day of sale, less what was given before.
create or replace function earn_sale(id bigint, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  total bigint;
  lot jsonb;
  -- By which it earns whatever runs today: the one that it names, or by which its lines earned before.
  structure bigint;
begin
  select * into sale from transaction_summary where transaction_id = id;
  structure := coalesce(sale.structure_id, (
    select period.structure_id from transaction_detail line join point_structure_detail period using (structure_detail_id)
    where line.transaction_id = id limit 1));
  if sale.membership_no is null then return jsonb_build_object('EarnedPoints', 0, 'ExpiryDate', null); end if;
  -- Before the member's balance is locked.
  perform judge_friend(sale.customer_id, source);

  with whole as (
    select sum(net_amount) as net_amount, sale.trade_in + sale.voucher_amount as paid_otherwise from transaction_detail where transaction_id = id
  ),
  based as (
    select detail.*, case when detail.eligible_yn = 'N' then 0
      else earning_base(detail.net_amount, whole.net_amount, whole.paid_otherwise) end as base
    from transaction_detail detail, whole where detail.transaction_id = id
  ),
  earning as materialized (
    select part.* from points_earning((
      select array_agg(row(id, sequence_no, sale.membership_no, sale.business_date, brand, product_type, product_group, base, sale.performed_at, structure)::earning_line)
      from based)) part
  ),
  noted as (
    update transaction_detail detail set points_earned = earning.points, points_exact = earning.exact, rate_detail_id = earning.rate_detail_id,
      structure_detail_id = earning.structure_detail_id, card_level_id = earning.card_level_id
    from earning where detail.transaction_id = id and detail.sequence_no = earning.line
      -- Where the rules give less by now, the sale and its lines keep what was given.
      and earning.document_points >= sale.earned_points
  )
  select coalesce(max(document_points), 0), jsonb_build_object('AvailableFrom', max(available_from), 'ExpiryDate', max(expiry_date),
    'Rules', jsonb_build_object('StructureDetailId', max(structure_detail_id), 'CardLevelId', max(card_level_id),
      'LevelMultiplier', max(level_multiplier)::text))
  into total, lot from earning;

  if total > sale.earned_points then
    perform credit_points(sale.membership_no, 'Earn', total - sale.earned_points, source || lot || jsonb_build_object(
      'BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at, 'InvoiceNo', sale.invoice_no, 'TransactionId', id,
      'ObjectType', 'Transaction', 'ObjectValue', id::text, 'OutletCode', sale.outlet_code,
      -- A line that came later earns a lot of its own, and so does the member after one from whom the sale was taken.
      'SourceKey', 'earn:' || id || case when sale.unassigned_times > 0 then '#' || sale.unassigned_times else '' end
        || case when sale.earned_points > 0 then ':' || total else '' end));
    update transaction_summary set earned_points = total where transaction_id = id;
  end if;
  perform level_after_sale(sale.membership_no, coalesce((source->>'Today')::date, sale.business_date), coalesce((source->>'Now')::timestamptz, now()));
  return jsonb_build_object('EarnedPoints', total, 'ExpiryDate', case when total > 0 then lot->>'ExpiryDate' end);
end $$;

-- The member a sale belongs to: a merged number leads to the survivor.
create or replace function sale_member(number text) returns membership language plpgsql stable as $$
declare
  member membership;
begin
  select * into member from membership where membership_no = surviving_membership(number);
  if member.membership_no is null or member.status = 'Deleted' then perform refuse_sale('memberNotFound'); end if;
  return member;
end $$;

-- The same, locked against a merge, which therefore either finds the sale and takes it along, or is over when this answers.
create or replace function lock_sale_member(number text) returns membership language plpgsql as $$
declare
  member membership;
  brings_back boolean;
begin
  loop
    member := sale_member(number);
    brings_back := member.status = 'Archived';
    -- The customer before the membership, as everybody locks them. Two sales must not both wait to bring one member back.
    if brings_back then perform from customer where customer_id = member.customer_id for update;
    else perform from customer where customer_id = member.customer_id for key share; end if;
    -- Not a lock of the row: the change of level that may follow a sale must not wait for the sales beside it.
    perform pg_advisory_xact_lock_shared(hashtextextended('member ' || member.membership_no, 0));
    select * into member from membership where membership_no = member.membership_no;
    exit when (member.status <> 'Merged' or member.merged_into_membership_no is null) and (member.status <> 'Archived' or brings_back);
  end loop;
  return member;
end $$;

-- What a line counts: after discount, without tax, rounded once.
create or replace function sale_line_net(line jsonb) returns numeric language sql immutable as $$
  select coalesce((line->>'NetAmount')::numeric, round((line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric, 2) - (line->>'Discount')::numeric)
$$;

create or replace function add_sale_lines(id bigint, lines jsonb) returns void language sql as $$
  insert into transaction_detail (transaction_id, sequence_no, item_code, description, brand, product_type, product_group, stock_group,
    quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn)
  select id, (line->>'SequenceNo')::int, line->>'ItemCode', line->>'Description', line->>'Brand',
    coalesce(line->>'ProductType', product_group.product_type), line->>'ProductGroup', line->>'StockGroup',
    (line->>'Quantity')::numeric, (line->>'Weight')::numeric, (line->>'UnitPrice')::numeric, (line->>'Discount')::numeric, (line->>'Tax')::numeric,
    sale_line_net(line), line->>'SerialNo', line->>'CertificateNo',
    case when product_group.earn_points_yn = 'N' then 'N' else coalesce(line->>'EligibleYN', 'Y') end
  from jsonb_array_elements(lines) line
  left join product_group on product_group.product_code = line->>'ProductGroup'
$$;

-- Brings the amounts of a sale to what its lines say; nothing else can change them. A cancellation is the sum of its lines,
-- a sale grows with them once they exceed what it was entered with. Called with the owner's rights: whoever calls it can
-- only make a head right.
create or replace function sum_up_lines(id bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update transaction_summary head set
    net_amount = case head.transaction_type when 'C' then whole.net else greatest(head.net_amount, whole.net) end,
    tax = case head.transaction_type when 'C' then whole.tax else greatest(head.tax, whole.tax) end,
    total_amount = case head.transaction_type when 'C' then whole.net + whole.tax else greatest(head.net_amount, whole.net) + greatest(head.tax, whole.tax) end,
    discount = case head.transaction_type when 'C' then whole.discount else head.discount end
  from (
    select sum(net_amount) as net, sum(tax) as tax, sum(discount) as discount from transaction_detail where transaction_id = id
  ) whole
  where head.transaction_id = id and whole.net is not null
$$;

-- Writes a sale as areas/sales sends it and answers its TransactionId and what it earned.
create or replace function post_sale(sale jsonb) returns jsonb language plpgsql as $$
declare
  id bigint;
  member membership;
  sold_at timestamptz := instant_of(sale->>'PerformedAt');
  lines jsonb := sale->'Lines';
  net numeric(14,2);
  taxes numeric(14,2);
  discounts numeric(14,2);
  below_zero integer;
  total numeric(14,2) := (sale->>'TotalAmount')::numeric;
  earned jsonb;
begin
  select sum(sale_line_net(line)), sum((line->>'Tax')::numeric), sum((line->>'Discount')::numeric),
    min((line->>'SequenceNo')::int) filter (where sale_line_net(line) < 0)
  into net, taxes, discounts, below_zero from jsonb_array_elements(lines) line;
  if below_zero is not null then perform refuse_sale('discountAboveLine', jsonb_build_object('Line', below_zero)); end if;
  taxes := coalesce(taxes, (sale->>'Tax')::numeric, 0);
  net := coalesce(net, total - taxes, 0);
  if total <> net + taxes then perform refuse_sale('totalMismatch', jsonb_build_object('Lines', net + taxes, 'Total', total)); end if;
  if (sale->>'TradeIn')::numeric + (sale->>'VoucherAmount')::numeric > net + taxes then perform refuse_sale('paidAboveTotal'); end if;
  -- Two years back at most, and no sale of tomorrow; five minutes are left for a till whose clock runs ahead.
  if sale->>'Now' is not null and not sold_at between (sale->>'Now')::timestamptz - interval '2 years' and (sale->>'Now')::timestamptz + interval '5 minutes' then
    perform refuse_sale('dateOutOfRange');
  end if;
  if sale->>'MembershipNo' is not null then member := lock_sale_member(sale->>'MembershipNo'); end if;
  if not exists (select from building where code = sale->>'OutletCode' and status = 'Active') then
    perform refuse_sale('outletNotFound', jsonb_build_object('OutletCode', sale->>'OutletCode'));
  end if;

  insert into transaction_summary (sales_order, transaction_type, invoice_no, membership_no, customer_id, outlet_code, sales_person_code,
    department_code, total_amount, discount, tax, trade_in, voucher_amount, net_amount, performed_at, business_date, source, remarks, created_by_id)
  values (sale->>'SalesOrder', 'N', sale->>'InvoiceNo', member.membership_no, member.customer_id, sale->>'OutletCode', sale->>'SalesPersonCode',
    sale->>'DepartmentCode', net + taxes, coalesce(discounts, (sale->>'Discount')::numeric, 0), taxes, (sale->>'TradeIn')::numeric,
    (sale->>'VoucherAmount')::numeric, net, sold_at, business_date_of(sold_at), sale->>'Source', sale->>'Remarks', (sale->>'CreatedById')::bigint)
  on conflict on constraint transaction_summary_invoice do nothing
  returning transaction_id into id;
  if id is null then perform refuse_sale('invoiceExists', jsonb_build_object('InvoiceNo', sale->>'InvoiceNo')); end if;

  perform add_sale_lines(id, lines);
  earned := earn_sale(id, jsonb_build_object(
    'Today', sale->'Today', 'Now', sale->'Now', 'StaffId', sale->'StaffId', 'RequestId', sale->'RequestId', 'CreatedById', sale->'CreatedById'));
  -- Looked at after the sale was written: whoever archives a customer either sees the sale, or is seen here.
  return earned || jsonb_build_object('TransactionId', id,
    'ArchivedCustomerId', (select customer_id from customer where customer_id = member.customer_id and status = 'Archived'));
end $$;

-- Adds a line to a sale that came without all its lines (the specification sends them one by one).
create or replace function post_sale_line(invoice text, line jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  number integer;
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for update;
  if sale.transaction_id is null or (source->>'OutletCode' is not null and sale.outlet_code <> source->>'OutletCode') then perform refuse_sale('notFound'); end if;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    perform refuse_sale('alreadyCancelled', jsonb_build_object('InvoiceNo', invoice));
  end if;
  select coalesce((line->>'SequenceNo')::int, max(sequence_no) + 1, 1) into number from transaction_detail where transaction_id = sale.transaction_id;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number) then
    perform refuse_sale('sameLineTwice', jsonb_build_object('Line', number));
  end if;
  perform add_sale_lines(sale.transaction_id, jsonb_build_array(line || jsonb_build_object('SequenceNo', number)));
  perform sum_up_lines(sale.transaction_id);
  return earn_sale(sale.transaction_id, source) || jsonb_build_object('TransactionId', sale.transaction_id, 'SequenceNo', number);
end $$;
