-- THE NIGHT: rewards whose last day is over end. Which of these nobody holds any more, the area above knows.
create or replace function end_rewards(ended bigint[], at timestamptz) returns bigint language sql as $$
  with done as (update reward set status = 'Expired', version = version + 1, updated_at = at
    where reward_id = any (ended) and status = 'Active' returning 1)
  select count(*) from done
$$;
