-- BONUSES OF A SALE: points that campaigns and other areas add to the points of its lines through `sale_bonuses`.
-- Each bonus stores its lines, minimum amount and value, so that it can be calculated again after every return.

drop function if exists refuse_arrears(transaction_summary, bigint, jsonb), credit_sale(transaction_summary, bigint, bigint, jsonb, jsonb);

-- Returns the points of a bonus after a return of the `wanted` lines (as in cancel_parts); `lines` are all lines.
create or replace function bonus_due(bonus sale_bonus, sale transaction_summary, lines transaction_detail[], wanted jsonb default '[]')
returns bigint language plpgsql immutable as $$
declare
  detail transaction_detail;
  entry jsonb;
  returned_quantity numeric;
  bases numeric[] := line_bases(sale, lines);
  line_index integer := 0;
  base numeric := 0;
  points numeric := 0;
begin
  -- A loop instead of a query, because a sale has few lines and the till waits for the function.
  foreach detail in array coalesce(lines, '{}') loop
    line_index := line_index + 1;
    continue when detail.sequence_no <> all (bonus.lines);
    returned_quantity := coalesce(detail.cancelled_quantity, 0);
    if wanted <> '[]' then
      select value into entry from jsonb_array_elements(wanted) where (value->>'OldSequenceNo')::int = detail.sequence_no;
      if found then returned_quantity := returned_quantity + coalesce((entry->>'Quantity')::numeric, detail.quantity - detail.cancelled_quantity); end if;
    end if;
    continue when returned_quantity >= detail.quantity;
    points := points + detail.points_earned - points_returned(detail.points_earned, detail.quantity, returned_quantity);
    -- The amount that earns the bonus is rounded in the same way as the amount of a return.
    base := base + bases[line_index] - round(bases[line_index] * returned_quantity / detail.quantity, 2);
  end loop;
  if base <= 0 or base < bonus.minimum then return 0; end if;
  return coalesce(bonus.fixed, floor(bonus.rate * points)::bigint);
end $$;

-- Copies lines that are not stored yet, and adds their points; `earned` is a JSON list of SequenceNo and Points.
create or replace function lines_with_points(lines transaction_detail[], earned jsonb) returns transaction_detail[] language plpgsql immutable as $$
declare
  line_index integer;
begin
  for line_index in 1 .. coalesce(array_length(lines, 1), 0) loop
    lines[line_index].points_earned := coalesce((select (part->>'Points')::bigint from jsonb_array_elements(earned) part
      where (part->>'SequenceNo')::int = lines[line_index].sequence_no), 0);
    lines[line_index].cancelled_quantity := 0;
  end loop;
  return lines;
end $$;

-- Stores the bonuses of a sale and returns ledger entries for points beyond earlier ones; null if there are none.
-- The entries get the dates and rules of the sale's lot (`lot`); the caller has locked the member's balance.
create or replace function bonus_entries(sale transaction_summary, lot jsonb, source jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  entries jsonb;
  -- Fields that all ledger entries of this call share.
  shared_fields jsonb;
  offers sale_bonus[];
begin
  -- A sale without a matching structure and rate earns no points and gets no bonus.
  if lot->>'AvailableFrom' is null then return null; end if;
  select array_agg(offer) into offers from sale_bonuses(sale, lines_of_sale(sale.transaction_id), source, true) offer where offer.points > 0;
  if offers is null then return null; end if;
  perform refuse_too_many_points((select max(points) from unnest(offers)));
  shared_fields := source || lot || sale_source(sale) || jsonb_build_object('BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at, 'ObjectType', 'Campaign');
  with stored_bonus as (
    insert into sale_bonus as bonus (transaction_id, cause, name, lines, fixed, rate, minimum, points, given, times)
    select offer.transaction_id, offer.cause, offer.name, offer.lines, offer.fixed, offer.rate, offer.minimum, offer.points, offer.points, 1
    from unnest(offers) offer
    on conflict (transaction_id, cause) do update set name = excluded.name, lines = excluded.lines, fixed = excluded.fixed, rate = excluded.rate,
      minimum = excluded.minimum, points = excluded.points, given = bonus.given + excluded.points - bonus.points, times = bonus.times + 1
    where excluded.points > bonus.points
    returning bonus.*, new.points - coalesce(old.points, 0) as added_points
  )
  select jsonb_agg(ledger_entry(null, sale.membership_no, 'Bonus', added_points, shared_fields || jsonb_build_object('ObjectValue', cause, 'Remark', name,
      'SourceKey', 'bonus:' || cause || ':' || sale.transaction_id || ':' || times,
      -- The ledger entry of a bonus stores the rule, so that the bonus can be explained even after merges.
      'Rules', lot->'Rules' || jsonb_strip_nulls(jsonb_build_object('CampaignCode', cause, 'CampaignName', name, 'AwardPoint', fixed,
        'Multiplier', (rate + 1)::text, 'MinimumPurchase', nullif(minimum, 0)::text, 'Lines', lines)))) order by cause)
  into entries from stored_bonus;
  return entries;
end $$;

-- Credits the bonuses of a sale after its lines got their points.
create or replace function give_bonuses(sale transaction_summary, lot jsonb, source jsonb) returns void language plpgsql as $$
declare
  entries jsonb;
begin
  perform lock_balance(sale.membership_no);
  entries := bonus_entries(sale, lot, source);
  if entries is not null then perform credit_lots(sale.membership_no, entries); end if;
end $$;

-- Returns the lots and points to reverse for a sale's bonuses if the `wanted` lines are returned, too.
-- The lines of the sale already contain earlier returns.
create or replace function bonuses_reversal(sale transaction_summary, wanted jsonb default '[]')
returns table (history_id bigint, points bigint, from_lot bigint) language plpgsql stable rows 2 as $$
begin
  return query
  select back.* from sale_bonus bonus
  cross join lateral sale_reversal(sale.transaction_id, bonus.points - bonus_due(bonus, sale, lines_of_sale(sale.transaction_id), wanted), bonus.cause) back
  where bonus.transaction_id = sale.transaction_id and bonus.points > 0;
end $$;

-- Reverses bonus points that the remaining lines do not earn any more; `source` names the cancellation.
-- The function returns the number of reversed points; its caller has locked the balance.
create or replace function return_bonuses(sale_id bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  sale transaction_summary;
  bonus sale_bonus;
  due bigint;
  points_reversed bigint;
  total_reversed bigint := 0;
begin
  for bonus in select * from sale_bonus where transaction_id = sale_id and sale_bonus.points > 0 order by cause loop
    if sale.transaction_id is null then select * into sale from transaction_summary where transaction_id = sale_id; end if;
    due := bonus_due(bonus, sale, lines_of_sale(sale_id));
    continue when due >= bonus.points;
    points_reversed := return_sale_points(sale_id, bonus.points - due, today, source, bonus.cause);
    update sale_bonus set points = due, returned = sale_bonus.returned + points_reversed where transaction_id = sale_id and cause = bonus.cause;
    total_reversed := total_reversed + points_reversed;
  end loop;
  return total_reversed;
end $$;
