-- Automatic rewards for new premium members, birthdays and referrals.
-- A member gets each Active reward of the type that is valid on the day and open to the member.
-- A member gets a reward once per `period` (year, upgrade, invoice), even if the earlier one was cancelled.

drop function if exists give_waiting_now(bigint, jsonb), give_up_waiting(bigint, text, jsonb);

-- The rewards of a type that a member can get on a day: valid, open to category and outlet, and not exhausted.
create or replace function rewards_on_offer(kind text, member membership, today date) returns setof reward language sql stable as $$
  select reward.*
  from reward left join reward_given using (reward_id)
  where reward.type = kind and reward.status = 'Active'
    and coalesce(reward.valid_from, today) <= today and coalesce(reward.valid_to, today) >= today
    and (reward.member_type is null or reward.member_type = member.member_type)
    and (cardinality(reward.card_categories) = 0 or member.card_category_code = any (reward.card_categories))
    and (reward.total_limit is null or coalesce(reward_given.given, 0) < reward.total_limit)
    and (not exists (select from reward_object where reward_id = reward.reward_id and object_type = 'Building' and status = 'Active')
      or exists (select from reward_object outlet join customer on registered_outlet_code in (outlet.object_value, 'HQ')
        where outlet.reward_id = reward.reward_id and outlet.object_type = 'Building' and outlet.status = 'Active' and customer.customer_id = member.customer_id))
  order by reward.reward_id
$$;

-- Returns the rewards of rewards_on_offer that the member has not received for this period.
create or replace function rewards_due(kind text, member membership, given_for text, today date) returns setof reward language sql stable as $$
  select available.* from rewards_on_offer(kind, member, today) available
  where not exists (select from customer_reward existing
      where existing.customer_id = member.customer_id and existing.reward_id = available.reward_id and existing.period = given_for)
    -- A member gets the welcome reward once, even after a second upgrade.
    and (kind <> 'New Member' or not exists (select from customer_reward existing
      where existing.customer_id = member.customer_id and existing.type = kind and existing.period is distinct from given_for))
  order by available.reward_id
$$;

-- Gives one automatic reward and returns its reference code, or null if a rule refuses.
-- With `waits`, a refused reward is stored in reward_waiting for the nightly retry.
-- Birthday rewards do not wait, because each nightly batch selects them again.
create or replace function give_or_wait(of_reward bigint, member membership, given_for text, waits boolean, source jsonb) returns text language plpgsql as $$
declare
  given_reward customer_reward;
  reference text;
  refusal_params text;
begin
  reference := issue_reward(member.membership_no, of_reward, jsonb_build_object('Period', given_for), source);
  select * into given_reward from customer_reward where reference_code = reference;
  perform customer_reward_given(given_reward, source);
  return reference;
exception when sqlstate 'CA001' then
  get stacked diagnostics refusal_params = pg_exception_detail;
  if waits then
    insert into reward_waiting (reward_id, membership_no, customer_id, period, since, refused, params, updated_at)
    values (of_reward, member.membership_no, member.customer_id, given_for, (source->>'Today')::date, sqlerrm, coalesce(nullif(refusal_params, ''), '{}')::jsonb,
      (source->>'At')::timestamptz)
    on conflict (membership_no, reward_id, period) where status = 'Waiting' do nothing;
  end if;
  return null;
end $$;

-- Gives one reward by its id and once for the period, for example the reward of a campaign.
create or replace function give_one_by_system(of_reward bigint, number text, given_for text, source jsonb) returns void language plpgsql as $$
declare
  member membership;
begin
  select m.* into member from membership m where m.membership_no = surviving_membership(number);
  perform give_or_wait(of_reward, member, given_for, true, source);
end $$;

-- Gives all automatic rewards that are due, and returns their reference codes.
-- A refused reward waits for the nightly batch instead of failing the caller, such as the upgrade.
create or replace function give_by_system(kind text, number text, given_for text, source jsonb) returns text[] language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  member membership;
  due reward;
  reference text;
  codes text[] := '{}';
  origin text := coalesce(nullif(current_setting('carat.origin', true), ''), '{}');
begin
  select m.* into member from membership m where m.membership_no = surviving_membership(number);
  if not exists (select from rewards_due(kind, member, given_for, today)) then return codes; end if;
  -- The due rewards are read again after locking the member, so that concurrent callers give each reward once.
  perform lock_balance(member.membership_no);
  -- Each reward gets its own audit records, even in the nightly batch, which otherwise audits in bulk.
  perform set_config('carat.origin', (origin::jsonb - 'bulk')::text, true);
  for due in select * from rewards_due(kind, member, given_for, today) loop
    reference := give_or_wait(due.reward_id, member, given_for, kind <> 'Birthday', source);
    if reference is not null then codes := codes || reference; end if;
  end loop;
  perform set_config('carat.origin', origin, true);
  return codes;
end $$;

-- Closes the waiting rewards of a person for a period whose cause no longer applies.
create or replace function close_waiting(person bigint, given_for text, at timestamptz) returns void language sql as $$
  update reward_waiting set status = 'Closed', updated_at = at
  where customer_id = person and period = given_for and status = 'Waiting'
$$;

-- Retries one waiting reward, whose member the caller has locked. Returns true if the member got the reward.
create or replace function try_waiting(one reward_waiting, source jsonb) returns boolean language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
  given_reward customer_reward;
  reference text;
  refusal_params text;
begin
  reference := issue_reward(one.membership_no, one.reward_id, jsonb_build_object('Period', one.period), source);
  select * into given_reward from customer_reward where reference_code = reference;
  perform customer_reward_given(given_reward, source);
  update reward_waiting set status = 'Given', reference_code = reference, updated_at = at where waiting_id = one.waiting_id;
  return true;
exception when sqlstate 'CA001' then
  get stacked diagnostics refusal_params = pg_exception_detail;
  update reward_waiting set attempts = attempts + 1, refused = sqlerrm, params = coalesce(nullif(refusal_params, ''), '{}')::jsonb, updated_at = at
  where waiting_id = one.waiting_id;
  return false;
end $$;

-- True if the member has received the waiting reward in the meantime.
create or replace function is_given(one reward_waiting) returns boolean language sql stable as $$
  select exists (select from customer_reward existing
    where existing.customer_id = surviving_customer(one.customer_id) and existing.reward_id = one.reward_id and existing.period = one.period)
$$;

-- Nightly, one chunk: retries waiting automatic rewards for 30 days.
-- Closes waiting rewards that the member received in the meantime.
create or replace function give_waiting(after bigint, most integer, source jsonb) returns table (first_key text, last_key text, done bigint)
language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  ids bigint[] := array(select waiting_id from reward_waiting where status = 'Waiting' and waiting_id > after order by waiting_id limit most);
  waiting reward_waiting;
begin
  if cardinality(ids) = 0 then return; end if;
  perform set_config('carat.origin', (audit_origin() - 'bulk')::text, true);
  perform lock_balances(array(select distinct surviving_membership(membership_no) from reward_waiting where waiting_id = any (ids)));
  done := 0;
  for waiting in select * from reward_waiting where waiting_id = any (ids) and status = 'Waiting' order by waiting_id for update loop
    if waiting.since < today - 30 or is_given(waiting) then
      update reward_waiting set status = 'Closed', updated_at = (source->>'At')::timestamptz where waiting_id = waiting.waiting_id;
    elsif try_waiting(waiting, source) then
      done := done + 1;
    end if;
  end loop;
  first_key := ids[1]::text;
  last_key := ids[cardinality(ids)]::text;
  return next;
end $$;

-- Retries one waiting automatic reward at once on request of head office.
-- Refuses a reward that no longer waits. Returns the reference code if the member got the reward.
create or replace function give_waiting_now(id bigint, source jsonb) returns text language plpgsql as $$
declare
  waiting reward_waiting := lock_waiting(id);
begin
  if is_given(waiting) then
    update reward_waiting set status = 'Closed', updated_at = (source->>'At')::timestamptz where waiting_id = id;
    return null;
  end if;
  perform try_waiting(waiting, source);
  return (select reference_code from reward_waiting where waiting_id = id);
end $$;

-- Locks a waiting automatic reward after its member's balance.
create or replace function lock_waiting(id bigint) returns reward_waiting language plpgsql as $$
declare
  waiting reward_waiting;
begin
  select * into waiting from reward_waiting where waiting_id = id;
  if not found then perform refuse_reward('recordNotFound'); end if;
  perform lock_balance(surviving_membership(waiting.membership_no));
  select * into waiting from reward_waiting where waiting_id = id for update;
  if waiting.status <> 'Waiting' then perform refuse_reward('waitsNoMore'); end if;
  return waiting;
end $$;

create or replace function give_up_waiting(id bigint, why text, source jsonb) returns void language plpgsql as $$
begin
  perform lock_waiting(id);
  update reward_waiting set status = 'Closed', closed_because = why, updated_at = (source->>'At')::timestamptz where waiting_id = id;
end $$;

-- Returns the membership that receives a person's automatic rewards: Active, premium first, then the oldest.
create or replace function membership_of_person(person bigint) returns membership language sql stable as $$
  select m.* from membership m where m.customer_id = person and m.status = 'Active'
  order by m.member_type = 'Premium Member' desc, m.join_date, m.membership_no limit 1
$$;

-- Nightly, one chunk of customers by customer_id: gives birthday rewards once per calendar year.
-- Each nightly batch looks at all birthdays of the month, so that a missed batch only delays rewards within the month.
-- A date of birth that was entered less than 30 days ago delays the birthday reward, too.
create or replace function give_birthdays(after bigint, customers integer, source jsonb) returns table (first_key text, last_key text, done bigint)
language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  year text := extract(year from today)::text;
  persons bigint[];
  numbers text[];
  number text;
begin
  if not exists (select from reward where type = 'Birthday' and status = 'Active') then return; end if;
  persons := array(select customer_id from customer
    where customer_id > after and status = 'Active' and extract(month from date_of_birth) = extract(month from today)
    order by customer_id limit customers);
  if cardinality(persons) = 0 then return; end if;
  numbers := array(select membership.membership_no from unnest(persons) person cross join lateral membership_of_person(person) membership
    where membership.membership_no is not null and birth_date_is_known(person, (source->>'At')::timestamptz)
      and exists (select from rewards_due('Birthday', membership, year, today))
    order by membership.membership_no);
  done := 0;
  perform lock_balances(numbers);
  foreach number in array numbers loop
    done := done + cardinality(give_by_system('Birthday', number, year, source));
  end loop;
  first_key := persons[1]::text;
  last_key := persons[cardinality(persons)]::text;
  return next;
end $$;
