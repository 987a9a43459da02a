-- Returns one row per customer with the purchase days (areas/sales/sql/purchase_days.sql) up to `known_until`.
-- The column later_days counts the purchase days after `known_until` and up to `seen_until`.
create or replace function purchase_histories(known_until date, seen_until date)
returns table (customer_id bigint, first_day date, last_day date, days int, repeat_value numeric, later_days int) language sql stable as $$
  select customer_id, min(business_date), max(business_date) filter (where business_date <= known_until),
    count(*) filter (where business_date <= known_until)::int,
    coalesce(sum(net_sales) filter (where business_date <= known_until and since_first > 0), 0),
    count(*) filter (where business_date > known_until)::int
  from (select * from settled_purchase_days() union all select * from fresh_purchase_days(null)) purchase_day where business_date <= seen_until
  group by 1 having min(business_date) <= known_until
$$;
