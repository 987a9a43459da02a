-- LINES AS REPORTS ABOUT GOODS READ THEM: each with the day, the outlet and the member of its sale. Written in the statement that writes the line
-- or changes its sale, by the owner's rights, no matter who does: nobody else may. The rows are the sale's own, so nobody waits for another sale.

-- A sale's lines as reports are to read them, from the sales themselves. Null: all sales.
create or replace function lines_as_sold(sales bigint[]) returns setof sold_line language sql stable parallel safe as $$
  select line.transaction_id, line.sequence_no, sale.business_date, sale.outlet_code, sale.membership_no, sale.transaction_type = 'C',
    sale.approval_status is null or sale.approval_status = 'Approved', line.brand, line.product_type, line.product_group, line.quantity, line.discount,
    line.net_amount
  from transaction_summary sale join transaction_detail line on line.transaction_id = sale.transaction_id
  where sales is null or sale.transaction_id = any (sales)
$$;

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

-- What a sale to check is of may be said later.
create or replace function rename_sold_goods() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sold_line set brand = new.brand, product_type = new.product_type, product_group = new.product_group
  where transaction_id = new.transaction_id and sequence_no = new.sequence_no;
  return null;
end $$;
create or replace trigger sold_goods_renamed after update of brand, product_type, product_group on transaction_detail
  for each row when ((old.brand, old.product_type, old.product_group) is distinct from (new.brand, new.product_type, new.product_group))
  execute function rename_sold_goods();

-- It was given to a member or taken from one, merged, or decided by a second person.
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

-- THE PROOF: amounts, and all the rest, which is one or is not.
create or replace function sold_differences() returns table (check_name text, invoice_no text, reference text, expected numeric, found numeric)
language sql stable as $$
  with pair as (
    select said, known, coalesce(said.transaction_id, known.transaction_id) as sale, coalesce(said.sequence_no, known.sequence_no) as line
    from lines_as_sold(null) said full join sold_line known on known.transaction_id = said.transaction_id and known.sequence_no = said.sequence_no
    where said is distinct from known
  )
  select case when (said).net_amount is distinct from (known).net_amount then 'Amount of sold line' else 'Sold line' end,
    (select head.invoice_no from transaction_summary head where head.transaction_id = pair.sale), pair.line::text,
    case when (said).net_amount is distinct from (known).net_amount then coalesce((said).net_amount, 0) else 1 end,
    case when (said).net_amount is distinct from (known).net_amount then coalesce((known).net_amount, 0) else 0 end
  from pair
$$;
