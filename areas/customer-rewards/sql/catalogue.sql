-- Nightly, one chunk: expires rewards of the catalogue whose validity has ended.
-- A reward stays Active while a member has a customer reward that can still be claimed or collected.
create or replace function expire_catalogue(after text, most integer, source jsonb) returns table (first_key text, last_key text, done bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  due bigint[];
begin
  due := array(select r.reward_id from reward r where r.status = 'Active' and r.valid_to < (source->>'Today')::date
      and r.reward_id > coalesce(nullif(after, '')::bigint, 0)
      and not exists (select from customer_reward outstanding where outstanding.reward_id = r.reward_id and outstanding.status = 'Active')
    order by r.reward_id limit most for update of r);
  if cardinality(due) = 0 then return; end if;
  done := end_rewards(due, (source->>'At')::timestamptz);
  first_key := due[1]::text;
  last_key := due[cardinality(due)]::text;
  return next;
end $$;
