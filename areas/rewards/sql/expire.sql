-- Nightly step: expires the rewards of a list. The area customer-rewards passes rewards that no member has any more.
create or replace function end_rewards(ended bigint[], at timestamptz) returns bigint language sql as $$
  with expired as (update reward set status = 'Expired', version = version + 1, updated_at = at
    where reward_id = any (ended) and status = 'Active' returning 1)
  select count(*) from expired
$$;
