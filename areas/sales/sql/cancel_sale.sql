-- CANCELLATIONS return a whole sale or some of its lines; their positive amounts are subtracted from sales.
-- The points of all partial cancellations of a line add up to exactly the points of the line.

drop function if exists cancel_sale(jsonb);

select define_type('cancelled_sale', 'invoice_no text, refunded_points bigint');

-- True if the caller sees the sales of an outlet. `visible` is a JSON array of outlets, or null for all outlets.
create or replace function is_visible_outlet(outlet text, visible jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(visible), 'null') = 'null' or coalesce(visible ? outlet, false)
$$;

-- Finds the invoice to cancel by its number, or by a sales order that belongs to only one sale.
create or replace function invoice_to_cancel(input jsonb) returns text language plpgsql stable as $$
declare
  invoice text;
  matching_sales bigint;
begin
  if input->>'OriginalInvoiceNo' is not null then return input->>'OriginalInvoiceNo'; end if;
  select min(invoice_no), count(*) into invoice, matching_sales from transaction_summary
  where sales_order = input->>'SalesOrder' and transaction_type = 'N' and is_visible_outlet(outlet_code, input->'VisibleOutlets');
  if matching_sales > 1 then perform refuse_sale('ordersOfSeveral', jsonb_build_object('SalesOrder', input->>'SalesOrder', 'Count', matching_sales)); end if;
  return invoice;
end $$;

-- Returns the time of a return; the clocks of two tills may differ.
-- A till's return that is up to a day earlier than its sale gets the time of the sale.
create or replace function return_time(sale transaction_summary, input jsonb) returns timestamptz language plpgsql stable as $$
declare
  sent_at timestamptz := instant_of(input->>'PerformedAt');
begin
  if input->>'Source' = 'Manual' or input->>'Now' is null then return sent_at; end if;
  if sent_at < sale.performed_at and sent_at >= sale.performed_at - interval '1 day' then return sale.performed_at; end if;
  return till_time(sent_at, (input->>'Now')::timestamptz);
end $$;

-- Validates the sale of a cancellation and raises an error if the caller cannot cancel it.
create or replace function sale_to_cancel(sale transaction_summary, input jsonb) returns void language plpgsql stable as $$
begin
  if sale.transaction_id is null or not is_visible_outlet(sale.outlet_code, input->'VisibleOutlets') then perform refuse_sale('notFound'); end if;
  perform refuse_unapproved(sale);
  if input->>'Source' = 'Manual' and sale.customer_id is not null and is_own_customer((input->>'CreatedById')::bigint, sale.customer_id) then
    perform refuse_sale('ownSale');
  end if;
  if input->>'Now' is not null and not return_time(sale, input) between sale.performed_at and (input->>'Now')::timestamptz + interval '5 minutes' then
    perform refuse_sale('cancelDateOutOfRange');
  end if;
  -- A till may repeat the unknown number with which its sale was accepted.
  if input->>'MembershipNo' is not null and (input->>'Source' = 'Manual' or member_exists(input->>'MembershipNo')) and sale.membership_no is distinct from (sale_member(input->>'MembershipNo')).membership_no then
    perform refuse_sale('otherMember', jsonb_build_object('InvoiceNo', sale.invoice_no));
  end if;
end $$;

-- Returns the lines of a cancellation: the requested lines, or all lines that are left if none is requested.
create or replace function lines_to_cancel(sale transaction_summary, wanted jsonb) returns jsonb language plpgsql stable as $$
declare
  invalid_line record;
begin
  if jsonb_array_length(wanted) = 0 then
    select coalesce(jsonb_agg(jsonb_build_object('OldSequenceNo', sequence_no) order by sequence_no), '[]') into wanted
    from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity < quantity;
  end if;
  if jsonb_array_length(wanted) = 0 then
    perform refuse_sale('nothingLeft', jsonb_build_object('InvoiceNo', sale.invoice_no));
  end if;
  select (line->>'OldSequenceNo')::int as line, detail.sequence_no, detail.quantity - detail.cancelled_quantity as "left" into invalid_line
  from jsonb_array_elements(wanted) line
  left join transaction_detail detail on detail.transaction_id = sale.transaction_id and detail.sequence_no = (line->>'OldSequenceNo')::int
  where detail.sequence_no is null or detail.quantity = detail.cancelled_quantity
    or coalesce((line->>'Quantity')::numeric, 0) > detail.quantity - detail.cancelled_quantity
  limit 1;
  if found then
    if invalid_line.sequence_no is null then perform refuse_sale('lineNotFound', jsonb_build_object('Line', invalid_line.line, 'InvoiceNo', sale.invoice_no)); end if;
    perform refuse_sale('moreThanSold', jsonb_build_object('Line', invalid_line.line, 'Left', trim_scale(invalid_line."left")));
  end if;
  return wanted;
end $$;

-- Returns the points that are reversed for a line after `returned` of its `sold` pieces were returned.
create or replace function points_returned(earned bigint, sold numeric, returned numeric) returns bigint language sql immutable as $$
  select case when returned = sold then earned else floor(earned * returned / sold)::bigint end
$$;

-- Returns what is left of each line of a sale, and what this return takes of it: quantity, money and points.
-- The last return of a line takes all that is left, so that cents add up.
create or replace function cancel_parts(sale_id bigint, wanted jsonb)
returns table (
  place bigint, line integer, quantity_left numeric, quantity_now numeric, net_left numeric, net_now numeric, tax_left numeric, tax_now numeric,
  discount_now numeric, points_left bigint, points_now bigint
)
language sql stable as $$
  with line as (
    select detail.*, entries.place, before.net as net_before, before.tax as tax_before, before.discount as discount_before,
      case when entry is null then 0 else coalesce((entry->>'Quantity')::numeric, detail.quantity - detail.cancelled_quantity) end as quantity_now
    from transaction_detail detail
    left join jsonb_array_elements(wanted) with ordinality entries (entry, place) on (entry->>'OldSequenceNo')::int = detail.sequence_no
    left join lateral (
      select coalesce(sum(earlier.net_amount), 0) as net, coalesce(sum(earlier.tax), 0) as tax, coalesce(sum(earlier.discount), 0) as discount
      -- Earlier returns are found by line, because a cancellation from a file can return lines of several sales.
      from transaction_detail earlier
      where earlier.original_transaction_id = sale_id and earlier.old_sequence_no = detail.sequence_no
    ) before on true
    where detail.transaction_id = sale_id
  ),
  counted as (select line.*, cancelled_quantity + quantity_now = quantity as last, cancelled_quantity + quantity_now as quantity_after from line)
  select place, sequence_no, quantity - cancelled_quantity, quantity_now,
    net_amount - net_before, case when last then net_amount - net_before else round(net_amount * quantity_now / quantity, 2) end,
    tax - tax_before, case when last then tax - tax_before else round(tax * quantity_now / quantity, 2) end,
    case when last then discount - discount_before else round(discount * quantity_now / quantity, 2) end,
    points_earned - points_reversed,
    case when quantity_now = 0 then 0 else points_returned(points_earned, quantity, quantity_after) - points_reversed end
  from counted
$$;

-- Adds returned quantities and points to lines in order, for any number of cancellations and sales.
-- The function returns the points to reverse for each cancellation and sale.
create or replace function return_lines(returns jsonb) returns table (cancellation bigint, sale bigint, points bigint) language sql as $$
  with returned_line as (
    select entry.*, line.points_earned, line.points_reversed, line.quantity as sold,
      line.cancelled_quantity + sum("Quantity") over (partition by "OriginalTransactionId", "OldSequenceNo" order by ordinality) as returned
    from rows from (jsonb_to_recordset(returns) as ("TransactionId" bigint, "OriginalTransactionId" bigint, "OldSequenceNo" int, "Quantity" numeric))
      with ordinality entry
    join transaction_detail line on line.transaction_id = "OriginalTransactionId" and line.sequence_no = "OldSequenceNo"
  ),
  with_points as materialized (select returned_line.*, points_returned(points_earned, sold, returned) as points_after from returned_line),
  updated_line as (
    update transaction_detail line set cancelled_quantity = last.returned, points_reversed = last.points_after
    from (select distinct on ("OriginalTransactionId", "OldSequenceNo") * from with_points order by "OriginalTransactionId", "OldSequenceNo", ordinality desc) last
    where line.transaction_id = "OriginalTransactionId" and line.sequence_no = "OldSequenceNo"
  )
  select "TransactionId", "OriginalTransactionId", sum(points)::bigint from (
    select with_points.*, points_after - lag(points_after, 1, points_reversed) over (partition by "OriginalTransactionId", "OldSequenceNo" order by ordinality) as points from with_points
  ) step group by 1, 2
$$;

-- The points that a return reverses, the part that the member will owe, and the part that comes from usable lots.
-- Points that a till has reserved are owed, too, because they stay in their lots.
create or replace function reversal_of_return(sale transaction_summary, points_requested bigint, wanted jsonb, today date,
  out points bigint, out owed bigint, out usable bigint) language plpgsql stable as $$
declare
  free bigint := unreserved_points(sale.membership_no, today);
  reserved bigint;
begin
  select coalesce(sum(r.points), 0), coalesce(sum(r.points - r.from_lot), 0),
    coalesce(sum(r.from_lot) filter (where h.available_from <= today and (h.expiry_date is null or h.expiry_date >= today)), 0)
  into points, owed, usable
  from (
    select * from sale_reversal(sale.transaction_id, points_requested) union all select * from bonuses_reversal(sale, wanted)) r join point_history h using (history_id);
  if free is not null then
    reserved := greatest(usable - greatest(free, 0), 0);
    owed := owed + reserved;
    usable := usable - reserved;
  end if;
end $$;

-- If the policy is 'Ask head office', outlet staff cannot return a sale whose points were spent.
-- The policy for spent points does not apply to tills and files, because they report completed returns.
create or replace function refuse_arrears(sale transaction_summary, points_requested bigint, wanted jsonb, input jsonb) returns void language plpgsql stable as $$
declare
  owed bigint;
begin
  if input->>'Source' <> 'Manual' or is_visible_outlet(null, input->'VisibleOutlets') or setting_text('points.arrearsPolicy') <> 'Ask head office' then return; end if;
  owed := (reversal_of_return(sale, points_requested, wanted, (input->>'Today')::date)).owed;
  if owed > 0 then perform refuse_sale('arrearsNeedHeadOffice', jsonb_build_object('Points', owed, 'InvoiceNo', sale.invoice_no)); end if;
end $$;

-- Returns the points of a redemption to refund after returns of its sale: in proportion, or all if nothing is left.
create or replace function redemption_share(redeemed bigint, sale transaction_summary, returned numeric, nothing_left boolean) returns bigint language sql immutable as $$
  select case when nothing_left then redeemed else greatest(floor(redeemed * least(returned, sale.net_amount) / nullif(sale.net_amount, 0)), 0)::bigint end
$$;

-- Returns the net amount of a sale that was returned, and whether the whole sale was returned.
create or replace function returned_of_sale(sale transaction_summary, out net numeric, out everything boolean) language sql stable as $$
  select coalesce((select sum(net_amount) from transaction_detail where original_transaction_id = sale.transaction_id), 0),
    not exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity < quantity)
$$;

-- Locks the balances of the sale's member and of all members who paid for the sale with points, in number order.
create or replace function lock_members_of(sale transaction_summary) returns void language sql as $$
  select lock_balances(array_remove(array(select surviving_membership(membership_no) from redemptions_of_invoice(sale.invoice_no))
    || surviving_membership(sale.membership_no), null))
$$;

-- Refunds points that paid for a sale in proportion to the sale's returns; returns the number of refunded points.
create or replace function refund_of_return(sale transaction_summary, today date, source jsonb) returns bigint language plpgsql as $$
declare
  returned record;
  redeemed point_history;
  refunded bigint := 0;
begin
  if not exists (select from redemptions_of_invoice(sale.invoice_no)) then return 0; end if;
  select * into returned from returned_of_sale(sale);
  for redeemed in select * from redemptions_of_invoice(sale.invoice_no) loop
    refunded := refunded + coalesce(refund_redemption_up_to(redeemed.history_id, redemption_share(-redeemed.points, sale, returned.net, returned.everything), today, source), 0);
  end loop;
  return refunded;
end $$;

create or replace function cancel_sale(input jsonb) returns cancelled_sale language plpgsql as $$
declare
  sale transaction_summary;
  id bigint := nextval('transaction_summary_transaction_id_seq');
  number text := input->>'InvoiceNo';
  returned_at timestamptz;
  today date := (input->>'Today')::date;
  wanted jsonb;
  points_requested bigint;
  points_taken bigint;
  points_refunded bigint;
  returned_by jsonb;
  -- Origin of the cancellation for other areas, with the outlet that returns the sale.
  source jsonb;
begin
  -- The sale is locked, because two tills may return the same line concurrently.
  select * into sale from transaction_summary where invoice_no = invoice_to_cancel(input) and transaction_type = 'N' for update;
  perform sale_to_cancel(sale, input);
  returned_at := return_time(sale, input);
  wanted := lines_to_cancel(sale, coalesce(nullif(input->'Lines', 'null'), '[]'));
  source := input || jsonb_build_object('OutletCode', coalesce(input->>'OutletCode', sale.outlet_code));
  perform sale_returning(sale, source);
  perform lock_members_of(sale);

  if number is null then
    select sale.invoice_no || '-C' || count(*) + 1 into number from transaction_summary
    where invoice_no like replace(replace(sale.invoice_no, '\', '\\'), '_', '\_') || '-C%' and transaction_type = 'C';
  end if;
  -- The cancellation copies the header of its sale except for the following fields.
  perform write_sale_head(jsonb_populate_record(sale, jsonb_build_object('transaction_id', id, 'transaction_type', 'C', 'invoice_no', number,
    'original_invoice_no', sale.invoice_no, 'original_transaction_id', sale.transaction_id, 'approval_status', null,
    'sales_order', coalesce(input->>'SalesOrder', sale.sales_order), 'outlet_code', coalesce(input->>'OutletCode', sale.outlet_code),
    'sales_person_code', coalesce(input->>'SalesPersonCode', sale.sales_person_code), 'department_code', coalesce(input->>'DepartmentCode', sale.department_code),
    'total_amount', 0, 'total_stated_yn', 'Y', 'discount', 0, 'tax', 0, 'trade_in', 0, 'voucher_amount', 0, 'net_amount', 0, 'earned_points', 0,
    'performed_at', returned_at, 'business_date', business_date_of(returned_at), 'source', input->'Source', 'remarks', input->'Remarks',
    'created_by_id', input->'CreatedById', 'created_at', now())));
  perform mark_for_check(id, instant_of(input->>'PerformedAt'), returned_at);

  with part as materialized (select * from cancel_parts(sale.transaction_id, wanted) where quantity_now > 0),
  written as (
    insert into transaction_detail (transaction_id, sequence_no, old_sequence_no, original_transaction_id, item_code, description, brand, product_type, product_group, stock_group,
      quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn, points_earned)
    select id, part.place, sequence_no, sale.transaction_id, item_code, description, brand, product_type, product_group, stock_group, quantity_now, weight, unit_price,
      discount_now, tax_now, net_now, serial_no, certificate_no, eligible_yn, 0
    from part join transaction_detail on transaction_id = sale.transaction_id and sequence_no = part.line
  )
  select points into points_requested from return_lines((select jsonb_agg(jsonb_build_object('TransactionId', id, 'OriginalTransactionId', sale.transaction_id,
    'OldSequenceNo', line, 'Quantity', quantity_now) order by place) from part));
  perform sum_up_lines(id);

  perform refuse_arrears(sale, points_requested, '[]', input);
  returned_by := jsonb_build_object(
    'InvoiceNo', number, 'TransactionId', id, 'ObjectType', 'Transaction', 'ObjectValue', id::text, 'OutletCode', coalesce(input->>'OutletCode', sale.outlet_code),
    'StaffId', input->'StaffId', 'RequestId', input->'RequestId', 'CreatedById', input->'CreatedById');
  points_taken := return_sale_points(sale.transaction_id, points_requested, today, returned_by) + return_bonuses(sale.transaction_id, today, returned_by);
  update transaction_summary set reversed_points = reversed_points + points_taken where transaction_id in (id, sale.transaction_id);
  points_refunded := refund_of_return(sale, today, jsonb_build_object('InvoiceNo', number, 'TransactionId', id, 'Remark', sale.invoice_no,
    'OutletCode', coalesce(input->>'OutletCode', sale.outlet_code), 'StaffId', input->'StaffId', 'RequestId', input->'RequestId', 'CreatedById', input->'CreatedById'));
  -- Arrears are paid after the refund, because the refunded lots pay arrears first.
  if points_taken > 0 and setting_text('points.arrearsPolicy') = 'Take from other lots' then
    perform recover_arrears(surviving_membership(sale.membership_no), 'cancel:' || id, today);
  end if;
  perform sale_returned(sale, source);
  return row(number, points_refunded)::cancelled_sale;
end $$;

-- Previews a cancellation without writing: each line, and the member's points before and after.
create or replace function preview_cancel(input jsonb) returns jsonb language plpgsql stable as $$
declare
  sale transaction_summary;
  today date := (input->>'Today')::date;
  wanted jsonb;
  parts jsonb;
  points_requested bigint;
  reversal record;
  usable bigint;
  owed bigint;
  -- Arrears and reserved points.
  unavailable bigint;
  refund record;
begin
  select * into sale from transaction_summary where invoice_no = invoice_to_cancel(input) and transaction_type = 'N';
  perform sale_to_cancel(sale, input);
  wanted := lines_to_cancel(sale, coalesce(nullif(input->'Lines', 'null'), '[]'));
  -- Amounts inside JSON are strings, so that readers do not convert them to floating-point numbers.
  select coalesce(sum(points_now), 0), jsonb_agg(jsonb_build_object('SequenceNo', line, 'QuantityBefore', quantity_left::text, 'QuantityAfter', (quantity_left - quantity_now)::text,
    'AmountBefore', (net_left + tax_left)::text, 'AmountAfter', (net_left + tax_left - net_now - tax_now)::text,
    'PointsBefore', points_left, 'PointsAfter', points_left - points_now) order by line)
  into points_requested, parts from cancel_parts(sale.transaction_id, wanted);
  perform refuse_arrears(sale, points_requested, wanted, input);

  reversal := reversal_of_return(sale, points_requested, wanted, today);
  select coalesce(max(arrears), 0), coalesce(max(reserved), 0) into owed, unavailable from point_balance
  where membership_no = sale.membership_no and balance_type = 'Jewel Club Points';
  unavailable := unavailable + owed;
  select coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0)::bigint into usable from point_history
  where membership_no = sale.membership_no and point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount
    and available_from <= today and (expiry_date is null or expiry_date >= today);
  -- Points that paid for the sale go back to the member who redeemed them, and pay this member's arrears first.
  select coalesce(sum(refund_now), 0)::bigint as points,
    coalesce(sum(refund_now) filter (where surviving_membership(membership_no) = surviving_membership(sale.membership_no)), 0)::bigint as member_points
  into refund from (
    select membership_no, greatest(redemption_share(-points, sale, returned.net, returned.everything) - redemption_refunded(history_id), 0) as refund_now
    from redemptions_of_invoice(sale.invoice_no), (
      select (returned_of_sale(sale)).net + coalesce(sum(net_now), 0) as net, coalesce(bool_and(quantity_now = quantity_left), true) as everything from cancel_parts(sale.transaction_id, wanted)
    ) returned
  ) redeemed;
  return jsonb_build_object('InvoiceNo', sale.invoice_no, 'MembershipNo', sale.membership_no, 'Lines', parts, 'PointsBack', reversal.points,
    'BonusBack', (select coalesce(sum(bonus.points), 0) from bonuses_reversal(sale, wanted) bonus),
    'PointsRefunded', refund.points,
    'AvailableBefore', greatest(usable - unavailable, 0),
    'AvailableAfter', greatest(usable - reversal.usable - unavailable - reversal.owed + refund.member_points, 0),
    'ArrearsBefore', owed, 'ArrearsAfter', greatest(owed + reversal.owed - refund.member_points, 0));
end $$;
