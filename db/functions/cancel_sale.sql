-- TAKING A SALE BACK, whole or by line. Amounts and quantities of a cancellation are positive: net sales are N minus C.
-- A line gives back exactly the points it earned: several partial cancellations add up to the whole, never to more.

create or replace function cancel_sale(wish jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  id bigint;
  number text := wish->>'InvoiceNo';
  moment timestamptz := instant_of(wish->>'PerformedAt');
  today date := (wish->>'Today')::date;
  wanted jsonb := wish->'Lines';
  fault record;
  points_wanted bigint;
  points_taken bigint := 0;
  lot record;
begin
  -- Locked, because two tills may take the same line back at once.
  select * into sale from transaction_summary where invoice_no = wish->>'OriginalInvoiceNo' and transaction_type = 'N' for update;
  if sale.transaction_id is null or (wish->>'OutletCode' is not null and sale.outlet_code <> wish->>'OutletCode') then perform refuse_sale('notFound'); end if;
  if wish->>'Now' is not null and not moment between sale.performed_at and (wish->>'Now')::timestamptz + interval '5 minutes' then
    perform refuse_sale('cancelDateOutOfRange');
  end if;
  if wish->>'MembershipNo' is not null and sale.membership_no is distinct from (sale_member(wish->>'MembershipNo')).membership_no then
    perform refuse_sale('otherMember', jsonb_build_object('InvoiceNo', sale.invoice_no));
  end if;

  -- No lines named means all that is left.
  if jsonb_array_length(wanted) = 0 then
    select coalesce(jsonb_agg(jsonb_build_object('OldSequenceNo', sequence_no) order by sequence_no), '[]') into wanted
    from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity < quantity;
  end if;
  if jsonb_array_length(wanted) = 0 then
    perform refuse_sale('nothingLeft', jsonb_build_object('InvoiceNo', sale.invoice_no));
  end if;
  select (line->>'OldSequenceNo')::int as line, detail.sequence_no, detail.quantity - detail.cancelled_quantity as "left" into fault
  from jsonb_array_elements(wanted) line
  left join transaction_detail detail on detail.transaction_id = sale.transaction_id and detail.sequence_no = (line->>'OldSequenceNo')::int
  where detail.sequence_no is null or detail.quantity = detail.cancelled_quantity
    or coalesce((line->>'Quantity')::numeric, 0) > detail.quantity - detail.cancelled_quantity
  limit 1;
  if found then
    if fault.sequence_no is null then perform refuse_sale('lineNotFound', jsonb_build_object('Line', fault.line, 'InvoiceNo', sale.invoice_no)); end if;
    perform refuse_sale('moreThanSold', jsonb_build_object('Line', fault.line, 'Left', trim_scale(fault."left")));
  end if;

  if number is null then
    select sale.invoice_no || '-C' || count(*) + 1 into number from transaction_summary
    where invoice_no like replace(replace(sale.invoice_no, '\', '\\'), '_', '\_') || '-C%' and transaction_type = 'C';
  end if;
  insert into transaction_summary (sales_order, transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id,
    outlet_code, sales_person_code, department_code, total_amount, net_amount, performed_at, business_date, source, remarks, created_by_id)
  values (coalesce(wish->>'SalesOrder', sale.sales_order), 'C', number, sale.invoice_no, sale.transaction_id, sale.membership_no, sale.customer_id,
    coalesce(wish->>'CancelOutletCode', sale.outlet_code), coalesce(wish->>'SalesPersonCode', sale.sales_person_code), coalesce(wish->>'DepartmentCode', sale.department_code),
    0, 0, moment, business_date_of(moment), wish->>'Source', wish->>'Remarks', (wish->>'CreatedById')::bigint)
  on conflict on constraint transaction_summary_invoice do nothing
  returning transaction_id into id;
  if id is null then perform refuse_sale('invoiceExists', jsonb_build_object('InvoiceNo', number)); end if;

  with line as (
    select detail.*, coalesce((entry->>'Quantity')::numeric, detail.quantity - detail.cancelled_quantity) as quantity_now, place,
      coalesce(before.net_amount, 0) as net_before, coalesce(before.tax, 0) as tax_before, coalesce(before.discount, 0) as discount_before
    from jsonb_array_elements(wanted) with ordinality entries (entry, place)
    join transaction_detail detail on detail.transaction_id = sale.transaction_id and detail.sequence_no = (entry->>'OldSequenceNo')::int
    left join lateral (
      select sum(earlier.net_amount) as net_amount, sum(earlier.tax) as tax, sum(earlier.discount) as discount
      -- By line: a cancellation from a file may take back lines of several sales.
      from transaction_detail earlier
      where earlier.original_transaction_id = sale.transaction_id and earlier.old_sequence_no = detail.sequence_no
    ) before on true
  ),
  counted as (
    select line.*, cancelled_quantity + quantity_now as quantity_after,
      case when cancelled_quantity + quantity_now = quantity then points_earned
        else floor(points_earned * (cancelled_quantity + quantity_now) / quantity)::bigint end as points_after
    from line
  ),
  -- The last part takes what the earlier ones left, so that cents add up too.
  written as (
    insert into transaction_detail (transaction_id, sequence_no, old_sequence_no, original_transaction_id, item_code, description, brand, product_type, product_group, stock_group,
      quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn, points_earned)
    select id, place, sequence_no, sale.transaction_id, item_code, description, brand, product_type, product_group, stock_group, quantity_now, weight, unit_price,
      case when quantity_after = quantity then discount - discount_before else round(discount * quantity_now / quantity, 2) end,
      case when quantity_after = quantity then tax - tax_before else round(tax * quantity_now / quantity, 2) end,
      case when quantity_after = quantity then net_amount - net_before else round(net_amount * quantity_now / quantity, 2) end,
      serial_no, certificate_no, eligible_yn, 0
    from counted
    returning net_amount, tax, discount
  ),
  taken as (
    update transaction_detail detail set cancelled_quantity = counted.quantity_after, points_reversed = counted.points_after
    from counted where detail.transaction_id = sale.transaction_id and detail.sequence_no = counted.sequence_no
  ),
  summed as (select sum(net_amount) as net, sum(tax) as tax, sum(discount) as discount from written),
  headed as (
    update transaction_summary set net_amount = summed.net, tax = summed.tax, discount = summed.discount, total_amount = summed.net + summed.tax
    from summed where transaction_id = id
  )
  select sum(points_after - points_reversed) into points_wanted from counted;

  -- Everything the sale gave, bonuses too, goes back in the order in which it came.
  for lot in select history_id from point_history
    where transaction_id = sale.transaction_id and transaction_type in ('Earn', 'Bonus') order by history_id
  loop
    exit when points_taken >= points_wanted;
    points_taken := points_taken + reverse_lot(lot.history_id, points_wanted - points_taken, today, jsonb_build_object(
      'InvoiceNo', number, 'TransactionId', id, 'ObjectType', 'Transaction', 'ObjectValue', id::text, 'OutletCode', coalesce(wish->>'CancelOutletCode', sale.outlet_code),
      'StaffId', wish->'StaffId', 'SourceKey', 'cancel:' || id || ':' || lot.history_id, 'RequestId', wish->'RequestId', 'CreatedById', wish->'CreatedById'));
  end loop;
  update transaction_summary set reversed_points = reversed_points + points_taken where transaction_id in (id, sale.transaction_id);
  return jsonb_build_object('TransactionId', id, 'InvoiceNo', number, 'ReversedPoints', points_taken);
end $$;
