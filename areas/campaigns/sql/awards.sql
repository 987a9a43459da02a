-- WHAT CAMPAIGNS AWARD. Once a sale has earned, each campaign that runs for it promises a bonus (areas/sales/sql/bonuses.sql), which is
-- given and taken back with the sale by the rule of sales. Nothing is awarded by a date of the caller's choosing: the campaign has to run
-- now, and the sale has to be of its days.

-- Whether a campaign is for a customer: for those on its target list, or for everybody where it has none. Who is not written to, so
-- that what the campaign sold can be told, is not awarded either.
create or replace function campaign_is_for(one campaign, person bigint) returns boolean language sql stable as $$
  select case when exists (select from campaign_target where campaign_code = one.campaign_code and status = 'Active')
    then exists (select from campaign_target where campaign_code = one.campaign_code and customer_id = person and status = 'Active' and bucket >= one.control_percent)
    else not exists (select from campaign_target where campaign_code = one.campaign_code and customer_id = person and status = 'Excluded') end
$$;

-- The lines of a sale that a campaign counts: of each code that it names, any of the values.
create or replace function campaign_lines(one campaign, sale transaction_summary) returns integer[] language sql stable as $$
  with named as materialized (
    select object_code, array_agg(upper(object_value)) as any_of from campaign_object
    where campaign_code = one.campaign_code and status = 'Active' group by 1
  )
  select array_agg(line.sequence_no order by line.sequence_no) from transaction_detail line
  where line.transaction_id = sale.transaction_id and line.eligible_yn = 'Y' and not exists (
    select from named where coalesce(upper(case object_code when 'Brand' then line.brand when 'ProductGroup' then line.product_group
      when 'ProductType' then line.product_type when 'StockGroup' then line.stock_group when 'Outlet' then sale.outlet_code
      when 'CardCategory' then (select card_category_code from membership where membership_no = sale.membership_no) end), '') <> all (any_of))
$$;

create or replace function campaigns_on_sale_earned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  one campaign;
  bonus sale_bonus;
  due bigint;
  given sale_bonus;
  codes text[];
begin
  if sale.membership_no is null then return; end if;
  select array_agg(campaign_code order by campaign_code) into codes from campaign
  where status = 'Active' and award_point_yn = 'Y' and sale.business_date between start_date and end_date;
  if codes is null then return; end if;
  -- Its terms stay as they are read until this is over; two sales do not wait for each other.
  perform pg_advisory_xact_lock_shared(hashtextextended('campaign ' || code, 0)) from unnest(codes) code;

  for one in select * from campaign where campaign_code = any (codes) and status = 'Active' and award_point_yn = 'Y' order by campaign_code loop
    bonus := row(sale.transaction_id, one.campaign_code, one.campaign_name, campaign_lines(one, sale), one.award_point, one.multiplier - 1,
      coalesce(one.minimum_purchase, 0), 0, 0);
    continue when bonus.lines is null;
    select * into given from sale_bonus where transaction_id = sale.transaction_id and cause = one.campaign_code;
    if coalesce(given.points, 0) = 0 then
      continue when not campaign_is_for(one, sale.customer_id);
      -- Behind the lock of the member's balance, so that of two sales at once one counts.
      continue when one.award_per = 'Member' and exists (
        select from sale_bonus other join transaction_summary sold using (transaction_id)
        where other.cause = one.campaign_code and other.points > 0 and other.transaction_id <> sale.transaction_id and sold.customer_id = sale.customer_id);
    else
      -- What was promised holds; a line that came later counts with the others.
      given.lines := bonus.lines;
      bonus := given;
    end if;
    due := bonus_due(bonus);
    continue when due <= coalesce(given.points, 0) or not within_budget(one, due - coalesce(given.points, 0));
    insert into sale_bonus (transaction_id, cause, name, lines, fixed, rate, minimum)
    values (bonus.transaction_id, bonus.cause, bonus.name, bonus.lines, bonus.fixed, bonus.rate, bonus.minimum)
    on conflict (transaction_id, cause) do update set lines = excluded.lines;
  end loop;
end $$;

-- Whether so many points more fit into the budget; an award is given whole or not at all. Only campaigns with a budget wait here for
-- each other's sales.
create or replace function within_budget(one campaign, points bigint) returns boolean language plpgsql as $$
declare
  spent bigint;
begin
  if one.budget_points is null then return true; end if;
  select campaign_spent.points into spent from campaign_spent where campaign_code = one.campaign_code for update;
  return coalesce(spent, 0) + within_budget.points <= one.budget_points;
end $$;

-- What is awarded or comes back counts against the budget of the campaign, where it has one.
create or replace function count_campaign_award() returns trigger language plpgsql as $$
begin
  update campaign_spent set points = campaign_spent.points + new.points - old.points
  where campaign_code = new.cause and exists (select from campaign where campaign_code = new.cause and budget_points is not null);
  return null;
end $$;
create or replace trigger count_campaign_award after update of points on sale_bonus
  for each row when (new.points <> old.points) execute function count_campaign_award();

-- Whoever changes the terms of a campaign waits for the sales that are being awarded by them, and a budget begins with what was awarded
-- before.
create or replace function hold_campaign_terms() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('campaign ' || new.campaign_code, 0));
  if new.budget_points is not null then
    insert into campaign_spent as spent (campaign_code, points) select new.campaign_code, coalesce(sum(points), 0) from sale_bonus where cause = new.campaign_code
    on conflict (campaign_code) do update set points = excluded.points;
  end if;
  return new;
end $$;
create or replace trigger hold_campaign_terms before update of budget_points, status, award_point_yn, award_point, multiplier, award_per, minimum_purchase
  on campaign for each row execute function hold_campaign_terms();
