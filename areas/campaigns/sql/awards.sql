-- WHAT CAMPAIGNS ADD to the points of a sale (`sale_bonuses`). A campaign awards while it is Active, for sales of its days. One that its
-- last day has ended still does for a week for what was sold by then: a till that was away, a sale that waited for approval.

drop trigger if exists hold_campaign_terms on campaign;

-- Whether a campaign awards today.
create or replace function campaign_runs(one campaign, source jsonb) returns boolean language sql stable as $$
  select one.status = 'Active' or one.status = 'Ended' and one.ran_out_yn = 'Y' and (source->>'Today')::date <= one.end_date + 7
$$;

-- Held while it is looked at what a customer, who may have several numbers, was awarded before.
create or replace function lock_campaigns_of(person bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('campaigns of ' || person, 0))
$$;

-- Whether a campaign is for a customer: for those on its target list, or for everybody where it has none. Its control group is not
-- awarded, so that what the campaign sold can be told; nor is whoever is excluded.
create or replace function campaign_is_for(one campaign, person bigint) returns boolean language sql stable as $$
  select case when exists (select from campaign_target where campaign_code = one.campaign_code and status = 'Active')
    then exists (select from campaign_target where campaign_code = one.campaign_code and customer_id = person and status = 'Active' and bucket >= one.control_percent)
    else not exists (select from campaign_target where campaign_code = one.campaign_code and customer_id = person and status = 'Excluded') end
$$;

-- The lines of a sale that count in a campaign: of each code that it names, any of the values. What earns no points does not count.
create or replace function campaign_lines(code text, sale transaction_summary, lines transaction_detail[]) returns integer[] language sql stable as $$
  with named as materialized (
    select object_code, array_agg(upper(object_value)) as any_of from campaign_object where campaign_code = code and status = 'Active' group by 1
  )
  select array_agg(line.sequence_no order by line.sequence_no) from unnest(lines) line
  where line.eligible_yn = 'Y' and not exists (
    select from named where coalesce(upper(case object_code when 'Brand' then line.brand when 'ProductGroup' then line.product_group
      when 'ProductType' then line.product_type when 'StockGroup' then line.stock_group when 'Outlet' then sale.outlet_code
      when 'CardCategory' then (select card_category_code from membership where membership_no = sale.membership_no) end), '') <> all (any_of))
$$;

create or replace function campaigns_on_sale_bonuses(sale transaction_summary, lines transaction_detail[], source jsonb, entering boolean)
returns setof sale_bonus language plpgsql as $$
declare
  codes text[];
  one campaign;
  before sale_bonus;
  bonus sale_bonus;
  runs boolean;
begin
  select array_agg(campaign_code order by campaign_code) into codes from campaign
  where award_point_yn = 'Y' and status in ('Active', 'Ended') and sale.business_date between start_date and end_date;
  if codes is null then return; end if;
  -- A budget is set once no sale is being awarded without one; two sales do not wait for each other here.
  if entering then perform pg_advisory_xact_lock_shared(hashtextextended('campaign ' || code, 0)) from unnest(codes) code; end if;

  for one in select * from campaign where campaign_code = any (codes) order by campaign_code loop
    before := null;
    select * into before from sale_bonus where transaction_id = sale.transaction_id and cause = one.campaign_code;
    runs := one.award_point_yn = 'Y' and campaign_runs(one, source);
    bonus := row(sale.transaction_id, one.campaign_code, one.campaign_name, campaign_lines(one.campaign_code, sale, lines), one.award_point, one.multiplier - 1,
      coalesce(one.minimum_purchase, 0), 0, 0, 0, 0);
    continue when bonus.lines is null;
    if before.points > 0 then
      -- What the sale was given holds; a line that came later counts with the others.
      bonus.name := before.name;
      bonus.fixed := before.fixed;
      bonus.rate := before.rate;
      bonus.minimum := before.minimum;
    end if;
    bonus.points := bonus_due(bonus, sale, lines);
    continue when bonus.points <= coalesce(before.points, 0);
    if coalesce(before.points, 0) = 0 then
      continue when not runs or not campaign_is_for(one, sale.customer_id);
      continue when one.award_per = 'Member' and campaign_gave(one.campaign_code, sale, entering);
    end if;
    continue when not fits_budget(one, bonus.points - coalesce(before.points, 0), entering);
    return next bonus;
  end loop;
end $$;

-- Whether a member was awarded by a campaign for another sale that stands.
create or replace function campaign_gave(code text, sale transaction_summary, entering boolean) returns boolean language plpgsql as $$
begin
  if entering then perform lock_campaigns_of(sale.customer_id); end if;
  return exists (select from transaction_summary sold join sale_bonus given on given.transaction_id = sold.transaction_id and given.cause = code
    where sold.customer_id = sale.customer_id and given.points > 0 and sold.transaction_id <> sale.transaction_id);
end $$;

-- Whether so many points more fit into the budget; an award is given whole or not at all. Tills wait here for each other, where a
-- campaign has a budget.
create or replace function fits_budget(one campaign, more bigint, entering boolean) returns boolean language plpgsql as $$
declare
  spent campaign_spent;
begin
  if one.budget_points is null then return true; end if;
  if entering then select * into spent from campaign_spent where campaign_code = one.campaign_code for update;
  else select * into spent from campaign_spent where campaign_code = one.campaign_code; end if;
  return spent.points + more <= spent.most;
end $$;

-- What is awarded, and what comes back, is counted in the budget.
create or replace function count_campaign_award() returns trigger language plpgsql as $$
begin
  update campaign_spent set points = campaign_spent.points + new.points - coalesce(old.points, 0) where campaign_code = new.cause;
  return null;
end $$;
create or replace trigger count_campaign_award after insert or update of points on sale_bonus for each row execute function count_campaign_award();

-- A budget begins with what was awarded before, once no sale is being awarded without it.
create or replace function hold_campaign_budget() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.budget_points is not distinct from old.budget_points then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('campaign ' || new.campaign_code, 0));
  if new.budget_points is null then
    delete from campaign_spent where campaign_code = new.campaign_code;
  else
    insert into campaign_spent (campaign_code, points, most)
    select new.campaign_code, coalesce(sum(points), 0), new.budget_points from sale_bonus where cause = new.campaign_code
    on conflict (campaign_code) do update set most = excluded.most;
  end if;
  return null;
end $$;
create or replace trigger hold_campaign_budget after insert or update of budget_points on campaign for each row execute function hold_campaign_budget();
