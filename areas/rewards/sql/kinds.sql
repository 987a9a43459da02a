-- Written by `npm run generate` from areas/rewards/contract/reward-kinds.ts.

-- True if a reward of this kind is redeemed for points and collected; false if it is issued and claimed.
create or replace function is_redeemed_kind(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('Premium Gift')
$$;
