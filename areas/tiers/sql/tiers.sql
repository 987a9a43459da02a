-- CARD CATEGORIES AND LEVELS: the conditions of each category on a day.

create or replace function card_category_known(wanted text) returns boolean language sql stable as $$
  select exists (select from card_category where code = upper(wanted) and status <> 'Deleted')
$$;

-- Returns the categories of a card group with their conditions on a day; card_level_id is null if no level applies.
create or replace function levels_of(of_group bigint, day date)
returns table (
  code text, name text, level_sequence integer, card_level_id bigint, first_sales_amount numeric, accumulate_amount numeric,
  maintain_amount numeric, cycle_months integer, grace_days integer, downgrade_mode text
)
language sql stable as $$
  select category.code, category.name, category.level_sequence, level.card_level_id, level.first_sales_amount, level.accumulate_amount,
    coalesce(level.maintain_amount, 0), coalesce(level.cycle_months, 12), coalesce(level.grace_days, 0), coalesce(level.downgrade_mode, 'One level')
  from card_category category
  left join card_level level on level.card_category_id = category.card_category_id and level.status = 'Active'
    and level.effective_from <= day and (level.effective_to is null or level.effective_to >= day)
  where category.card_group_id = of_group and category.status = 'Active'
$$;
