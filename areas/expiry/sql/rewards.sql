-- Expiry rewards are rewards of the type Point Expiry, whose points the claim deducts.

create or replace function expiry_rewards_for(member membership, today date) returns setof reward language sql stable as $$
  select available.* from rewards_on_offer('Point Expiry', member, today) available
  where available.deduct_point_in_claim_yn = 'Y' and available.point_deduct > 0
$$;

-- Returns the largest expiry reward that the points can pay for, or a row of nulls without such a reward.
create or replace function expiry_reward_for(member membership, points bigint, today date) returns reward language sql stable as $$
  select available from expiry_rewards_for(member, today) available where available.point_deduct <= points
  order by available.point_deduct desc, available.voucher_value desc nulls last, available.reward_id limit 1
$$;

-- Returns the points of the smallest expiry reward, which the call list requires of a member; 1 without expiry rewards.
create or replace function least_expiry_reward(today date) returns bigint language sql stable as $$
  select coalesce(min(point_deduct), 1) from reward
  where type = 'Point Expiry' and status = 'Active' and deduct_point_in_claim_yn = 'Y' and point_deduct > 0
    and coalesce(valid_from, today) <= today and coalesce(valid_to, today) >= today
$$;
