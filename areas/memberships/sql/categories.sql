-- Returns the category of a member at the end of a business day; null if the member was not premium.
-- The category is `present`, or the one before the first change of level that was applied after the day.
-- The planner inlines this function into the calling query.
create or replace function category_on(member text, present text, day date) returns table (code text) language sql stable as $$
  select case when later.level_history_id is null then present else later.from_category end
  from (select) single_row left join lateral (
    select history.level_history_id, history.from_category from membership_level_history history
    where history.membership_no = member and history.applied_at >= ((day + 1)::timestamp at time zone business_zone())
    order by history.applied_at, history.level_history_id limit 1
  ) later on true
$$;

-- Returns the category of a member, including approved changes that are not in effect yet.
create or replace function coming_category(member text) returns text language sql stable as $$
  select case when waiting.level_history_id is null then holder.card_category_code else waiting.to_category end
  from membership holder
  left join lateral (
    select history.level_history_id, history.to_category from membership_level_history history
    where history.membership_no = member and history.status = 'Approved' and history.applied_at is null and history.lapsed_at is null
    order by history.level_history_id desc limit 1
  ) waiting on true
  where holder.membership_no = member
$$;
