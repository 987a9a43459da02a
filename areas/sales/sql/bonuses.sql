-- BONUSES OF A SALE: what areas above add to the points of its lines (`sale_bonuses`). Each says which lines count, from which amount
-- on, and how much: so it follows from what is left of the lines, and is given, added to and taken back by one rule.

drop function if exists refuse_arrears(transaction_summary, bigint, jsonb), credit_sale(transaction_summary, bigint, bigint, jsonb, jsonb);

-- What a bonus comes to once the `wanted` lines (as cancel_parts takes them) have come back too. `lines`: all of the sale.
create or replace function bonus_due(bonus sale_bonus, sale transaction_summary, lines transaction_detail[], wanted jsonb default '[]')
returns bigint language plpgsql immutable as $$
declare
  detail transaction_detail;
  entry jsonb;
  gone numeric;
  bases numeric[] := line_bases(sale, lines);
  place integer := 0;
  base numeric := 0;
  points numeric := 0;
begin
  -- By hand and not by a query: a till asks this for each campaign, and a sale has few lines.
  foreach detail in array coalesce(lines, '{}') loop
    place := place + 1;
    continue when detail.sequence_no <> all (bonus.lines);
    gone := coalesce(detail.cancelled_quantity, 0);
    if wanted <> '[]' then
      select value into entry from jsonb_array_elements(wanted) where (value->>'OldSequenceNo')::int = detail.sequence_no;
      if found then gone := gone + coalesce((entry->>'Quantity')::numeric, detail.quantity - detail.cancelled_quantity); end if;
    end if;
    continue when gone >= detail.quantity;
    points := points + detail.points_earned - points_returned(detail.points_earned, detail.quantity, gone);
    -- Rounded as the amount of a return is.
    base := base + bases[place] - round(bases[place] * gone / detail.quantity, 2);
  end loop;
  if base <= 0 or base < bonus.minimum then return 0; end if;
  return coalesce(bonus.fixed, floor(bonus.rate * points)::bigint);
end $$;

-- Lines that are not written yet, with the points that they would earn: a list of SequenceNo and Points.
create or replace function lines_with_points(lines transaction_detail[], earned jsonb) returns transaction_detail[] language plpgsql immutable as $$
declare
  place integer;
begin
  for place in 1 .. coalesce(array_length(lines, 1), 0) loop
    lines[place].points_earned := coalesce((select (part->>'Points')::bigint from jsonb_array_elements(earned) part
      where (part->>'SequenceNo')::int = lines[place].sequence_no), 0);
    lines[place].cancelled_quantity := 0;
  end loop;
  return lines;
end $$;

-- Notes what a sale's bonuses come to beyond what they gave, on the terms on which the sale itself earns (`lot`). Answers the rows of
-- the ledger that give it; null where nothing is added. The member's balance is locked.
create or replace function bonus_entries(sale transaction_summary, lot jsonb, source jsonb) returns jsonb language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  entries jsonb;
  -- What the rows of all of them say alike.
  alike jsonb;
  offers sale_bonus[];
begin
  -- What no rule covers earns nothing, and nothing is added to it.
  if lot->>'AvailableFrom' is null then return null; end if;
  select array_agg(offered) into offers from sale_bonuses(sale, lines_of_sale(sale.transaction_id), source, true) offered where offered.points > 0;
  if offers is null then return null; end if;
  perform refuse_too_many_points((select max(points) from unnest(offers)));
  alike := source || lot || sale_source(sale) || jsonb_build_object('BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at, 'ObjectType', 'Campaign');
  with noted as (
    insert into sale_bonus as bonus (transaction_id, cause, name, lines, fixed, rate, minimum, points, given, times)
    select offered.transaction_id, offered.cause, offered.name, offered.lines, offered.fixed, offered.rate, offered.minimum, offered.points, offered.points, 1
    from unnest(offers) offered
    on conflict (transaction_id, cause) do update set name = excluded.name, lines = excluded.lines, fixed = excluded.fixed, rate = excluded.rate,
      minimum = excluded.minimum, points = excluded.points, given = bonus.given + excluded.points - bonus.points, times = bonus.times + 1
    where excluded.points > bonus.points
    returning bonus.*, new.points - coalesce(old.points, 0) as more
  )
  select jsonb_agg(ledger_entry(null, sale.membership_no, 'Bonus', more, alike || jsonb_build_object('ObjectValue', cause, 'Remark', name,
      'SourceKey', 'bonus:' || cause || ':' || sale.transaction_id || ':' || times,
      -- Kept with the lot wherever it goes, so that it can be explained.
      'Rules', lot->'Rules' || jsonb_strip_nulls(jsonb_build_object('CampaignCode', cause, 'CampaignName', name, 'AwardPoint', fixed,
        'Multiplier', (rate + 1)::text, 'MinimumPurchase', nullif(minimum, 0)::text, 'Lines', lines)))) order by cause)
  into entries from noted;
  return entries;
end $$;

-- Gives them, for a sale whose lines have their points already.
create or replace function give_bonuses(sale transaction_summary, lot jsonb, source jsonb) returns void language plpgsql as $$
declare
  entries jsonb;
begin
  perform lock_balance(sale.membership_no);
  entries := bonus_entries(sale, lot, source);
  if entries is not null then perform credit_lots(sale.membership_no, entries); end if;
end $$;

-- The lots from which a sale's bonuses go back with the `wanted` lines, and how much of each; those that came back already are noted
-- with the lines.
create or replace function bonuses_reversal(sale transaction_summary, wanted jsonb default '[]')
returns table (history_id bigint, points bigint, from_lot bigint) language plpgsql stable as $$
begin
  return query
  select back.* from sale_bonus bonus
  cross join lateral sale_reversal(sale.transaction_id, bonus.points - bonus_due(bonus, sale, lines_of_sale(sale.transaction_id), wanted), bonus.cause) back
  where bonus.transaction_id = sale.transaction_id and bonus.points > 0;
end $$;

-- Takes back what the lines that are left of a sale do not hold up any more, for the cancellation that `source` names. Answers how many
-- points were taken. The balance is locked.
create or replace function return_bonuses(sale_id bigint, today date, source jsonb) returns bigint language plpgsql as $$
declare
  sale transaction_summary;
  bonus sale_bonus;
  due bigint;
  part bigint;
  taken bigint := 0;
begin
  for bonus in select * from sale_bonus where transaction_id = sale_id and sale_bonus.points > 0 order by cause loop
    if sale.transaction_id is null then select * into sale from transaction_summary where transaction_id = sale_id; end if;
    due := bonus_due(bonus, sale, lines_of_sale(sale_id));
    continue when due >= bonus.points;
    part := return_sale_points(sale_id, bonus.points - due, today, source, bonus.cause);
    update sale_bonus set points = due, returned = sale_bonus.returned + part where transaction_id = sale_id and cause = bonus.cause;
    taken := taken + part;
  end loop;
  return taken;
end $$;
