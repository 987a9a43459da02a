-- WHAT CAMPAIGNS ADD to the points of a sale (`sale_bonuses`). A campaign awards while it is Active, for sales of its days. One that its
-- last day has ended still does for a week for what was sold by then: a till that was away, a sale that waited for approval.

drop trigger if exists hold_campaign_terms on campaign;
drop function if exists campaigns_for(text[], bigint), campaign_is_for(campaign, bigint), campaign_lines(text, transaction_summary, transaction_detail[]),
  campaign_gave(text, transaction_summary, boolean), fits_budget(campaign, bigint, boolean);

-- Whether a campaign awards today.
create or replace function campaign_runs(one campaign, source jsonb) returns boolean language sql stable as $$
  select one.status = 'Active' or one.status = 'Ended' and one.ran_out_yn = 'Y' and (source->>'Today')::date <= one.end_date + 7
$$;

-- Held while it is looked at what a customer, who may have several numbers, was awarded before.
create or replace function lock_campaigns_of(person bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('campaigns of ' || person, 0))
$$;

-- Which of these campaigns are for a customer: for those on its target list, or for everybody where it has none; a list that follows a
-- segment which means nobody today is one too. The control group is not awarded, so that what the campaign sold can be seen; nor is anybody
-- who is excluded. Written so that it becomes a part of the query that asks, as `campaigns_lines` does. The first of a list is asked for and
-- not whether there is one: the planner would hope to meet it soon and read the lists of all campaigns for one that has none.
create or replace function campaigns_for(codes text[], person bigint) returns table (code text) language sql stable as $$
  select campaign.campaign_code from campaign left join campaign_target mine
    on mine.campaign_code = campaign.campaign_code and mine.customer_id = person and mine.status <> 'Deleted'
  where campaign.campaign_code = any (codes) and case mine.status when 'Active' then mine.bucket >= control_percent when 'Excluded' then false
    else (select target_list_id from campaign_target listed where listed.campaign_code = campaign.campaign_code and listed.status = 'Active'
        order by target_list_id limit 1) is null
      and not exists (select from live_list live where live.campaign_code = campaign.campaign_code and live.status = 'Live') end
$$;

-- The lines of a sale that count in each of these campaigns: of each code that it names, any of the values. What earns no points does not
-- count. A campaign in which none counts is not answered.
create or replace function campaigns_lines(codes text[], sale transaction_summary, lines transaction_detail[])
returns table (campaign_code text, counted integer[]) language sql stable as $$
  with named as materialized (
    select campaign_code, object_code, array_agg(upper(object_value)) as any_of from campaign_object
    where campaign_code = any (codes) and status = 'Active' group by 1, 2
  )
  select code, array_agg(line.sequence_no order by line.sequence_no) from unnest(codes) code cross join unnest(lines) line
  where line.eligible_yn = 'Y' and not exists (
    select from named where named.campaign_code = code and coalesce(upper(case object_code when 'Brand' then line.brand when 'ProductGroup' then line.product_group
      when 'ProductType' then line.product_type when 'StockGroup' then line.stock_group when 'Outlet' then sale.outlet_code
      when 'CardCategory' then (select category.code from membership holder
        cross join lateral category_on(holder.membership_no, holder.card_category_code, sale.business_date) category
        where holder.membership_no = sale.membership_no) end), '') <> all (any_of))
  group by code
$$;

-- All campaigns are asked by one statement, planned once a connection: the till waits for this.
create or replace function campaigns_on_sale_bonuses(sale transaction_summary, lines transaction_detail[], source jsonb, entering boolean)
returns setof sale_bonus language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  codes text[];
  once boolean;
  offer record;
  given bigint;
  bonus sale_bonus;
begin
  -- Held while they are read: a budget is set once no sale is being awarded without one; two sales do not wait for each other here.
  select array_agg(campaign_code order by campaign_code), bool_or(award_per = 'Member'), count(held) into codes, once from (
    select campaign_code, award_per, case when entering then pg_advisory_xact_lock_shared(hashtextextended('campaign ' || campaign_code, 0))::text end as held
    from campaign where award_point_yn = 'Y' and status in ('Active', 'Ended') and sale.business_date between start_date and end_date
    order by campaign_code) running;
  if codes is null then return; end if;
  if entering and once then perform lock_campaigns_of(sale.customer_id); end if;

  for offer in
    select one.campaign_code, one.campaign_name, one.award_point, one.multiplier, one.minimum_purchase, one.award_per, one.budget_points, counted,
      before, award_point_yn = 'Y' and campaign_runs(one, source) and meant.code is not null as open
    from campaigns_lines(codes, sale, lines) join campaign one using (campaign_code)
    left join campaigns_for(codes, sale.customer_id) meant on meant.code = campaign_code
    left join sale_bonus before on before.transaction_id = sale.transaction_id and before.cause = campaign_code and before.points > 0
    order by campaign_code
  loop
    given := coalesce((offer.before).points, 0);
    if given = 0 then
      continue when offer.open is not true;
      bonus := row(sale.transaction_id, offer.campaign_code, offer.campaign_name, offer.counted, offer.award_point, offer.multiplier - 1,
        coalesce(offer.minimum_purchase, 0), 0, 0, 0, 0);
    else
      -- What the sale was given holds; a line that came later counts with the others.
      bonus := offer.before;
      bonus.lines := offer.counted;
    end if;
    bonus.points := bonus_due(bonus, sale, lines);
    continue when bonus.points <= given;
    continue when given = 0 and offer.award_per = 'Member' and campaign_gave(bonus.cause, sale);
    continue when offer.budget_points is not null and not fits_budget(bonus.cause, bonus.points - given, entering);
    return next bonus;
  end loop;
end $$;

-- Whether a member was awarded by a campaign for another sale that stands; behind `lock_campaigns_of`.
create or replace function campaign_gave(code text, sale transaction_summary) returns boolean language sql stable as $$
  select exists (select from transaction_summary sold join sale_bonus given on given.transaction_id = sold.transaction_id and given.cause = code
    where sold.customer_id = sale.customer_id and given.points > 0 and sold.transaction_id <> sale.transaction_id)
$$;

-- Whether so many points more fit into the budget; an award is given whole or not at all. `entering`: they are taken from it for the bonus
-- that is written now. Tills wait here for each other, where a campaign has a budget.
create or replace function fits_budget(code text, more bigint, entering boolean) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if entering then update campaign_spent set points = points + more where campaign_code = code and points + more <= most;
  else perform from campaign_spent where campaign_code = code and points + more <= most; end if;
  return found;
end $$;

-- What comes back is given back to the budget.
create or replace function count_campaign_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update campaign_spent set points = campaign_spent.points + new.points - old.points where campaign_code = new.cause;
  return null;
end $$;
drop trigger if exists count_campaign_award on sale_bonus;
drop function if exists count_campaign_award();
create or replace trigger count_campaign_return after update of points on sale_bonus for each row
  when (new.points < old.points) execute function count_campaign_return();

-- A budget begins with what was awarded before, once no sale is being awarded without it.
create or replace function hold_campaign_budget() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
