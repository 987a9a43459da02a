-- PURCHASE DAYS: days on which a customer bought a piece that was not returned, with the amount left after returns.
-- A return reduces the day of the purchase, not the day of the return. A sale that awaits approval does not count.
--
-- The table purchase_day stores the days of all customers. Each change of a sale inserts a row into purchase_change.
-- A job recomputes the days of the affected customers; until then, reports compute these days from the sales.
-- So the till inserts only one short row without a lock, and reports are always up to date.

-- True if a piece of the sale was not returned.
-- PostgreSQL does not inline the function, so that it runs only for sales without an amount left.
create or replace function has_kept_piece(sale bigint) returns boolean language sql stable parallel safe as $$
  select exists (select from transaction_detail line where line.transaction_id = sale and line.quantity > 0 and line.cancelled_quantity < line.quantity)
$$;

-- Returns what is left of each sale that counts, and whether a piece of it was not returned (bought); null means all customers.
drop function if exists purchases();
create or replace function purchases_of(customers bigint[])
returns table (transaction_id bigint, customer_id bigint, business_date date, outlet_code text, net_sales numeric, bought boolean)
language sql stable parallel safe as $$
  -- The sums are materialized, because the planner would compute them again for each sale.
  with returned as materialized (
    -- Returns are summed by line, because a cancellation from a file can return lines of several sales.
    select original_transaction_id as transaction_id, sum(net_amount) as amount from transaction_detail
    where original_transaction_id is not null
      and (customers is null or original_transaction_id in (select own.transaction_id from transaction_summary own where own.customer_id = any (customers)))
    group by 1
  )
  select sale.transaction_id, sale.customer_id, sale.business_date, sale.outlet_code, sale.net_amount - coalesce(returned.amount, 0),
    sale.net_amount > coalesce(returned.amount, 0) or has_kept_piece(sale.transaction_id)
  from transaction_summary sale left join returned on returned.transaction_id = sale.transaction_id
  where sale.customer_id is not null and (customers is null or sale.customer_id = any (customers))
    and sale.transaction_type = 'N' and (sale.approval_status is null or sale.approval_status = 'Approved')
$$;

drop function if exists purchase_days(date, date, text);

-- Numbers all months consecutively, so that the difference of two numbers is a number of months.
create or replace function month_number(day date) returns int language sql immutable parallel safe as $$
  select (extract(year from day) * 12 + extract(month from day) - 1)::int
$$;
create or replace function first_of_month(month int) returns date language sql immutable parallel safe as $$
  select make_date(month / 12, month % 12 + 1, 1)
$$;

-- Computes purchase days from the sales; null parameters mean all customers or all outlets.
create or replace function purchase_days_of(customers bigint[], at_outlet text) returns setof purchase_day language sql stable parallel safe as $$
  select customer_id, business_date, net_sales, business_date - first_date, business_date - previous_date,
    month_number(first_date), month_number(business_date), previous_date is null or month_number(previous_date) < month_number(business_date)
  from (
    select day.*, first_value(business_date) over theirs as first_date, lag(business_date) over theirs as previous_date
    from (
      select customer_id, business_date, sum(net_sales) as net_sales from purchases_of(customers)
      where at_outlet is null or outlet_code = at_outlet
      group by 1, 2 having bool_or(bought)
    ) day
    window theirs as (partition by customer_id order by business_date)
  ) placed
$$;

-- Returns the customers whose purchase days may have changed since the last run of the job.
create or replace function changed_buyers() returns table (customer_id bigint) language sql stable parallel safe as $$
  select change.customer_id from purchase_change change where change.customer_id is not null
  union select sale.customer_id from purchase_change change join transaction_summary sale on sale.transaction_id = change.transaction_id
    where sale.customer_id is not null
$$;

-- PURCHASE DAYS OF CURRENT CUSTOMERS are stored days (settled) or days computed from the sales (fresh).
-- Customers with unprocessed changes have fresh days; a report about one outlet has only fresh days.
-- Each customer has either settled or fresh days.
-- Separate functions let a report scan the stored days in the order of their key.
create or replace function settled_purchase_days() returns setof purchase_day language sql stable parallel safe as $$
  select stored.* from purchase_day stored where stored.customer_id not in (
    select removed_customer.customer_id from customer removed_customer where removed_customer.status in ('Deleted', 'Merged') union all select changed.customer_id from changed_buyers() changed)
$$;
create or replace function fresh_purchase_days(at_outlet text) returns setof purchase_day language sql stable parallel safe as $$
  select fresh.* from purchase_days_of(case when at_outlet is null then array(select changed.customer_id from changed_buyers() changed) end, at_outlet) fresh
  where fresh.customer_id not in (select removed_customer.customer_id from customer removed_customer where removed_customer.status in ('Deleted', 'Merged'))
$$;

-- Triggers record the customers whose purchase days may have changed whenever a sale is written.
create or replace function note_purchases() returns trigger language plpgsql as $$
begin
  insert into purchase_change (customer_id)
  select distinct written.customer_id from written where written.customer_id is not null and written.transaction_type = 'N';
  return null;
end $$;
create or replace trigger purchases_noted after insert on transaction_summary
  referencing new table as written for each statement execute function note_purchases();

create or replace function note_changed_purchase() returns trigger language plpgsql as $$
begin
  insert into purchase_change (customer_id)
  select distinct buyer from unnest(array[old.customer_id, new.customer_id]) buyer where buyer is not null;
  return null;
end $$;
create or replace trigger purchases_changed after update of customer_id, approval_status, net_amount, business_date, transaction_type on transaction_summary
  for each row when ((old.customer_id, old.approval_status, old.net_amount, old.business_date, old.transaction_type)
    is distinct from (new.customer_id, new.approval_status, new.net_amount, new.business_date, new.transaction_type)
    and 'N' in (old.transaction_type, new.transaction_type))
  execute function note_changed_purchase();

-- Records the customers of returned lines and of free pieces, which do not change the amount of a sale.
create or replace function note_returned_purchase() returns trigger language plpgsql as $$
begin
  insert into purchase_change (transaction_id) values (coalesce(new.original_transaction_id, new.transaction_id));
  return null;
end $$;
create or replace trigger purchases_returned after insert on transaction_detail
  for each row when (new.original_transaction_id is not null or new.net_amount = 0) execute function note_returned_purchase();

-- Recomputes purchase days for the oldest `most` recorded changes, and returns the number of processed changes.
-- The transaction must use repeatable read, so that changes recorded meanwhile are processed by the next run.
create or replace function make_purchase_days(most int) returns int language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  notes bigint[] := array(select change_id from purchase_change order by change_id limit most);
  buyers bigint[];
begin
  if cardinality(notes) = 0 then return 0; end if;
  if current_setting('transaction_isolation') = 'read committed' then raise exception 'Purchase days are computed as of one moment'; end if;
  select array_agg(distinct coalesce(change.customer_id, sale.customer_id)) into buyers
  from purchase_change change left join transaction_summary sale on sale.transaction_id = change.transaction_id where change.change_id = any (notes);

  with recomputed as materialized (select * from purchase_days_of(buyers, null)),
  dropped as (
    delete from purchase_day stored where stored.customer_id = any (buyers)
      and not exists (select from recomputed where recomputed.customer_id = stored.customer_id and recomputed.business_date = stored.business_date)
  )
  insert into purchase_day as stored (customer_id, business_date, net_sales, since_first, since_previous)
  select customer_id, business_date, net_sales, since_first, since_previous from recomputed
  on conflict (customer_id, business_date) do update set net_sales = excluded.net_sales, since_first = excluded.since_first, since_previous = excluded.since_previous
    where (stored.net_sales, stored.since_first, stored.since_previous) is distinct from (excluded.net_sales, excluded.since_first, excluded.since_previous);
  delete from purchase_change where change_id = any (notes);
  return cardinality(notes);
end $$;

-- RECONCILIATION: compares stored purchase days with computed ones, for customers without unprocessed changes.
create or replace function purchase_differences() returns table (check_name text, reference text, expected numeric, found numeric)
language sql stable set work_mem = '96MB' as $$
  with pair as (
    select customer_id, business_date, computed.net_sales as computed_net_sales, stored.net_sales, computed.since_first as computed_first, stored.since_first,
      computed.since_previous as computed_previous, stored.since_previous
    from purchase_days_of(null, null) computed full join purchase_day stored using (customer_id, business_date)
    where customer_id not in (select changed.customer_id from changed_buyers() changed)
  )
  select kind, format('%s %s', customer_id, business_date), coalesce(expected, 0), coalesce(actual, 0)
  from pair, lateral (values
    ('Purchase day', computed_net_sales, net_sales),
    ('Days since first purchase', computed_first, since_first),
    ('Days since last purchase', computed_previous, since_previous)) compared (kind, expected, actual)
  where coalesce(expected, 0) <> coalesce(actual, 0)
$$;
