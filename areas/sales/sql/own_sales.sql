-- MANUAL SALES THAT NEED A SECOND PERSON. is_own_customer() of the household area decides whether a sale is the person's own.

-- Total that one person entered or assigned manually for one member on one day, less returns and without approved sales: many small
-- sales need the same approval as a large one.
create or replace function manual_sales_of_day(account bigint, member text, day date) returns numeric language sql stable as $$
  select coalesce(sum(sale.total_amount
    - coalesce((select sum(return_line.net_amount + return_line.tax) from transaction_detail return_line where return_line.original_transaction_id = sale.transaction_id), 0)), 0)
  from transaction_summary sale
  where sale.membership_no = member and sale.transaction_type = 'N' and sale.source = 'Manual' and sale.approval_status is null
    and ((sale.created_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.created_at) = day)
      or (sale.assigned_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.assigned_at) = day))
$$;

-- Is a manual sale above the amount that one person may enter alone for one member on one day? Null: no limit.
create or replace function manual_sale_above(account bigint, member text, day date, amount numeric, most numeric) returns boolean language sql stable as $$
  select most is not null and amount + manual_sales_of_day(account, member, day) > most
$$;

-- Like manual_sale_above, for a sale that is being written. The lock serializes concurrent sales, whichever account they come from.
create or replace function manual_sale_waits(account bigint, member text, day date, amount numeric, most numeric) returns boolean language plpgsql as $$
begin
  if most is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('manual sales ' || member, 0));
  return manual_sale_above(account, member, day, amount, most);
end $$;
