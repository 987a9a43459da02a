-- MANUAL SALES THAT NEED A SECOND PERSON. Sales to oneself are detected by is_own_customer() of the area household.

-- Returns the total that one person entered or assigned for one member and day, less returns and approved sales.
-- The limit applies to the total of a day, so that staff cannot avoid approval by splitting a sale.
create or replace function manual_sales_of_day(account bigint, member text, day date) returns numeric language sql stable as $$
  select coalesce(sum(sale.total_amount
    - coalesce((select sum(return_line.net_amount + return_line.tax) from transaction_detail return_line where return_line.original_transaction_id = sale.transaction_id), 0)), 0)
  from transaction_summary sale
  where sale.membership_no = member and sale.transaction_type = 'N' and sale.source = 'Manual' and sale.approval_status is null
    and ((sale.created_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.created_at) = day)
      or (sale.assigned_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.assigned_at) = day))
$$;

-- True if a manual sale raises the total of one person, member and day above the limit; null means no limit.
create or replace function manual_sale_above(account bigint, member text, day date, amount numeric, most numeric) returns boolean language sql stable as $$
  select most is not null and amount + manual_sales_of_day(account, member, day) > most
$$;

-- Returns manual_sale_above for a sale that is being written; a lock makes concurrent sales wait.
create or replace function manual_sale_waits(account bigint, member text, day date, amount numeric, most numeric) returns boolean language plpgsql as $$
begin
  if most is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('manual sales ' || member, 0));
  return manual_sale_above(account, member, day, amount, most);
end $$;
