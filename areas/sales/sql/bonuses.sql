-- BONUSES OF A SALE. An area above promises one on `sale_earned` by writing a row of sale_bonus: of which lines, how much, from which
-- minimum. What it comes to follows from the lines that are left, so that it is given, added to and taken back by one rule.

-- What a bonus comes to once the `wanted` lines (as cancel_parts takes them) have come back too.
create or replace function bonus_due(bonus sale_bonus, wanted jsonb default '[]') returns bigint language plpgsql stable as $$
declare
  counted record;
begin
  with line as (
    select detail, detail.quantity, detail.points_earned, sum(detail.net_amount) over () as net_of_sale,
      detail.cancelled_quantity + case when entry is null then 0
        else coalesce((entry->>'Quantity')::numeric, detail.quantity - detail.cancelled_quantity) end as gone
    from transaction_detail detail
    left join jsonb_array_elements(wanted) entry on (entry->>'OldSequenceNo')::int = detail.sequence_no
    where detail.transaction_id = bonus.transaction_id
  )
  select coalesce(sum(points_earned - points_returned(points_earned, quantity, gone)), 0) as points, coalesce(bool_or(gone < quantity), false) as something,
    coalesce(sum(base_of_line(sale, detail, net_of_sale) * (quantity - gone) / nullif(quantity, 0)), 0) as base
  into counted
  from line join transaction_summary sale on sale.transaction_id = bonus.transaction_id
  where (detail).sequence_no = any (bonus.lines);
  if not counted.something or counted.base <= 0 or counted.base < bonus.minimum then return 0; end if;
  return coalesce(bonus.fixed, floor(bonus.rate * counted.points)::bigint);
end $$;

-- Gives what a sale's bonuses come to beyond what they gave, on the terms on which the sale itself earns. The balance is locked.
create or replace function give_bonuses(sale transaction_summary, lot jsonb, source jsonb) returns bigint language plpgsql as $$
declare
  bonus sale_bonus;
  due bigint;
  given bigint := 0;
begin
  -- What no rule covers earns nothing, and nothing is added to it.
  if lot->>'AvailableFrom' is null then return 0; end if;
  for bonus in select * from sale_bonus where transaction_id = sale.transaction_id order by cause loop
    due := bonus_due(bonus);
    continue when due <= bonus.points;
    perform refuse_too_many_points(due);
    update sale_bonus set points = due, times = times + 1 where transaction_id = bonus.transaction_id and cause = bonus.cause;
    perform credit_points(sale.membership_no, 'Bonus', due - bonus.points, source || lot || sale_source(sale) || jsonb_build_object(
      'BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at, 'ObjectType', 'Campaign', 'ObjectValue', bonus.cause, 'Remark', bonus.name,
      'SourceKey', 'bonus:' || bonus.cause || ':' || sale.transaction_id || ':' || bonus.times + 1));
    given := given + due - bonus.points;
  end loop;
  return given;
end $$;

-- How many points of a sale's bonuses go back with the `wanted` lines.
create or replace function bonuses_returning(sale_id bigint, wanted jsonb) returns bigint language sql stable as $$
  select coalesce(sum(greatest(bonus.points - bonus_due(bonus, wanted), 0)), 0)::bigint from sale_bonus bonus where transaction_id = sale_id and points > 0
$$;

-- Notes what of a sale's bonuses goes back, now that lines of it have; answers how many points the cancellation wants back for them.
create or replace function return_bonuses(sale_id bigint) returns bigint language plpgsql as $$
declare
  back bigint;
begin
  with due as materialized (
    select bonus.cause, bonus.points, bonus_due(bonus) as due from sale_bonus bonus where transaction_id = sale_id and points > 0
  ),
  noted as (
    update sale_bonus bonus set points = due.due from due where bonus.transaction_id = sale_id and bonus.cause = due.cause and due.due < due.points
    returning due.points - due.due as points
  )
  select coalesce(sum(points), 0) into back from noted;
  return back;
end $$;

-- With the member from whom a sale is taken go its bonuses; whoever it is given to then is promised others.
create or replace function withdraw_bonuses(sale_id bigint) returns void language sql as $$
  update sale_bonus set points = 0, lines = '{}' where transaction_id = sale_id
$$;
