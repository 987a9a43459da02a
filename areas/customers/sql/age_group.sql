-- The age group of a person on a day, as used by every figure; null if the birthday is unknown.
create or replace function age_group(born date, on_day date) returns text language sql immutable parallel safe as $$
  select case when born is null then null when years < 20 then '<20' when years >= 60 then '60+'
    else (years / 10 * 10) || '-' || (years / 10 * 10 + 9) end
  from (select extract(year from age(on_day, born))::int as years) aged
$$;
