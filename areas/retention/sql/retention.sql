-- The days on which customers bought and kept something, with what is left of it. What was returned, whenever, is taken off the day it
-- was bought on; a day of which nothing is left does not count, nor does what waits for a second person. With an outlet: what was bought there.
create or replace function purchase_days(first_day date, last_day date, at_outlet text default null)
returns table (customer_id bigint, day date, value numeric) language sql stable parallel safe as $$
  with returned as (
    -- By line, as sale_left: a cancellation from a file may return lines of several sales.
    select original_transaction_id as transaction_id, sum(net_amount) as amount from transaction_detail
    where original_transaction_id is not null group by 1
  )
  select sale.customer_id, sale.business_date, sum(sale.net_amount) - coalesce(sum(returned.amount), 0)
  from transaction_summary sale left join returned using (transaction_id)
  where sale.customer_id is not null and sale.customer_id not in (select gone.customer_id from customer gone where gone.status in ('Deleted', 'Merged'))
    and sale.transaction_type = 'N' and (sale.approval_status is null or sale.approval_status = 'Approved') and sale.business_date between first_day and last_day
    and (at_outlet is null or sale.outlet_code = at_outlet)
  group by 1, 2 having sum(sale.net_amount) - coalesce(sum(returned.amount), 0) > 0
$$;

-- The purchase days of each customer up to `known_until`, in one row; and how many more came until `seen_until`.
create or replace function purchase_histories(known_until date, seen_until date)
returns table (customer_id bigint, first_day date, last_day date, days int, repeat_value numeric, later_days int) language sql stable as $$
  with bought as (select * from purchase_days('-infinity', seen_until)),
  history as (
    select customer_id, min(day) as first_day, max(day) filter (where day <= known_until) as last_day,
      count(*) filter (where day <= known_until)::int as days, sum(value) filter (where day <= known_until) as value,
      count(*) filter (where day > known_until)::int as later_days
    from bought group by 1
  )
  select history.customer_id, first_day, last_day, days, history.value - first.value, later_days
  from history join bought first on first.customer_id = history.customer_id and first.day = history.first_day
  where first_day <= known_until
$$;
