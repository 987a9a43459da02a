-- SOLD LINES FOR REPORTS ABOUT GOODS: a copy of each line with the business date, outlet and member of its sale.
-- Triggers write a sold line together with its line or with a change of its sale.
-- The triggers are security definer, because no role may write sold_line; each one locks only rows of its own sale.

create or replace function write_sold_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sold_line
  select written.transaction_id, written.sequence_no, sale.business_date, sale.outlet_code, sale.membership_no, sale.transaction_type = 'C',
    sale.approval_status is null or sale.approval_status = 'Approved', written.brand, written.product_type, written.product_group, written.quantity,
    written.discount, written.net_amount
  from written join transaction_summary sale on sale.transaction_id = written.transaction_id;
  return null;
end $$;
create or replace trigger sold_lines_written after insert on transaction_detail
  referencing new table as written for each statement execute function write_sold_lines();

-- Updates the goods of a sold line when staff map the line's goods in Sales to check.
create or replace function rename_sold_goods() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sold_line set brand = new.brand, product_type = new.product_type, product_group = new.product_group
  where transaction_id = new.transaction_id and sequence_no = new.sequence_no;
  return null;
end $$;
create or replace trigger sold_goods_renamed after update of brand, product_type, product_group on transaction_detail
  for each row when ((old.brand, old.product_type, old.product_group) is distinct from (new.brand, new.product_type, new.product_group))
  execute function rename_sold_goods();

-- Updates sold lines when their sale is assigned, unassigned, approved, rejected or moved by a merge.
create or replace function follow_sale() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sold_line set business_date = new.business_date, outlet_code = new.outlet_code, membership_no = new.membership_no,
    counts = new.approval_status is null or new.approval_status = 'Approved'
  where transaction_id = new.transaction_id;
  return null;
end $$;
create or replace trigger sold_lines_follow after update of membership_no, approval_status, business_date, outlet_code on transaction_summary
  for each row when ((old.membership_no, old.approval_status, old.business_date, old.outlet_code)
    is distinct from (new.membership_no, new.approval_status, new.business_date, new.outlet_code))
  execute function follow_sale();

-- RECONCILIATION: returns expected and stored amounts; a difference of another kind has expected 1 and found 0.
create or replace function sold_differences() returns table (check_name text, invoice_no text, reference text, expected numeric, found numeric)
language sql stable set work_mem = '96MB' as $$
  with computed as (
    select line.transaction_id, line.sequence_no, sale.business_date, sale.outlet_code, sale.membership_no, sale.transaction_type = 'C' as came_back,
      sale.approval_status is null or sale.approval_status = 'Approved' as counts, line.brand, line.product_type, line.product_group, line.quantity,
      line.discount, line.net_amount
    from transaction_summary sale join transaction_detail line on line.transaction_id = sale.transaction_id
  ),
  pair as (
    select transaction_id, sequence_no, computed.net_amount as computed_net, stored.net_amount as stored_net
    from computed full join sold_line stored using (transaction_id, sequence_no)
    where (computed.business_date, computed.outlet_code, computed.membership_no, computed.came_back, computed.counts, computed.brand, computed.product_type, computed.product_group,
        computed.quantity, computed.discount, computed.net_amount)
      is distinct from (stored.business_date, stored.outlet_code, stored.membership_no, stored.came_back, stored.counts, stored.brand, stored.product_type,
        stored.product_group, stored.quantity, stored.discount, stored.net_amount)
  )
  select case when computed_net is distinct from stored_net then 'Amount of sold line' else 'Sold line' end,
    (select head.invoice_no from transaction_summary head where head.transaction_id = pair.transaction_id), sequence_no::text,
    case when computed_net is distinct from stored_net then coalesce(computed_net, 0) else 1 end,
    case when computed_net is distinct from stored_net then coalesce(stored_net, 0) else 0 end
  from pair
$$;
