-- Campaign rewards follow the rules of bonus points: period, objects, members, minimum purchase, per member or sale.
-- A campaign reward that cannot be given is queued, and the nightly batch retries.
-- A return takes the campaign reward back. If the reward was handed over, head office reviews it.

-- The text of `period` for a reward that a campaign gives for a sale.
create or replace function gift_period(code text, sale bigint) returns text language sql immutable as $$ select code || ' ' || sale $$;

-- The source of the action (user, outlet and time) in the form that the reward functions expect.
create or replace function gift_source(source jsonb) returns jsonb language sql stable as $$
  select source || jsonb_build_object('At', coalesce((source->>'Now')::timestamptz, now()))
$$;

-- True if the amount of a sale after returns still reaches the minimum purchase of the campaign reward.
create or replace function gift_stands(gift campaign_gift, sale transaction_summary) returns boolean language plpgsql stable as $$
declare
  probe sale_bonus := row(gift.transaction_id, gift.campaign_code, '', gift.lines, 1, null, gift.minimum, 0, 0, 0, 0);
begin
  return bonus_due(probe, sale, lines_of_sale(gift.transaction_id)) > 0;
end $$;

create or replace function campaigns_on_sale_earned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  codes text[];
  one record;
  gift campaign_gift;
begin
  if sale.membership_no is null then return; end if;
  select array_agg(campaign_code) into codes from campaign
  where reward_id is not null and campaign_runs(campaign, source) and sale.business_date between start_date and end_date;
  if codes is null then return; end if;
  codes := array(select campaigns_for(codes, sale.customer_id));
  for one in select campaign.*, counted from campaigns_lines(codes, sale, lines_of_sale(sale.transaction_id)) join campaign using (campaign_code) order by campaign_code
  loop
    gift := row(one.campaign_code, sale.transaction_id, one.reward_id, one.counted, coalesce(one.minimum_purchase, 0), 'N');
    continue when not gift_stands(gift, sale);
    perform lock_campaigns_of(sale.customer_id);
    continue when exists (select from campaign_gift where transaction_id = sale.transaction_id and campaign_code = one.campaign_code and returned_yn = 'N');
    continue when one.award_per = 'Member' and exists (
      select from transaction_summary sold join campaign_gift given on given.transaction_id = sold.transaction_id and given.campaign_code = one.campaign_code
      where sold.customer_id = sale.customer_id and given.returned_yn = 'N');
    insert into campaign_gift select gift.*
    on conflict (transaction_id, campaign_code) do update set reward_id = excluded.reward_id, lines = excluded.lines, minimum = excluded.minimum, returned_yn = 'N';
    perform give_one_by_system(one.reward_id, sale.membership_no, gift_period(one.campaign_code, sale.transaction_id), gift_source(source));
  end loop;
end $$;

-- Takes back the campaign rewards of a sale that is below the minimum or now belongs to another customer.
create or replace function return_gifts(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  gift campaign_gift;
  given_reward customer_reward;
  stays boolean;
begin
  for gift in select * from campaign_gift where transaction_id = sale.transaction_id and returned_yn = 'N' order by campaign_code loop
    select customer_id = sale.customer_id into stays from transaction_summary where transaction_id = sale.transaction_id;
    continue when stays and gift_stands(gift, sale);
    update campaign_gift set returned_yn = 'Y' where transaction_id = gift.transaction_id and campaign_code = gift.campaign_code;
    perform close_waiting(sale.customer_id, gift_period(gift.campaign_code, gift.transaction_id), (gift_source(source)->>'At')::timestamptz);
    for given_reward in select * from customer_reward
      where customer_id = sale.customer_id and period = gift_period(gift.campaign_code, gift.transaction_id) and status in ('Active', 'Claimed', 'Collected')
    loop
      -- An active reward may have been handed over before this statement took the lock.
      given_reward := lock_customer_reward(given_reward.reference_code, null);
      if given_reward.status = 'Active' then
        perform release_reward(given_reward, 'Sale cancelled', 'Cancelled', gift_source(source));
      elsif given_reward.status in ('Claimed', 'Collected') then
        perform review_reward(given_reward.reference_code, case when stays then 'Sale cancelled' else 'Sale unassigned' end, sale.invoice_no,
          (gift_source(source)->>'At')::timestamptz);
      end if;
    end loop;
  end loop;
end $$;
