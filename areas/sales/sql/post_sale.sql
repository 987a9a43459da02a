-- POSTING SALES: one call posts a sale with lines, points, ledger entry and balance, because the till waits for it.
-- Errors are raised as SQLSTATE CA001 with a name from areas/sales/contract.ts; DETAIL has their parameters.
-- The order of locks is in docs/architecture.md.

drop function if exists base_of_line(transaction_summary, transaction_detail, numeric), begin_to_count(bigint, jsonb), earning_lines_of(bigint, text), earning_lines_of(bigint, text, transaction_detail),
  sale_line_rows(bigint, jsonb), add_sale_lines(bigint, jsonb), begin_to_count(transaction_summary, jsonb), credit_sale(transaction_summary, bigint, bigint, jsonb, jsonb),
  earn_sale(bigint, jsonb), post_sale(jsonb), post_sale_line(text, jsonb, jsonb);

select define_type('earned_sale', 'earned_points bigint, bonus_points bigint, expiry_date date');
-- The field `waits_for` is the member's number if a second person has to approve the sale; otherwise null.
select define_type('posted_sale', 'transaction_id bigint, expiry_date date, archived_customer_id bigint, waits_for text, total numeric');

create or replace function refuse_sale(reason text, params jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'CA001', detail = params::text;
end $$;

-- Returns the fields with which a ledger entry refers to its sale or cancellation.
create or replace function sale_source(sale transaction_summary) returns jsonb language sql stable as $$
  select jsonb_build_object('InvoiceNo', sale.invoice_no, 'TransactionId', sale.transaction_id, 'ObjectType', 'Transaction',
    'ObjectValue', sale.transaction_id::text, 'OutletCode', sale.outlet_code)
$$;

-- Returns the amount of each line that earns points, in the order of `lines`; 0 for a line that does not earn.
create or replace function line_bases(sale transaction_summary, lines transaction_detail[]) returns numeric[] language plpgsql immutable as $$
declare
  detail transaction_detail;
  bases numeric[] := '{}';
  line_index integer := 0;
begin
  foreach detail in array coalesce(lines, '{}') loop
    bases := bases || detail.net_amount;
  end loop;
  bases := earning_bases(bases, sale.trade_in + sale.voucher_amount);
  foreach detail in array coalesce(lines, '{}') loop
    line_index := line_index + 1;
    if detail.eligible_yn = 'N' then bases[line_index] := 0; end if;
  end loop;
  return bases;
end $$;

-- Builds the lines for points_earning from a sale and its future member; sale and lines need not be stored.
create or replace function earning_lines(sale transaction_summary, lines transaction_detail[], member text) returns earning_line[] language plpgsql stable as $$
declare
  detail transaction_detail;
  bases numeric[] := line_bases(sale, lines);
  line_index integer := 0;
  -- Structure that the sale names or that its earlier lines used; it applies even after its last day.
  named bigint := sale.structure_id;
  earning earning_line[] := '{}';
begin
  foreach detail in array coalesce(lines, '{}') loop
    if named is null and detail.structure_detail_id is not null then
      select structure_id into named from point_structure_detail where structure_detail_id = detail.structure_detail_id;
    end if;
  end loop;
  foreach detail in array coalesce(lines, '{}') loop
    line_index := line_index + 1;
    earning := earning || line_of_sale(sale, detail, member, bases[line_index], named);
  end loop;
  return earning;
end $$;

select define_type('line_earning',
  'line integer, points bigint, exact numeric, rate_detail_id bigint, structure_detail_id bigint, card_level_id bigint');

-- Calculates the points of each line and of the document, and the dates and rule versions of the lot.
create or replace function sale_earning(sale transaction_summary, lines transaction_detail[], member text,
  out earned line_earning[], out points bigint, out lot jsonb) language plpgsql stable as $$
begin
  select array_agg(row(part.line, part.points, part.exact, part.rate_detail_id, part.structure_detail_id, part.card_level_id)::line_earning),
    coalesce(max(part.document_points), 0),
    earned_lot(max(part.available_from), max(part.expiry_date), max(part.structure_detail_id), max(part.card_level_id), max(part.level_multiplier))
  into earned, points, lot from points_earning(earning_lines(sale, lines, member)) part;
end $$;

-- Returns the stored lines of a sale; the line `changed` replaces the stored line with its number.
create or replace function lines_of_sale(id bigint, changed transaction_detail default null) returns transaction_detail[] language sql stable as $$
  select array_agg(case when stored.sequence_no = changed.sequence_no then changed else stored end order by stored.sequence_no) from transaction_detail stored where transaction_id = id
$$;

-- Rejects more than 1,000,000,000 points of one lot; the points are not reduced instead.
create or replace function refuse_too_many_points(points bigint) returns void language plpgsql as $$
begin
  if points > 1000000000 then perform refuse_sale('tooManyPoints', jsonb_build_object('Most', 1000000000)); end if;
end $$;

-- Credits points to the sale's member beyond those already `given`, adds bonuses, and publishes sale_earned.
-- The lines of the sale must be stored before credit_sale is called.
create or replace function credit_sale(sale transaction_summary, given bigint, points bigint, lot jsonb, source jsonb) returns earned_sale language plpgsql as $$
declare
  entries jsonb := '[]';
begin
  if points > given then
    perform refuse_too_many_points(points);
    entries := jsonb_build_array(ledger_entry(null, sale.membership_no, 'Earn', points - given, source || lot || sale_source(sale) || jsonb_build_object(
      'BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at,
      -- A line that is added later gets its own lot, and so does the next member after the sale was unassigned.
      'SourceKey', 'earn:' || sale.transaction_id || case when sale.unassigned_times > 0 then '#' || sale.unassigned_times else '' end
        || case when given > 0 then ':' || points else '' end)));
  end if;
  -- The balance is locked first, because bonus rules depend on the bonuses that the member has received so far.
  if lot->>'AvailableFrom' is not null then perform lock_balance(sale.membership_no); end if;
  entries := entries || coalesce(bonus_entries(sale, lot, source), '[]');
  if entries <> '[]' then perform credit_lots(sale.membership_no, entries); end if;
  perform sale_earned(sale, source);
  return row(points,
    (select coalesce(sum((entry->>'Points')::bigint), 0) from jsonb_array_elements(entries) entry where entry->>'TransactionType' = 'Bonus'),
    case when entries <> '[]' or points > 0 then lot->>'ExpiryDate' end)::earned_sale;
end $$;

-- Credits a stored sale by the rules of its business date, after an approval, an assignment or new lines.
create or replace function earn_sale(id bigint, source jsonb) returns earned_sale language plpgsql as $$
declare
  sale transaction_summary;
  earned line_earning[];
  points bigint;
  lot jsonb;
begin
  select * into sale from transaction_summary where transaction_id = id;
  if sale.membership_no is null then return row(0, 0, null)::earned_sale; end if;
  -- The event is published before the member's balance is locked.
  perform sale_received(sale, source);

  select * into earned, points, lot from sale_earning(sale, lines_of_sale(id), sale.membership_no);
  -- If the current rules give fewer points, the sale and its lines keep their points.
  if points >= sale.earned_points then
    update transaction_detail detail set points_earned = part.points, points_exact = part.exact, rate_detail_id = part.rate_detail_id,
      structure_detail_id = part.structure_detail_id, card_level_id = part.card_level_id
    from unnest(earned) part where detail.transaction_id = id and detail.sequence_no = part.line;
  end if;
  if points > sale.earned_points then update transaction_summary set earned_points = points where transaction_id = id; end if;
  return credit_sale(sale, sale.earned_points, points, lot, source);
end $$;

-- Returns the member of a sale; a merged number returns the survivor.
create or replace function sale_member(number text) returns membership language plpgsql stable as $$
declare
  member membership;
begin
  select * into member from membership where membership_no = surviving_membership(number);
  if member.membership_no is null or member.status = 'Deleted' then perform refuse_sale('memberNotFound'); end if;
  return member;
end $$;

create or replace function member_exists(number text) returns boolean language sql stable as $$
  select exists (select from membership where membership_no = surviving_membership(number) and status <> 'Deleted')
$$;

-- Returns the time of a till's document: a time five minutes to a day ahead is replaced by the time of entry.
create or replace function till_time(performed_at timestamptz, entered_at timestamptz) returns timestamptz language sql immutable as $$
  select case when performed_at > entered_at + interval '5 minutes' and performed_at <= entered_at + interval '1 day' then entered_at else performed_at end
$$;

-- Adds a till's document to Sales to check with the time or the membership number that the till sent.
create or replace function mark_for_check(id bigint, sent_at timestamptz, used_at timestamptz, unknown_number text default null) returns void language sql as $$
  insert into sale_head_check (transaction_id, reason, sent_performed_at, sent_membership_no)
  select id, 'Clock', sent_at, null where sent_at <> used_at
  union all select id, 'Member', null, unknown_number where unknown_number is not null
$$;

-- Returns the member of a sale and locks out merges: a merge includes this sale or has ended before.
create or replace function lock_sale_member(number text) returns membership language plpgsql as $$
declare
  member membership;
  reactivates boolean;
begin
  loop
    member := sale_member(number);
    reactivates := member.status = 'Archived';
    -- The customer is locked before the membership, in the same order as everywhere else.
    -- An archived customer is locked exclusively: two sales with shared locks would deadlock when reactivating it.
    if reactivates then perform from customer where customer_id = member.customer_id for update;
    else perform from customer where customer_id = member.customer_id for key share; end if;
    -- An advisory lock instead of a row lock, so that a level change after one sale does not wait for concurrent sales.
    perform pg_advisory_xact_lock_shared(hashtextextended('member ' || member.membership_no, 0));
    select * into member from membership where membership_no = member.membership_no;
    exit when (member.status <> 'Merged' or member.merged_into_membership_no is null) and (member.status <> 'Archived' or reactivates);
  end loop;
  return member;
end $$;

-- If the setting is on, the outlet of the first purchase becomes the customer's registered outlet.
create or replace function follow_first_purchase(first transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  if setting_text('customers.outletByFirstPurchase') <> 'Y' then return; end if;
  -- Of two concurrent sales, the second one waits for this lock and then finds the first.
  perform from customer where customer_id = first.customer_id for no key update;
  update customer set registered_outlet_code = first.outlet_code, version = version + 1,
    updated_by_id = (source->>'CreatedById')::bigint, updated_at = coalesce((source->>'Now')::timestamptz, now())
  where customer_id = first.customer_id and status = 'Active' and first.outlet_code <> 'HQ' and registered_outlet_code <> first.outlet_code
    and not exists (select from transaction_summary other_sale
      where other_sale.customer_id = first.customer_id and other_sale.transaction_type = 'N' and other_sale.transaction_id <> first.transaction_id);
end $$;

-- Begins to count a sale for its member; runs when the sale is entered, approved or assigned.
-- The function applies the effects that do not depend on points; the member is locked, the balance is not.
-- The function returns the customer's id if the customer is archived, else null.
create or replace function begin_to_count(sale transaction_summary, source jsonb) returns bigint language plpgsql as $$
begin
  if sale.customer_id is not null then perform follow_first_purchase(sale, source); end if;
  -- The status is read after writing the sale: a concurrent archiving then sees the sale, or this query its result.
  return (select customer_id from customer where customer_id = sale.customer_id and status = 'Archived');
end $$;

-- Returns the net amount of a line: after discount, without tax, rounded once.
create or replace function sale_line_net(line jsonb) returns numeric language sql immutable as $$
  select coalesce((line->>'NetAmount')::numeric, round((line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric, 2) - (line->>'Discount')::numeric)
$$;

-- Adds to each line its net amount and its Issues: unknown goods, or an amount that differs from the calculation.
-- A discount or tax that only the header states is spread over the lines.
create or replace function evaluated_lines(lines jsonb, head_discount numeric default null, head_tax numeric default null) returns jsonb language plpgsql stable as $$
declare
  shares numeric[];
  evaluated jsonb := '[]';
  line jsonb;
  line_index integer := 0;
  share numeric;
  discount numeric;
  expected numeric;
  stated numeric;
  net numeric;
  issues text[];
begin
  if head_discount > 0 and not exists (select from jsonb_array_elements(lines) entry where (entry->>'Discount')::numeric <> 0) then
    select spread_cents(head_discount, array_agg(round((entry->>'Quantity')::numeric * (entry->>'UnitPrice')::numeric, 2) order by line_no)) into shares
    from jsonb_array_elements(lines) with ordinality as numbered (entry, line_no);
  end if;
  for line in select value from jsonb_array_elements(lines) loop
    line_index := line_index + 1;
    share := coalesce(shares[line_index], 0);
    discount := coalesce((line->>'Discount')::numeric, 0) + share;
    expected := (line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric - discount;
    stated := line->>'NetAmount';
    net := case when stated is null then round(expected, 2)
      -- A stated amount can be before or after subtracting the line's share of the header discount.
      when share <> 0 and abs(stated - expected) > 0.01 and abs(stated - share - expected) <= 0.01 then stated - share
      else stated end;
    issues := '{}';
    if not brand_known(line->>'Brand') then issues := issues || text 'Brand'; end if;
    if not product_group_known(line->>'ProductGroup') then issues := issues || text 'ProductGroup'; end if;
    if abs(net - expected) > 0.01 or net < 0 then issues := issues || text 'Amount'; end if;
    evaluated := evaluated || jsonb_build_array(line || jsonb_build_object('Discount', discount, 'NetAmount', net, 'Expected', round(expected, 2), 'Issues', issues));
  end loop;
  if head_tax > 0 and not exists (select from jsonb_array_elements(lines) entry where (entry->>'Tax')::numeric <> 0) then
    select spread_cents(head_tax, array_agg(greatest((entry->>'NetAmount')::numeric, 0) order by line_no)) into shares
    from jsonb_array_elements(evaluated) with ordinality as numbered (entry, line_no);
    if shares[1] is not null then
      select jsonb_agg(entry || jsonb_build_object('Tax', shares[line_no]) order by line_no) into evaluated
      from jsonb_array_elements(evaluated) with ordinality as numbered (entry, line_no);
    end if;
  end if;
  return evaluated;
end $$;

-- Raises an error if amounts are inconsistent, so that staff correct them.
create or replace function refuse_issues(lines jsonb) returns void language plpgsql stable as $$
declare
  invalid_line jsonb;
  issues jsonb;
begin
  select line into invalid_line from jsonb_array_elements(lines) line where line->'Issues' <> '[]' order by (line->>'SequenceNo')::int limit 1;
  if not found then return; end if;
  issues := invalid_line->'Issues';
  if issues ? 'Amount' and (invalid_line->>'NetAmount')::numeric < 0 then
    perform refuse_sale('discountAboveLine', jsonb_build_object('Line', invalid_line->'SequenceNo'));
  elsif issues ? 'Amount' then
    perform refuse_sale('netMismatch', jsonb_build_object('Line', invalid_line->'SequenceNo', 'NetAmount', invalid_line->>'NetAmount', 'Expected', invalid_line->>'Expected'));
  elsif issues ? 'Brand' then
    perform refuse_sale('brandNotFound', jsonb_build_object('Line', invalid_line->'SequenceNo', 'Brand', invalid_line->>'Brand'));
  end if;
  perform refuse_sale('productGroupNotFound', jsonb_build_object('Line', invalid_line->'SequenceNo', 'ProductGroup', invalid_line->>'ProductGroup'));
end $$;

-- Inserts all header rows of sales and cancellations; raises an error if the invoice number exists.
-- The error contains the stored sale for the program that posted it, because the program may have lost the reply.
create or replace function write_sale_head(head transaction_summary) returns transaction_summary language plpgsql as $$
declare
  written transaction_summary;
begin
  insert into transaction_summary (transaction_id, sales_order, transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no,
    customer_id, claimed_membership_no, claimed_points, approval_status, outlet_code, sales_person_code, department_code, total_amount, total_stated_yn,
    discount, tax, trade_in, voucher_amount, net_amount, performed_at, business_date, source, remarks, earned_points, created_by_id, created_at)
  overriding system value
  values (head.transaction_id, head.sales_order, head.transaction_type, head.invoice_no, head.original_invoice_no, head.original_transaction_id, head.membership_no,
    head.customer_id, head.claimed_membership_no, head.claimed_points, head.approval_status, head.outlet_code, head.sales_person_code, head.department_code,
    head.total_amount, head.total_stated_yn, head.discount, head.tax, head.trade_in, head.voucher_amount, head.net_amount, head.performed_at,
    head.business_date, head.source, head.remarks, head.earned_points, head.created_by_id, head.created_at)
  on conflict on constraint transaction_summary_invoice do nothing
  returning * into written;
  if not found then
    perform refuse_sale('invoiceExists', jsonb_build_object('InvoiceNo', head.invoice_no) || coalesce((
      select jsonb_strip_nulls(jsonb_build_object('TransactionId', sale.transaction_id, 'MembershipNo', sale.membership_no,
        'TotalAmount', sale.total_amount::text, 'EarnedPoints', sale.earned_points, 'BusinessDate', sale.business_date))
      from transaction_summary sale
      where sale.invoice_no = head.invoice_no and sale.transaction_type = head.transaction_type and sale.source = 'POS'
        and sale.created_by_id = head.created_by_id), '{}'));
  end if;
  return written;
end $$;

-- Converts evaluated lines to rows without points; inconsistent lines cannot earn until they are checked.
create or replace function sale_lines(id bigint, lines jsonb) returns transaction_detail[] language plpgsql stable as $$
declare
  line jsonb;
  detail transaction_detail;
  goods product_group;
  details transaction_detail[] := '{}';
begin
  -- Lines are ordered by number, so that cents are distributed in the same way before and after storing the lines.
  for line in select value from jsonb_array_elements(lines) order by (value->>'SequenceNo')::int loop
    select * into goods from product_group where product_code = line->>'ProductGroup';
    detail.transaction_id := id;
    detail.sequence_no := line->>'SequenceNo';
    detail.item_code := line->>'ItemCode';
    detail.description := line->>'Description';
    detail.brand := line->>'Brand';
    detail.product_type := coalesce(line->>'ProductType', goods.product_type);
    detail.product_group := line->>'ProductGroup';
    detail.stock_group := line->>'StockGroup';
    detail.quantity := line->>'Quantity';
    detail.weight := line->>'Weight';
    detail.unit_price := line->>'UnitPrice';
    detail.discount := line->>'Discount';
    detail.tax := line->>'Tax';
    detail.net_amount := sale_line_net(line);
    detail.serial_no := line->>'SerialNo';
    detail.certificate_no := line->>'CertificateNo';
    detail.eligible_yn := case when line->'Issues' <> '[]' or goods.earn_points_yn = 'N' then 'N' else coalesce(line->>'EligibleYN', 'Y') end;
    details := details || detail;
  end loop;
  return details;
end $$;

-- Inserts lines with their points, and inconsistent lines also into sale_check; see evaluated_lines for `evaluated`.
create or replace function write_sale_lines(lines transaction_detail[], evaluated jsonb, earned line_earning[] default null) returns void language plpgsql as $$
begin
  insert into transaction_detail (transaction_id, sequence_no, item_code, description, brand, product_type, product_group, stock_group, quantity, weight,
    unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn, points_earned, points_exact, rate_detail_id, structure_detail_id, card_level_id)
  select line.transaction_id, line.sequence_no, line.item_code, line.description, line.brand, line.product_type, line.product_group, line.stock_group, line.quantity,
    line.weight, line.unit_price, line.discount, line.tax, line.net_amount, line.serial_no, line.certificate_no, line.eligible_yn,
    coalesce(part.points, 0), part.exact, part.rate_detail_id, part.structure_detail_id, part.card_level_id
  from unnest(lines) line left join unnest(earned) part on part.line = line.sequence_no;
  if jsonb_path_exists(evaluated, '$[*].Issues[*]') then
    insert into sale_check (transaction_id, sequence_no, reasons, brand, product_group, eligible_yn, expected_amount)
    select lines[1].transaction_id, (line->>'SequenceNo')::int, array(select jsonb_array_elements_text(line->'Issues')), line->>'Brand', line->>'ProductGroup',
      coalesce(line->>'EligibleYN', 'Y'), (line->>'Expected')::numeric
    from jsonb_array_elements(evaluated) line where line->'Issues' <> '[]';
  end if;
end $$;

-- Sets the amounts of a sale to the sums of its lines; only confirm_lines changes a total that the till stated.
-- The function is security definer, because callers cannot update headers; it only adds up lines.
create or replace function sum_up_lines(id bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update transaction_summary head set
    net_amount = line_sums.net, discount = line_sums.discount,
    tax = case head.transaction_type when 'C' then line_sums.tax else greatest(head.tax, line_sums.tax) end,
    total_amount = case when head.transaction_type = 'C' then line_sums.net + line_sums.tax when head.total_stated_yn = 'Y' then head.total_amount
      else line_sums.net + greatest(head.tax, line_sums.tax) end
  from (
    select sum(net_amount) as net, sum(tax) as tax, sum(discount) as discount from transaction_detail where transaction_id = id
  ) line_sums
  where head.transaction_id = id and line_sums.net is not null
$$;

-- Raises a stated total to the sum of the lines after staff confirmed them; security definer, like sum_up_lines.
create or replace function confirm_lines(id bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update transaction_summary head set total_amount = net_amount + tax
  where transaction_id = id and transaction_type = 'N' and total_amount < net_amount + tax
    and not exists (select from sale_check line_check where line_check.transaction_id = id and line_check.status = 'Waiting' and 'Total' = any (line_check.reasons))
$$;

-- Evaluates lines and totals of a sale without writing; staff get an error if amounts are inconsistent.
-- A sale of a till is always accepted, because it has already happened; its issues are stored with its lines.
create or replace function evaluated_sale(sale jsonb, out lines jsonb, out net_amount numeric, out taxes numeric, out discounts numeric, out total numeric)
language plpgsql stable as $$
declare
  by_hand boolean := sale->>'Source' = 'Manual';
  sold_at timestamptz := instant_of(sale->>'PerformedAt');
  entered_at timestamptz := coalesce((sale->>'Now')::timestamptz, now());
  paid_otherwise numeric := (sale->>'TradeIn')::numeric + (sale->>'VoucherAmount')::numeric;
  -- The variables have the precision of the columns that store the amounts.
  net numeric(14,2);
  tax numeric(14,2);
  discount numeric(14,2);
  document_total numeric(14,2) := (sale->>'TotalAmount')::numeric;
begin
  lines := evaluated_lines(sale->'Lines', (sale->>'Discount')::numeric, (sale->>'Tax')::numeric);
  if by_hand then perform refuse_issues(lines); end if;
  select sum(sale_line_net(line)), sum((line->>'Tax')::numeric), sum((line->>'Discount')::numeric)
  into net, tax, discount from jsonb_array_elements(lines) line;
  tax := coalesce(tax, (sale->>'Tax')::numeric, 0);
  net := coalesce(net, document_total - tax, 0);
  document_total := coalesce(document_total, net + tax);
  if document_total <> net + tax or paid_otherwise > document_total then
    if by_hand and document_total <> net + tax then perform refuse_sale('totalMismatch', jsonb_build_object('Lines', net + tax, 'Total', document_total)); end if;
    if by_hand then perform refuse_sale('paidAboveTotal'); end if;
    -- A sum of lines below the stated total is no issue, because further lines can follow.
    if net + tax > document_total or paid_otherwise > document_total then
      select coalesce(jsonb_agg(line || jsonb_build_object('Issues', line->'Issues' || '["Total"]') order by line_index), '[]') into lines
      from jsonb_array_elements(lines) with ordinality as entry (line, line_index);
    end if;
  end if;
  -- Future sales are rejected, but a till's clock may be a day ahead (till_time); staff may enter sales of two years.
  if sale->>'Now' is not null and sold_at > entered_at + (case when by_hand then interval '5 minutes' else interval '1 day' end)
    or by_hand and sold_at < entered_at - interval '2 years' then
    perform refuse_sale(case when by_hand then 'dateOutOfRange' else 'dateInFuture' end);
  end if;
  net_amount := net;
  taxes := tax;
  discounts := discount;
  total := document_total;
end $$;

-- Writes a sale; points are calculated first, so that header and lines are inserted with them and not updated.
create or replace function post_sale(sale jsonb) returns posted_sale language plpgsql as $$
declare
  member membership;
  by_hand boolean := sale->>'Source' = 'Manual';
  account_id bigint := (sale->>'CreatedById')::bigint;
  entered_at timestamptz := coalesce((sale->>'Now')::timestamptz, now());
  sent_at timestamptz := instant_of(sale->>'PerformedAt');
  sold_at timestamptz := case when by_hand then sent_at else till_time(sent_at, entered_at) end;
  -- A till's sale with a number that does not exist becomes a walk-in sale, which is assigned once the number is known.
  unknown_number text := case when not by_hand and not member_exists(sale->>'MembershipNo') then sale->>'MembershipNo' end;
  evaluated record;
  needs_approval boolean := false;
  head transaction_summary;
  lines transaction_detail[];
  earned line_earning[];
  points bigint := 0;
  lot jsonb;
  archived bigint;
  source jsonb;
begin
  select * into evaluated from evaluated_sale(sale);
  if sale->>'MembershipNo' is not null and unknown_number is null then member := lock_sale_member(sale->>'MembershipNo'); end if;
  if not exists (select from building where code = sale->>'OutletCode' and status = 'Active') then
    perform refuse_sale('outletNotFound', jsonb_build_object('OutletCode', sale->>'OutletCode'));
  end if;
  if by_hand and member.membership_no is not null then
    if is_own_customer(account_id, member.customer_id) then perform refuse_sale('ownSale'); end if;
    needs_approval := manual_sale_waits(account_id, member.membership_no, (sale->>'Today')::date, evaluated.total, (sale->>'ManualLimit')::numeric);
  end if;

  head := jsonb_populate_record(head, jsonb_build_object(
    'transaction_id', nextval('transaction_summary_transaction_id_seq'), 'sales_order', sale->'SalesOrder', 'transaction_type', 'N', 'invoice_no', sale->'InvoiceNo',
    'membership_no', case when not needs_approval then member.membership_no end, 'customer_id', case when not needs_approval then member.customer_id end,
    'claimed_membership_no', case when needs_approval then member.membership_no end, 'approval_status', case when needs_approval then 'Pending' end,
    'outlet_code', sale->'OutletCode', 'sales_person_code', sale->'SalesPersonCode', 'department_code', sale->'DepartmentCode',
    'total_amount', evaluated.total, 'total_stated_yn', case when sale->>'TotalAmount' is null then 'N' else 'Y' end,
    'discount', coalesce(evaluated.discounts, (sale->>'Discount')::numeric, 0), 'tax', evaluated.taxes, 'trade_in', sale->'TradeIn',
    'voucher_amount', sale->'VoucherAmount', 'net_amount', evaluated.net_amount, 'performed_at', sold_at,
    'business_date', business_date_of(sold_at), 'source', sale->'Source', 'remarks', sale->'Remarks', 'earned_points', 0, 'claimed_points', 0,
    'created_by_id', account_id, 'created_at', entered_at));
  lines := sale_lines(head.transaction_id, evaluated.lines);
  if member.membership_no is not null then
    select * into earned, points, lot from sale_earning(head, lines, member.membership_no);
    if needs_approval then head.claimed_points := points; else head.earned_points := points; end if;
  end if;
  head := write_sale_head(head);
  if sent_at <> sold_at or unknown_number is not null then perform mark_for_check(head.transaction_id, sent_at, sold_at, unknown_number); end if;
  perform write_sale_lines(lines, evaluated.lines, case when not needs_approval then earned end);

  if needs_approval then
    perform refuse_too_many_points(head.claimed_points);
    return row(head.transaction_id, null, null, member.membership_no, evaluated.total)::posted_sale;
  end if;
  if member.membership_no is null then return row(head.transaction_id, null, null, null, evaluated.total)::posted_sale; end if;
  source := jsonb_build_object('Today', sale->'Today', 'Now', sale->'Now', 'StaffId', sale->'StaffId', 'RequestId', sale->'RequestId', 'CreatedById', sale->'CreatedById');
  archived := begin_to_count(head, sale);
  perform sale_received(head, source);
  return row(head.transaction_id, (credit_sale(head, 0, points, lot, source)).expiry_date, archived, null, evaluated.total)::posted_sale;
end $$;

-- Stores the points that a sale will earn when it is approved.
create or replace function claim_points(id bigint) returns bigint language plpgsql as $$
declare
  claimed bigint;
begin
  select points into claimed from transaction_summary sale, sale_earning(sale, lines_of_sale(id), sale.claimed_membership_no) where sale.transaction_id = id;
  perform refuse_too_many_points(claimed);
  update transaction_summary set claimed_points = claimed where transaction_id = id;
  return claimed;
end $$;

-- Adds a line to a sale whose lines are sent one by one, and returns its number; the stated total is the limit.
-- Tills add lines to sales of tills; staff add lines only to sales that they entered on the same day.
create or replace function post_sale_line(invoice text, line jsonb, source jsonb) returns integer language plpgsql as $$
declare
  sale transaction_summary;
  number integer;
  by_hand boolean := source->>'Source' = 'Manual';
  evaluated jsonb;
  net numeric;
  taxes numeric;
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for update;
  if sale.transaction_id is null or not is_visible_outlet(sale.outlet_code, source->'VisibleOutlets') then perform refuse_sale('notFound'); end if;
  if by_hand and (sale.source <> 'Manual' or sale.created_by_id is distinct from (source->>'CreatedById')::bigint
      or business_date_of(sale.created_at) <> (source->>'Today')::date)
    or not by_hand and sale.source <> 'POS' then
    perform refuse_sale('notYourEntry', jsonb_build_object('InvoiceNo', invoice));
  end if;
  perform refuse_unapproved(sale, true);
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    perform refuse_sale('alreadyCancelled', jsonb_build_object('InvoiceNo', invoice));
  end if;
  select coalesce((line->>'SequenceNo')::int, max(sequence_no) + 1, 1) into number from transaction_detail where transaction_id = sale.transaction_id;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number) then
    perform refuse_sale('sameLineTwice', jsonb_build_object('Line', number));
  end if;
  evaluated := evaluated_lines(jsonb_build_array(line || jsonb_build_object('SequenceNo', number)));
  if by_hand then perform refuse_issues(evaluated); end if;
  perform write_sale_lines(sale_lines(sale.transaction_id, evaluated), evaluated);

  select sum(net_amount), greatest(sum(tax), sale.tax) into net, taxes from transaction_detail where transaction_id = sale.transaction_id;
  if (by_hand or sale.total_stated_yn = 'Y') and net + taxes > sale.total_amount then
    perform refuse_sale('aboveTotal', jsonb_build_object('InvoiceNo', invoice, 'Lines', net + taxes, 'Total', sale.total_amount));
  end if;
  perform sum_up_lines(sale.transaction_id);
  if sale.claimed_membership_no is not null then perform claim_points(sale.transaction_id); end if;
  perform earn_sale(sale.transaction_id, source);
  return number;
end $$;

-- Rejects returning or assigning a sale that is not approved; `completing` allows adding lines to a pending sale.
create or replace function refuse_unapproved(sale transaction_summary, completing boolean default false) returns void language plpgsql stable as $$
begin
  if sale.approval_status = 'Pending' and not completing then perform refuse_sale('waitsForApproval', jsonb_build_object('InvoiceNo', sale.invoice_no)); end if;
  if sale.approval_status in ('Rejected', 'Withdrawn') then perform refuse_sale('notApproved', jsonb_build_object('InvoiceNo', sale.invoice_no)); end if;
end $$;
