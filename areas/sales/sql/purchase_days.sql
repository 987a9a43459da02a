-- PURCHASE DAYS: the days on which a customer bought and kept at least one piece, whatever it cost, with the amount that is left. What was
-- returned, whenever, is taken off the day it was bought on. A sale that waits for a second person does not count.
--
-- purchase_day keeps what a whole company's sales say of this, and can't disagree silently: a transaction that changes a sale notes whose it is
-- (purchase_change), a job makes the days of those customers again, and until it has, a report takes theirs from the sales. So the till
-- writes one short row and waits for nobody, and no report is ever behind.

-- Whether a piece of a sale was bought and kept. Not inlined, so that a query asks it only for the sales without any amount left.
create or replace function has_kept_piece(sale bigint) returns boolean language sql stable parallel safe as $$
  select exists (select from transaction_detail line where line.transaction_id = sale and line.quantity > 0 and line.cancelled_quantity < line.quantity)
$$;

-- The amount that is left of each sale that counts, and whether it is a purchase: a piece of it was kept.
drop function if exists purchases();
create function purchases()
returns table (transaction_id bigint, customer_id bigint, business_date date, outlet_code text, kept numeric, bought boolean)
language sql stable parallel safe as $$
  -- Added up once, whatever the plan: without statistics it would be for each sale again.
  with returned as materialized (
    -- By line, as sale_left: a cancellation from a file may return lines of several sales.
    select original_transaction_id as transaction_id, sum(net_amount) as amount from transaction_detail
    where original_transaction_id is not null group by 1
  )
  select sale.transaction_id, sale.customer_id, sale.business_date, sale.outlet_code, sale.net_amount - coalesce(returned.amount, 0),
    sale.net_amount > coalesce(returned.amount, 0) or has_kept_piece(sale.transaction_id)
  from transaction_summary sale left join returned on returned.transaction_id = sale.transaction_id
  where sale.customer_id is not null and sale.transaction_type = 'N' and (sale.approval_status is null or sale.approval_status = 'Approved')
$$;

drop function if exists purchase_days(date, date, text);

-- Months numbered through, so that one less another is how many lie between them.
create or replace function month_number(day date) returns int language sql immutable parallel safe as $$
  select (extract(year from day) * 12 + extract(month from day) - 1)::int
$$;
create or replace function first_of_month(month int) returns date language sql immutable parallel safe as $$
  select make_date(month / 12, month % 12 + 1, 1)
$$;

-- The purchase days of some customers (null: all) at one outlet (null: all), from the sales themselves.
create or replace function purchase_days_of(customers bigint[], at_outlet text) returns setof purchase_day language sql stable parallel safe as $$
  select customer_id, business_date, kept, business_date - first_date, business_date - previous_date,
    month_number(first_date), month_number(business_date), previous_date is null or month_number(previous_date) < month_number(business_date)
  from (
    select day.*, first_value(business_date) over theirs as first_date, lag(business_date) over theirs as previous_date
    from (
      select customer_id, business_date, sum(kept) as kept from purchases()
      where (customers is null or customer_id = any (customers)) and (at_outlet is null or outlet_code = at_outlet)
      group by 1, 2 having bool_or(bought)
    ) day
    window theirs as (partition by customer_id order by business_date)
  ) placed
$$;

-- Whose days what was noted has changed.
create or replace function changed_buyers() returns table (customer_id bigint) language sql stable parallel safe as $$
  select noted.customer_id from purchase_change noted where noted.customer_id is not null
  union select sale.customer_id from purchase_change noted join transaction_summary sale on sale.transaction_id = noted.transaction_id
    where sale.customer_id is not null
$$;

-- THE PURCHASE DAYS OF ALL WHO ARE CUSTOMERS STILL are those that are kept and, beside them, those that are read from the sales: of whom
-- something has changed and, with an outlet, of what was bought there. Nobody is in both. They stand apart so that a report can go through what
-- is kept in the order of its key.
create or replace function settled_purchase_days() returns setof purchase_day language sql stable parallel safe as $$
  select kept.* from purchase_day kept where kept.customer_id not in (
    select gone.customer_id from customer gone where gone.status in ('Deleted', 'Merged') union all select changed.customer_id from changed_buyers() changed)
$$;
create or replace function fresh_purchase_days(at_outlet text) returns setof purchase_day language sql stable parallel safe as $$
  select fresh.* from purchase_days_of(case when at_outlet is null then array(select changed.customer_id from changed_buyers() changed) end, at_outlet) fresh
  where fresh.customer_id not in (select gone.customer_id from customer gone where gone.status in ('Deleted', 'Merged'))
$$;

-- NOTING WHAT CHANGES. Whatever writes a sale, a till, a file, a merge or a person, says here whose purchase days may be others now.
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

-- Lines that return something, and free pieces, which may come after their sale and leave its amount as it is. No other line calls the function.
create or replace function note_returned_purchase() returns trigger language plpgsql as $$
begin
  insert into purchase_change (transaction_id) values (coalesce(new.original_transaction_id, new.transaction_id));
  return null;
end $$;
create or replace trigger purchases_returned after insert on transaction_detail
  for each row when (new.original_transaction_id is not null or new.net_amount = 0) execute function note_returned_purchase();

-- MAKING DAYS AGAIN for what was noted first, so many notes at most. In a transaction that sees one moment: what is noted later stays noted.
-- Answers how many notes it did.
create or replace function make_purchase_days(most int) returns int language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  notes bigint[] := array(select change_id from purchase_change order by change_id limit most);
  buyers bigint[];
begin
  if cardinality(notes) = 0 then return 0; end if;
  if current_setting('transaction_isolation') = 'read committed' then raise exception 'Purchase days are made as of one moment'; end if;
  select array_agg(distinct coalesce(noted.customer_id, sale.customer_id)) into buyers
  from purchase_change noted left join transaction_summary sale on sale.transaction_id = noted.transaction_id where noted.change_id = any (notes);

  with made as materialized (select * from purchase_days_of(buyers, null)),
  dropped as (
    delete from purchase_day kept where kept.customer_id = any (buyers)
      and not exists (select from made where made.customer_id = kept.customer_id and made.business_date = kept.business_date)
  )
  insert into purchase_day as known (customer_id, business_date, kept, since_first, since_previous)
  select customer_id, business_date, kept, since_first, since_previous from made
  on conflict (customer_id, business_date) do update set kept = excluded.kept, since_first = excluded.since_first, since_previous = excluded.since_previous
    where (known.kept, known.since_first, known.since_previous) is distinct from (excluded.kept, excluded.since_first, excluded.since_previous);
  delete from purchase_change where change_id = any (notes);
  return cardinality(notes);
end $$;

-- THE PROOF: what is kept is what the sales say, for everybody of whom nothing is noted.
create or replace function purchase_differences() returns table (check_name text, reference text, expected numeric, found numeric)
language sql stable set work_mem = '96MB' as $$
  with pair as (
    select customer_id, business_date, said.kept as said_kept, known.kept, said.since_first as said_first, known.since_first,
      said.since_previous as said_previous, known.since_previous
    from purchase_days_of(null, null) said full join purchase_day known using (customer_id, business_date)
    where customer_id not in (select changed.customer_id from changed_buyers() changed)
  )
  select kind, format('%s %s', customer_id, business_date), coalesce(said, 0), coalesce(stands, 0)
  from pair, lateral (values
    ('Purchase day', said_kept, kept),
    ('Days since first purchase', said_first, since_first),
    ('Days since last purchase', said_previous, since_previous)) compared (kind, said, stands)
  where coalesce(said, 0) <> coalesce(stands, 0)
$$;
