-- WHAT OF THE SALES OF PEOPLE NEEDS A SECOND ONE. Whose sale is their own says is_own_customer(), of the household.

-- What one person entered by hand, or gave afterwards, for one member on one day, less what was returned of it and without
-- what a second person looked at: many small sales need the same approval as a large one.
create or replace function manual_sales_of_day(account bigint, member text, day date) returns numeric language sql stable as $$
  select coalesce(sum(sale.total_amount
    - coalesce((select sum(back.net_amount + back.tax) from transaction_detail back where back.original_transaction_id = sale.transaction_id), 0)), 0)
  from transaction_summary sale
  where sale.membership_no = member and sale.transaction_type = 'N' and sale.source = 'Manual' and sale.approval_status is null
    and ((sale.created_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.created_at) = day)
      or (sale.assigned_by_id = any (array(select accounts_of_person(account, day + 1))) and business_date_of(sale.assigned_at) = day))
$$;

-- Whether a sale by hand is more than one person may enter alone for one member on one day; null: without limit.
create or replace function manual_sale_above(account bigint, member text, day date, amount numeric, most numeric) returns boolean language sql stable as $$
  select most is not null and amount + manual_sales_of_day(account, member, day) > most
$$;

-- The same, for one that is written. The lock makes two at once come one after the other, whichever account they come from.
create or replace function manual_sale_waits(account bigint, member text, day date, amount numeric, most numeric) returns boolean language plpgsql as $$
begin
  if most is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('manual sales ' || member, 0));
  return manual_sale_above(account, member, day, amount, most);
end $$;
