-- THE NIGHT'S WORK ON POINTS, in portions of members. A portion locks its members' balances in the order of their numbers and
-- then looks at the lots anew, so that any number of nights at once, or the same night again, do everything once.

-- The next members, after a number, with lots whose last day has passed. In the order of the index of open lots, which one
-- night thereby reads once: a plan that sorts would read all that is due for every portion.
create or replace function members_with_lots_due(after text, most integer, today date) returns text[] language sql stable
set enable_sort = off set enable_hashagg = off set enable_bitmapscan = off as $$
  select array_agg(membership_no order by membership_no) from (
    select distinct membership_no from point_history
    where membership_no > after and balance_type = 'Jewel Club Points' and point_amount > 0
      and point_reversed + point_utilized + point_expired < point_amount and expiry_date < today
    order by membership_no limit most) due
$$;

-- Expires what remains in the lots of the next members: one Expire row for each lot, which only can be written once.
create or replace function expire_lots(after text, most integer, today date, at_time timestamptz)
returns table (first_key text, last_key text, done bigint, points bigint) language plpgsql as $$
declare
  chosen text[] := members_with_lots_due(after, most, today);
begin
  if chosen is null then return; end if;
  perform from point_balance where membership_no = any (chosen) and balance_type = 'Jewel Club Points' order by membership_no for update;
  return query
  with due as (
    select h.history_id, h.membership_no, h.balance_type, h.invoice_no, h.outlet_code, h.expiry_date,
      h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining,
      row_number() over (partition by h.membership_no order by h.expiry_date, h.earned_at, h.history_id) as place
    from point_history h
    where h.membership_no = any (chosen) and h.balance_type = 'Jewel Club Points' and h.point_amount > 0
      and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date < today
  ),
  written as (
    insert into point_history (membership_no, balance_type, sequence_no, transaction_type, points, business_date, invoice_no, outlet_code,
      object_type, object_value, remark, source_key, created_at)
    select due.membership_no, due.balance_type, b.last_sequence_no + due.place, 'Expire', -due.remaining, today, due.invoice_no, due.outlet_code,
      'PointHistory', due.history_id::text, to_char(due.expiry_date, 'YYYY-MM-DD'), 'expire:' || due.history_id, at_time
    from due join point_balance b on b.membership_no = due.membership_no and b.balance_type = due.balance_type
    returning history_id, object_value::bigint as lot
  ),
  noted as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind)
    select written.history_id, due.history_id, due.remaining, 'Expire' from written join due on due.history_id = written.lot
  ),
  counted as (
    update point_history h set point_expired = h.point_expired + due.remaining from due where h.history_id = due.history_id
  ),
  by_member as (
    select membership_no, balance_type, sum(remaining)::bigint as remaining, count(*) as lots from due group by 1, 2
  ),
  balanced as (
    update point_balance b set lots_remaining = b.lots_remaining - m.remaining, last_sequence_no = b.last_sequence_no + m.lots,
      total_points_expired = b.total_points_expired + m.remaining, updated_at = at_time
    from by_member m where b.membership_no = m.membership_no and b.balance_type = m.balance_type
  )
  select chosen[1], chosen[array_upper(chosen, 1)], count(*), coalesce(sum(remaining), 0)::bigint from due;
end $$;

-- Pays what the next members owe from points that have opened since.
create or replace function recover_arrears_of_many(after text, most integer, today date)
returns table (first_key text, last_key text, done bigint, points bigint) language plpgsql as $$
declare
  chosen text[];
  one record;
  paid bigint;
begin
  select array_agg(membership_no order by membership_no) into chosen from (
    select membership_no from point_balance where arrears > 0 and membership_no > after order by membership_no limit most) owing;
  if chosen is null then return; end if;
  done := 0;
  points := 0;
  for one in select membership_no, last_sequence_no from point_balance
    where membership_no = any (chosen) and arrears > 0 order by membership_no for update
  loop
    paid := recover_arrears(one.membership_no, 'night:' || one.membership_no || ':' || one.last_sequence_no, today);
    if paid > 0 then
      done := done + 1;
      points := points + paid;
    end if;
  end loop;
  first_key := chosen[1];
  last_key := chosen[array_upper(chosen, 1)];
  return next;
end $$;
