-- ENTERING SALES. The till waits, so a sale with its lines, points, ledger row and balance is one call.
-- A refusal is raised as SQLSTATE CA001: the message is its name in areas/sales/contract.ts, the detail its parameters.
-- Locks are taken in one order: the sale, then the member's balance.

create or replace function refuse_sale(reason text, params jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'CA001', detail = params::text;
end $$;

-- What a row of the ledger says of the sale, or the cancellation, that it is for.
create or replace function sale_source(sale transaction_summary) returns jsonb language sql stable as $$
  select jsonb_build_object('InvoiceNo', sale.invoice_no, 'TransactionId', sale.transaction_id, 'ObjectType', 'Transaction',
    'ObjectValue', sale.transaction_id::text, 'OutletCode', sale.outlet_code)
$$;

-- What of a line earns, where all lines of its sale come to so much.
create or replace function base_of_line(sale transaction_summary, detail transaction_detail, net_of_sale numeric) returns numeric language sql immutable as $$
  select case when detail.eligible_yn = 'N' then 0 else earning_base(detail.net_amount, net_of_sale, sale.trade_in + sale.voucher_amount) end
$$;

-- What of each line of a sale earns, for whoever is or would be its member; one line may be taken as it would be.
drop function if exists earning_lines_of(bigint, text);
create or replace function earning_lines_of(id bigint, member text, changed transaction_detail default null) returns earning_line[] language sql stable as $$
  with whole as (select sum(net_amount) as net_amount from transaction_detail where transaction_id = id)
  select array_agg(line_of_sale(sale, taken.detail, member, base_of_line(sale, taken.detail, whole.net_amount),
    -- It earns whatever runs today by the structure that it names, or by which its lines earned before.
    coalesce(sale.structure_id, (
      select period.structure_id from transaction_detail line join point_structure_detail period using (structure_detail_id)
      where line.transaction_id = id limit 1))))
  from transaction_summary sale, whole, transaction_detail stored,
    lateral (select case when stored.sequence_no = changed.sequence_no then changed else stored end as detail) taken
  where sale.transaction_id = id and stored.transaction_id = id
$$;

-- A lot holds so many points at most; what would be more is refused and never cut.
create or replace function refuse_too_many_points(points bigint) returns void language plpgsql as $$
begin
  if points > 1000000000 then perform refuse_sale('tooManyPoints', jsonb_build_object('Most', 1000000000)); end if;
end $$;

-- Gives a sale's member the points that its lines earn by the rules of the day of sale, less what was given before.
create or replace function earn_sale(id bigint, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  total bigint;
  lot jsonb;
begin
  select * into sale from transaction_summary where transaction_id = id;
  if sale.membership_no is null then return jsonb_build_object('EarnedPoints', 0, 'ExpiryDate', null); end if;
  -- Before the member's balance is locked.
  perform sale_received(sale, source);

  with earning as materialized (select part.* from points_earning(earning_lines_of(id, sale.membership_no)) part),
  noted as (
    update transaction_detail detail set points_earned = earning.points, points_exact = earning.exact, rate_detail_id = earning.rate_detail_id,
      structure_detail_id = earning.structure_detail_id, card_level_id = earning.card_level_id
    from earning where detail.transaction_id = id and detail.sequence_no = earning.line
      -- Where the rules give less by now, the sale and its lines keep what was given.
      and earning.document_points >= sale.earned_points
  )
  select coalesce(max(document_points), 0),
    earned_lot(max(available_from), max(expiry_date), max(structure_detail_id), max(card_level_id), max(level_multiplier))
  into total, lot from earning;

  if total > sale.earned_points then
    perform refuse_too_many_points(total);
    perform credit_points(sale.membership_no, 'Earn', total - sale.earned_points, source || lot || sale_source(sale) || jsonb_build_object(
      'BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at,
      -- A line that came later earns a lot of its own, and so does the member after one from whom the sale was taken.
      'SourceKey', 'earn:' || id || case when sale.unassigned_times > 0 then '#' || sale.unassigned_times else '' end
        || case when sale.earned_points > 0 then ':' || total else '' end));
    update transaction_summary set earned_points = total where transaction_id = id;
  end if;
  perform sale_earned(sale, source);
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
  reactivates boolean;
begin
  loop
    member := sale_member(number);
    reactivates := member.status = 'Archived';
    -- The customer before the membership, as everybody locks them. Two sales must not both wait to bring one member back.
    if reactivates then perform from customer where customer_id = member.customer_id for update;
    else perform from customer where customer_id = member.customer_id for key share; end if;
    -- Not a lock of the row: the change of level that may follow a sale must not wait for the sales beside it.
    perform pg_advisory_xact_lock_shared(hashtextextended('member ' || member.membership_no, 0));
    select * into member from membership where membership_no = member.membership_no;
    exit when (member.status <> 'Merged' or member.merged_into_membership_no is null) and (member.status <> 'Archived' or reactivates);
  end loop;
  return member;
end $$;

-- Where head office allows it, a customer goes over to the outlet of the first purchase.
create or replace function follow_first_purchase(first transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  if (select value #>> '{}' from setting where name = 'customers.outletByFirstPurchase') is distinct from 'Y' then return; end if;
  -- Of two sales at once the later one waits here, and finds the other.
  perform from customer where customer_id = first.customer_id for no key update;
  update customer set registered_outlet_code = first.outlet_code, version = version + 1,
    updated_by_id = (source->>'CreatedById')::bigint, updated_at = coalesce((source->>'Now')::timestamptz, now())
  where customer_id = first.customer_id and status = 'Active' and first.outlet_code <> 'HQ' and registered_outlet_code <> first.outlet_code
    and not exists (select from transaction_summary other
      where other.customer_id = first.customer_id and other.transaction_type = 'N' and other.transaction_id <> first.transaction_id);
end $$;

-- THE MOMENT FROM WHICH A SALE COUNTS as its member's: entered, approved, or given to them later. What follows from that, and
-- not from its points, stands here and nowhere else. The member is locked; their balance is not yet.
create or replace function begin_to_count(id bigint, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
begin
  select * into sale from transaction_summary where transaction_id = id;
  if sale.customer_id is not null then perform follow_first_purchase(sale, source); end if;
  -- Looked at after the sale was written: whoever archives a customer either sees the sale, or is seen here.
  return jsonb_build_object('ArchivedCustomerId', (select customer_id from customer where customer_id = sale.customer_id and status = 'Archived'));
end $$;

-- What a line counts: after discount, without tax, rounded once.
create or replace function sale_line_net(line jsonb) returns numeric language sql immutable as $$
  select coalesce((line->>'NetAmount')::numeric, round((line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric, 2) - (line->>'Discount')::numeric)
$$;

-- An amount in proportion to weights, to the cent and by largest remainder: the parts always sum to the whole.
create or replace function spread_cents(amount numeric, weights numeric[]) returns numeric[] language sql immutable as $$
  with exact as (
    select place, amount * 100 * weight / nullif(sum(weight) over (), 0) as cents from unnest(weights) with ordinality as given (weight, place)
  ),
  ranked as (
    select place, floor(cents) as cents, row_number() over (order by cents - floor(cents) desc, place) as turn, amount * 100 - sum(floor(cents)) over () as left_over from exact
  )
  select array_agg(round((cents + (turn <= left_over)::int) / 100, 2) order by place) from ranked
$$;

-- The lines of a sale with what each counts, and with what does not agree (Doubts): goods that the company does not have, or an
-- amount that quantity, price and discount do not come to. A discount or tax that only the head names is spread over them.
create or replace function evaluated_lines(lines jsonb, head_discount numeric default null, head_tax numeric default null) returns jsonb language plpgsql stable as $$
declare
  shares numeric[];
  judged jsonb;
begin
  if head_discount > 0 and not exists (select from jsonb_array_elements(lines) line where (line->>'Discount')::numeric <> 0) then
    select spread_cents(head_discount, array_agg(round((line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric, 2) order by place)) into shares
    from jsonb_array_elements(lines) with ordinality as entry (line, place);
  end if;
  select coalesce(jsonb_agg(line || jsonb_build_object('Discount', discount, 'NetAmount', net, 'Expected', round(expected, 2), 'Doubts', array_remove(array[
      case when not brand_known(line->>'Brand') then 'Brand' end,
      case when not product_group_known(line->>'ProductGroup') then 'ProductGroup' end,
      case when abs(net - expected) > 0.01 or net < 0 then 'Amount' end], null)) order by place), '[]')
  into judged from (
    select line, place, expected, discount,
      case when stated is null then round(expected, 2)
        -- A stated amount may be meant before or after its part of the head's discount.
        when share <> 0 and abs(stated - expected) > 0.01 and abs(stated - share - expected) <= 0.01 then stated - share
        else stated end as net
    from (
      select line, place, share, (line->>'NetAmount')::numeric as stated, coalesce((line->>'Discount')::numeric, 0) + share as discount,
        (line->>'Quantity')::numeric * (line->>'UnitPrice')::numeric - coalesce((line->>'Discount')::numeric, 0) - share as expected
      from jsonb_array_elements(lines) with ordinality as entry (line, place), lateral (select coalesce(shares[place], 0) as share) spread
    ) given
  ) counted;
  if head_tax > 0 and not exists (select from jsonb_array_elements(lines) line where (line->>'Tax')::numeric <> 0) then
    select spread_cents(head_tax, array_agg(greatest((line->>'NetAmount')::numeric, 0) order by place)) into shares
    from jsonb_array_elements(judged) with ordinality as entry (line, place);
    if shares[1] is not null then
      select jsonb_agg(line || jsonb_build_object('Tax', shares[place]) order by place) into judged
      from jsonb_array_elements(judged) with ordinality as entry (line, place);
    end if;
  end if;
  return judged;
end $$;

-- People are told what does not agree, and enter it right.
create or replace function refuse_doubts(lines jsonb) returns void language plpgsql stable as $$
declare
  fault jsonb;
  doubts jsonb;
begin
  select line into fault from jsonb_array_elements(lines) line where line->'Doubts' <> '[]' order by (line->>'SequenceNo')::int limit 1;
  if not found then return; end if;
  doubts := fault->'Doubts';
  if doubts ? 'Amount' and (fault->>'NetAmount')::numeric < 0 then
    perform refuse_sale('discountAboveLine', jsonb_build_object('Line', fault->'SequenceNo'));
  elsif doubts ? 'Amount' then
    perform refuse_sale('netMismatch', jsonb_build_object('Line', fault->'SequenceNo', 'NetAmount', fault->>'NetAmount', 'Expected', fault->>'Expected'));
  elsif doubts ? 'Brand' then
    perform refuse_sale('brandNotFound', jsonb_build_object('Line', fault->'SequenceNo', 'Brand', fault->>'Brand'));
  end if;
  perform refuse_sale('productGroupNotFound', jsonb_build_object('Line', fault->'SequenceNo', 'ProductGroup', fault->>'ProductGroup'));
end $$;

-- Lines that were evaluated, as they are written. One that does not agree earns nothing until somebody has looked at it
-- (check_sale.sql).
create or replace function sale_line_rows(id bigint, lines jsonb)
returns table (transaction_id bigint, sequence_no integer, item_code text, description text, brand text, product_type text, product_group text,
  stock_group text, quantity numeric, weight numeric, unit_price numeric, discount numeric, tax numeric, net_amount numeric, serial_no text,
  certificate_no text, eligible_yn text)
language sql stable as $$
  select id, (line->>'SequenceNo')::int, line->>'ItemCode', line->>'Description', line->>'Brand',
    coalesce(line->>'ProductType', goods.product_type), line->>'ProductGroup', line->>'StockGroup',
    (line->>'Quantity')::numeric, (line->>'Weight')::numeric, (line->>'UnitPrice')::numeric, (line->>'Discount')::numeric, (line->>'Tax')::numeric,
    sale_line_net(line), line->>'SerialNo', line->>'CertificateNo',
    case when line->'Doubts' <> '[]' or goods.earn_points_yn = 'N' then 'N' else coalesce(line->>'EligibleYN', 'Y') end
  from jsonb_array_elements(lines) line
  left join product_group goods on goods.product_code = line->>'ProductGroup'
$$;

create or replace function add_sale_lines(id bigint, lines jsonb) returns void language plpgsql as $$
begin
  insert into transaction_detail (transaction_id, sequence_no, item_code, description, brand, product_type, product_group, stock_group,
    quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn)
  select * from sale_line_rows(id, lines);
  if jsonb_path_exists(lines, '$[*].Doubts[*]') then
    insert into sale_check (transaction_id, sequence_no, reasons, brand, product_group, eligible_yn, expected_amount)
    select id, (line->>'SequenceNo')::int, array(select jsonb_array_elements_text(line->'Doubts')), line->>'Brand', line->>'ProductGroup',
      coalesce(line->>'EligibleYN', 'Y'), (line->>'Expected')::numeric
    from jsonb_array_elements(lines) line where line->'Doubts' <> '[]';
  end if;
end $$;

-- Brings the amounts of a sale to what its lines say; nothing else can change them. A cancellation is the sum of its lines. A
-- total that was stated stays, and the lines say how much of it is tax where the head did not; one that was not grows with
-- the lines. Called with the owner's rights: whoever calls it can only make a head right.
create or replace function sum_up_lines(id bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update transaction_summary head set
    net_amount = case when head.transaction_type = 'C' then whole.net when head.total_stated_yn = 'Y' then head.total_amount - greatest(head.tax, whole.tax)
      else greatest(head.net_amount, whole.net) end,
    tax = case head.transaction_type when 'C' then whole.tax else greatest(head.tax, whole.tax) end,
    total_amount = case when head.transaction_type = 'C' then whole.net + whole.tax when head.total_stated_yn = 'Y' then head.total_amount
      else greatest(head.net_amount, whole.net) + greatest(head.tax, whole.tax) end,
    discount = case head.transaction_type when 'C' then whole.discount else head.discount end
  from (
    select sum(net_amount) as net, sum(tax) as tax, sum(discount) as discount from transaction_detail where transaction_id = id
  ) whole
  where head.transaction_id = id and whole.net is not null
$$;

-- A sale as it would be written: its lines evaluated, and what it comes to. What people enter is refused where it does not agree;
-- a till has sold already, so that its sale is always taken, and what does not agree is noted with its lines.
create or replace function evaluated_sale(sale jsonb, out lines jsonb, out net_amount numeric, out taxes numeric, out discounts numeric, out total numeric)
language plpgsql stable as $$
declare
  by_hand boolean := sale->>'Source' = 'Manual';
  sold_at timestamptz := instant_of(sale->>'PerformedAt');
  entered_at timestamptz := coalesce((sale->>'Now')::timestamptz, now());
  paid_otherwise numeric := (sale->>'TradeIn')::numeric + (sale->>'VoucherAmount')::numeric;
  -- As wide as the columns that keep them.
  net numeric(14,2);
  tax numeric(14,2);
  discount numeric(14,2);
  whole numeric(14,2) := (sale->>'TotalAmount')::numeric;
begin
  lines := evaluated_lines(sale->'Lines', (sale->>'Discount')::numeric, (sale->>'Tax')::numeric);
  if by_hand then perform refuse_doubts(lines); end if;
  select sum(sale_line_net(line)), sum((line->>'Tax')::numeric), sum((line->>'Discount')::numeric)
  into net, tax, discount from jsonb_array_elements(lines) line;
  tax := coalesce(tax, (sale->>'Tax')::numeric, 0);
  net := coalesce(net, whole - tax, 0);
  whole := coalesce(whole, net + tax);
  if whole <> net + tax or paid_otherwise > whole then
    if by_hand and whole <> net + tax then perform refuse_sale('totalMismatch', jsonb_build_object('Lines', net + tax, 'Total', whole)); end if;
    if by_hand then perform refuse_sale('paidAboveTotal'); end if;
    -- Lines of less than the total are whole in themselves: others may still come.
    if net + tax > whole or paid_otherwise > whole then
      select coalesce(jsonb_agg(line || jsonb_build_object('Doubts', line->'Doubts' || '["Total"]') order by place), '[]') into lines
      from jsonb_array_elements(lines) with ordinality as entry (line, place);
    end if;
  end if;
  -- No sale of tomorrow; five minutes are left for a till whose clock runs ahead. People enter two years back at most.
  if sale->>'Now' is not null and sold_at > entered_at + interval '5 minutes' or by_hand and sold_at < entered_at - interval '2 years' then
    perform refuse_sale(case when by_hand then 'dateOutOfRange' else 'dateInFuture' end);
  end if;
  net_amount := net;
  taxes := tax;
  discounts := discount;
  total := whole;
end $$;

-- Writes a sale as areas/sales sends it and answers its TransactionId and what it earned.
create or replace function post_sale(sale jsonb) returns jsonb language plpgsql as $$
declare
  id bigint;
  member membership;
  by_hand boolean := sale->>'Source' = 'Manual';
  person bigint := (sale->>'CreatedById')::bigint;
  sold_at timestamptz := instant_of(sale->>'PerformedAt');
  entered_at timestamptz := coalesce((sale->>'Now')::timestamptz, now());
  evaluated record;
  waits boolean := false;
  counted jsonb;
begin
  select * into evaluated from evaluated_sale(sale);
  if sale->>'MembershipNo' is not null then member := lock_sale_member(sale->>'MembershipNo'); end if;
  if not exists (select from building where code = sale->>'OutletCode' and status = 'Active') then
    perform refuse_sale('outletNotFound', jsonb_build_object('OutletCode', sale->>'OutletCode'));
  end if;
  if by_hand and member.membership_no is not null then
    if is_own_customer(person, member.customer_id) then perform refuse_sale('ownSale'); end if;
    waits := manual_sale_waits(person, member.membership_no, (sale->>'Today')::date, evaluated.total, (sale->>'ManualLimit')::numeric);
  end if;

  insert into transaction_summary (sales_order, transaction_type, invoice_no, membership_no, customer_id, claimed_membership_no, approval_status, outlet_code,
    sales_person_code, department_code, total_amount, total_stated_yn, discount, tax, trade_in, voucher_amount, net_amount, performed_at, business_date,
    source, remarks, created_by_id, created_at)
  values (sale->>'SalesOrder', 'N', sale->>'InvoiceNo', case when not waits then member.membership_no end, case when not waits then member.customer_id end,
    case when waits then member.membership_no end, case when waits then 'Pending' end, sale->>'OutletCode', sale->>'SalesPersonCode',
    sale->>'DepartmentCode', evaluated.total, case when sale->>'TotalAmount' is null then 'N' else 'Y' end, coalesce(evaluated.discounts, (sale->>'Discount')::numeric, 0), evaluated.taxes,
    (sale->>'TradeIn')::numeric, (sale->>'VoucherAmount')::numeric, evaluated.total - evaluated.taxes, sold_at, business_date_of(sold_at), sale->>'Source', sale->>'Remarks', person, entered_at)
  on conflict on constraint transaction_summary_invoice do nothing
  returning transaction_id into id;
  if id is null then perform refuse_sale('invoiceExists', jsonb_build_object('InvoiceNo', sale->>'InvoiceNo')); end if;

  perform add_sale_lines(id, evaluated.lines);
  if waits then return jsonb_build_object('TransactionId', id, 'WaitsFor', member.membership_no, 'Total', evaluated.total::text, 'EarnedPoints', 0, 'ExpiryDate', null,
    'ClaimedPoints', claim_points(id), 'ArchivedCustomerId', null); end if;
  counted := begin_to_count(id, sale);
  return counted || jsonb_build_object('TransactionId', id) || earn_sale(id, jsonb_build_object(
    'Today', sale->'Today', 'Now', sale->'Now', 'StaffId', sale->'StaffId', 'RequestId', sale->'RequestId', 'CreatedById', sale->'CreatedById'));
end $$;

-- Notes what a sale will earn once it is approved.
create or replace function claim_points(id bigint) returns bigint language plpgsql as $$
declare
  claimed bigint;
begin
  select coalesce(max(part.document_points), 0) into claimed
  from transaction_summary sale, points_earning(earning_lines_of(id, sale.claimed_membership_no)) part where sale.transaction_id = id;
  perform refuse_too_many_points(claimed);
  update transaction_summary set claimed_points = claimed where transaction_id = id;
  return claimed;
end $$;

-- Adds a line to a sale that came without all its lines (the specification sends them one by one), within the total that was
-- stated. A till adds to what tills sold; a person only to what he entered himself, on the day of it.
create or replace function post_sale_line(invoice text, line jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  number integer;
  by_hand boolean := source->>'Source' = 'Manual';
  judged jsonb;
  net numeric;
  taxes numeric;
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for update;
  if sale.transaction_id is null or (source->>'OutletCode' is not null and sale.outlet_code <> source->>'OutletCode') then perform refuse_sale('notFound'); end if;
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
  judged := evaluated_lines(jsonb_build_array(line || jsonb_build_object('SequenceNo', number)));
  if by_hand then perform refuse_doubts(judged); end if;
  perform add_sale_lines(sale.transaction_id, judged);

  select sum(net_amount), greatest(sum(tax), sale.tax) into net, taxes from transaction_detail where transaction_id = sale.transaction_id;
  if (by_hand or sale.total_stated_yn = 'Y') and net + taxes > sale.total_amount then
    perform refuse_sale('aboveTotal', jsonb_build_object('InvoiceNo', invoice, 'Lines', net + taxes, 'Total', sale.total_amount));
  end if;
  perform sum_up_lines(sale.transaction_id);
  if sale.claimed_membership_no is not null then perform claim_points(sale.transaction_id); end if;
  return earn_sale(sale.transaction_id, source) || jsonb_build_object('TransactionId', sale.transaction_id, 'SequenceNo', number);
end $$;

-- What waits for a second person, or found none, is neither returned nor given to anybody; while it waits it may be completed.
create or replace function refuse_unapproved(sale transaction_summary, completing boolean default false) returns void language plpgsql stable as $$
begin
  if sale.approval_status = 'Pending' and not completing then perform refuse_sale('waitsForApproval', jsonb_build_object('InvoiceNo', sale.invoice_no)); end if;
  if sale.approval_status in ('Rejected', 'Withdrawn') then perform refuse_sale('notApproved', jsonb_build_object('InvoiceNo', sale.invoice_no)); end if;
end $$;
