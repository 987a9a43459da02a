-- The bonus points of campaigns (`sale_bonuses`). An active campaign awards the sales of its period.
-- Sales that arrive late, from an offline till or after an approval, are awarded until a week after the last day.

drop trigger if exists hold_campaign_terms on campaign;
drop function if exists campaigns_for(text[], bigint), campaign_is_for(campaign, bigint), campaign_lines(text, transaction_summary, transaction_detail[]),
  campaign_gave(text, transaction_summary, boolean), fits_budget(campaign, bigint, boolean);

-- True if a campaign awards sales on this day.
create or replace function campaign_runs(one campaign, source jsonb) returns boolean language sql stable as $$
  select one.status = 'Active' or one.status = 'Ended' and one.ran_out_yn = 'Y' and (source->>'Today')::date <= one.end_date + 7
$$;

-- Locks a customer, who may have several memberships, while earlier awards of the customer are checked.
create or replace function lock_campaigns_of(person bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('campaigns of ' || person, 0))
$$;

-- Returns those of the given campaigns that are open to a customer: without a target list, or with the customer on it.
-- A live list without customers still limits the campaign. Excluded customers and the control group are not selected.
-- The planner can inline this function, as it inlines `campaigns_lines`.
-- A subquery with LIMIT replaces EXISTS, for which the planner would scan the lists of all campaigns.
create or replace function campaigns_for(codes text[], person bigint) returns table (code text) language sql stable as $$
  select campaign.campaign_code from campaign left join campaign_target target
    on target.campaign_code = campaign.campaign_code and target.customer_id = person and target.status <> 'Deleted'
  where campaign.campaign_code = any (codes) and case target.status when 'Active' then target.bucket >= control_percent when 'Excluded' then false
    else (select target_list_id from campaign_target listed where listed.campaign_code = campaign.campaign_code and listed.status = 'Active'
        order by target_list_id limit 1) is null
      and not exists (select from live_list live where live.campaign_code = campaign.campaign_code and live.status = 'Live') end
$$;

-- Returns the lines of a sale that match each campaign. A line must match one value of every kind of object.
-- Lines without points are ignored. Campaigns without matching lines return no row.
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

-- All campaigns are evaluated by one statement with a generic plan, because the till waits for the result.
create or replace function campaigns_on_sale_bonuses(sale transaction_summary, lines transaction_detail[], source jsonb, entering boolean)
returns setof sale_bonus language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  codes text[];
  once boolean;
  offer record;
  awarded bigint;
  bonus sale_bonus;
begin
  -- The lock is shared, so sales do not wait for each other. Setting a budget waits for running sales.
  select array_agg(campaign_code order by campaign_code), bool_or(award_per = 'Member'), count(shared_lock) into codes, once from (
    select campaign_code, award_per, case when entering then pg_advisory_xact_lock_shared(hashtextextended('campaign ' || campaign_code, 0))::text end as shared_lock
    from campaign where award_point_yn = 'Y' and status in ('Active', 'Ended') and sale.business_date between start_date and end_date
    order by campaign_code) running;
  if codes is null then return; end if;
  if entering and once then perform lock_campaigns_of(sale.customer_id); end if;

  for offer in
    select one.campaign_code, one.campaign_name, one.award_point, one.multiplier, one.minimum_purchase, one.award_per, one.budget_points, counted,
      before, award_point_yn = 'Y' and campaign_runs(one, source) and eligible.code is not null as open
    from campaigns_lines(codes, sale, lines) join campaign one using (campaign_code)
    left join campaigns_for(codes, sale.customer_id) eligible on eligible.code = campaign_code
    left join sale_bonus before on before.transaction_id = sale.transaction_id and before.cause = campaign_code and before.points > 0
    order by campaign_code
  loop
    awarded := coalesce((offer.before).points, 0);
    if awarded = 0 then
      continue when offer.open is not true;
      bonus := row(sale.transaction_id, offer.campaign_code, offer.campaign_name, offer.counted, offer.award_point, offer.multiplier - 1,
        coalesce(offer.minimum_purchase, 0), 0, 0, 0, 0);
    else
      -- An existing award keeps its stored terms, and lines that arrived later are added to it.
      bonus := offer.before;
      bonus.lines := offer.counted;
    end if;
    bonus.points := bonus_due(bonus, sale, lines);
    continue when bonus.points <= awarded;
    continue when awarded = 0 and offer.award_per = 'Member' and campaign_gave(bonus.cause, sale);
    continue when offer.budget_points is not null and not fits_budget(bonus.cause, bonus.points - awarded, entering);
    return next bonus;
  end loop;
end $$;

-- True if the campaign awarded the member for another sale that was not returned. The caller has run `lock_campaigns_of`.
create or replace function campaign_gave(code text, sale transaction_summary) returns boolean language sql stable as $$
  select exists (select from transaction_summary sold join sale_bonus given on given.transaction_id = sold.transaction_id and given.cause = code
    where sold.customer_id = sale.customer_id and given.points > 0 and sold.transaction_id <> sale.transaction_id)
$$;

-- True if the points fit into the campaign's budget. An award is never partial.
-- With `entering` the points are deducted from the budget, and concurrent sales wait for the lock on its row.
create or replace function fits_budget(code text, more bigint, entering boolean) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if entering then update campaign_spent set points = points + more where campaign_code = code and points + more <= most;
  else perform from campaign_spent where campaign_code = code and points + more <= most; end if;
  return found;
end $$;

-- A return gives the bonus points taken back to the budget.
create or replace function count_campaign_return() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update campaign_spent set points = campaign_spent.points + new.points - old.points where campaign_code = new.cause;
  return null;
end $$;
drop trigger if exists count_campaign_award on sale_bonus;
drop function if exists count_campaign_award();
create or replace trigger count_campaign_return after update of points on sale_bonus for each row
  when (new.points < old.points) execute function count_campaign_return();

-- A new budget includes earlier awards. The exclusive lock waits for sales that are being awarded without the budget.
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
