-- WHAT IS OFFERED AGAINST POINTS THAT END: rewards of type Point Expiry that take their points when they are claimed.

create or replace function expiry_rewards_for(member membership, today date) returns setof reward language sql stable as $$
  select offered.* from rewards_on_offer('Point Expiry', member, today) offered
  where offered.deduct_point_in_claim_yn = 'Y' and offered.point_deduct > 0
$$;

-- The largest that so many points pay for; a row of nulls where there is none.
create or replace function expiry_reward_for(member membership, points bigint, today date) returns reward language sql stable as $$
  select offered from expiry_rewards_for(member, today) offered where offered.point_deduct <= points
  order by offered.point_deduct desc, offered.voucher_value desc nulls last, offered.reward_id limit 1
$$;

-- What the smallest of them takes: fewer points buy nothing. Without any, everybody's points are worth a call.
create or replace function least_expiry_reward(today date) returns bigint language sql stable as $$
  select coalesce(min(point_deduct), 1) from reward
  where type = 'Point Expiry' and status = 'Active' and deduct_point_in_claim_yn = 'Y' and point_deduct > 0
    and coalesce(valid_from, today) <= today and coalesce(valid_to, today) >= today
$$;
