-- WHAT THE COMPANY GIVES BY ITSELF: to new premium members, for birthdays, for friends who were recommended. All Active rewards of the
-- type that are valid on the day and for the member are given, each once for what it is given for (`period`), whatever became of it.

-- The rewards of a type that are for a member on a day: valid, of the category, of the outlet of registration, and not all given yet.
create or replace function rewards_on_offer(kind text, member membership, today date) returns setof reward language sql stable as $$
  select offered.*
  from reward offered left join reward_given using (reward_id)
  where offered.type = kind and offered.status = 'Active'
    and coalesce(offered.valid_from, today) <= today and coalesce(offered.valid_to, today) >= today
    and (offered.member_type is null or offered.member_type = member.member_type)
    and (cardinality(offered.card_categories) = 0 or member.card_category_code = any (offered.card_categories))
    and (offered.total_limit is null or coalesce(reward_given.given, 0) < offered.total_limit)
    and (not exists (select from reward_object where reward_id = offered.reward_id and object_type = 'Building' and status = 'Active')
      or exists (select from reward_object at join customer on registered_outlet_code in (at.object_value, 'HQ')
        where at.reward_id = offered.reward_id and at.object_type = 'Building' and at.status = 'Active' and customer.customer_id = member.customer_id))
  order by offered.reward_id
$$;

-- Those of them that the member was not given for that yet.
create or replace function rewards_due(kind text, member membership, given_for text, today date) returns setof reward language sql stable as $$
  select offered.* from rewards_on_offer(kind, member, today) offered
  where not exists (select from customer_reward held
      where held.customer_id = member.customer_id and held.reward_id = offered.reward_id and held.period = given_for)
    -- Who is new is so once: a second upgrade brings no second welcome.
    and (kind <> 'New Member' or not exists (select from customer_reward held
      where held.customer_id = member.customer_id and held.type = kind and held.period is distinct from given_for))
  order by offered.reward_id
$$;

-- Gives one, and answers its reference code. What is refused waits, unless it is looked for again anyway.
create or replace function give_or_wait(of_reward bigint, member membership, given_for text, waits boolean, source jsonb) returns text language plpgsql as $$
declare
  given customer_reward;
  reference text;
  named text;
begin
  reference := issue_reward(member.membership_no, of_reward, jsonb_build_object('Period', given_for), source);
  select held.* into given from customer_reward held where held.reference_code = reference;
  perform customer_reward_given(given, source);
  return reference;
exception when sqlstate 'CA001' then
  get stacked diagnostics named = pg_exception_detail;
  if waits then
    insert into reward_waiting (reward_id, membership_no, customer_id, period, since, refused, params, updated_at)
    values (of_reward, member.membership_no, member.customer_id, given_for, (source->>'Today')::date, sqlerrm, coalesce(nullif(named, ''), '{}')::jsonb,
      (source->>'At')::timestamptz)
    on conflict (membership_no, reward_id, period) where status = 'Waiting' do nothing;
  end if;
  return null;
end $$;

-- Gives a reward that something above names, once for what it is given for.
create or replace function give_one_by_system(of_reward bigint, number text, given_for text, source jsonb) returns void language plpgsql as $$
declare
  member membership;
begin
  select m.* into member from membership m where m.membership_no = surviving_membership(number);
  perform give_or_wait(of_reward, member, given_for, true, source);
end $$;

-- Gives them. What is refused keeps neither the others nor the cause from happening: it waits, and the nights try it again. Answers the
-- reference codes.
create or replace function give_by_system(kind text, number text, given_for text, source jsonb) returns text[] language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  member membership;
  offered reward;
  reference text;
  codes text[] := '{}';
  origin text := coalesce(nullif(current_setting('carat.origin', true), ''), '{}');
begin
  select m.* into member from membership m where m.membership_no = surviving_membership(number);
  if not exists (select from rewards_due(kind, member, given_for, today)) then return codes; end if;
  -- Of several who give the same at once, one does: what is due is read again behind the member's lock.
  perform lock_balance(member.membership_no);
  -- By night as well each of them is in the audit log by itself.
  perform set_config('carat.origin', (origin::jsonb - 'bulk')::text, true);
  for offered in select * from rewards_due(kind, member, given_for, today) loop
    reference := give_or_wait(offered.reward_id, member, given_for, kind <> 'Birthday', source);
    if reference is not null then codes := codes || reference; end if;
  end loop;
  perform set_config('carat.origin', origin, true);
  return codes;
end $$;

-- What waits for something that does not stand any more is not given.
create or replace function close_waiting(person bigint, given_for text, at timestamptz) returns void language sql as $$
  update reward_waiting set status = 'Closed', updated_at = at
  where customer_id = person and period = given_for and status = 'Waiting'
$$;

-- Tries once more to give what waits, behind the lock of its member. Answers whether it was given.
create or replace function try_waiting(one reward_waiting, source jsonb) returns boolean language plpgsql as $$
declare
  at timestamptz := (source->>'At')::timestamptz;
  given customer_reward;
  reference text;
  named text;
begin
  reference := issue_reward(one.membership_no, one.reward_id, jsonb_build_object('Period', one.period), source);
  select held.* into given from customer_reward held where held.reference_code = reference;
  perform customer_reward_given(given, source);
  update reward_waiting set status = 'Given', reference_code = reference, updated_at = at where waiting_id = one.waiting_id;
  return true;
exception when sqlstate 'CA001' then
  get stacked diagnostics named = pg_exception_detail;
  update reward_waiting set attempts = attempts + 1, refused = sqlerrm, params = coalesce(nullif(named, ''), '{}')::jsonb, updated_at = at
  where waiting_id = one.waiting_id;
  return false;
end $$;

-- Whether a member was given by now what waits.
create or replace function is_given(one reward_waiting) returns boolean language sql stable as $$
  select exists (select from customer_reward held
    where held.customer_id = surviving_customer(one.customer_id) and held.reward_id = one.reward_id and held.period = one.period)
$$;

-- THE NIGHT of what could not be given: tried again for 30 days, one chunk of them. What the member has by then is given.
create or replace function give_waiting(after bigint, most integer, source jsonb) returns table (first_key text, last_key text, done bigint)
language plpgsql as $$
declare
  today date := (source->>'Today')::date;
  ids bigint[] := array(select waiting_id from reward_waiting where status = 'Waiting' and waiting_id > after order by waiting_id limit most);
  one reward_waiting;
begin
  if cardinality(ids) = 0 then return; end if;
  perform set_config('carat.origin', (audit_origin() - 'bulk')::text, true);
  perform lock_balances(array(select distinct surviving_membership(membership_no) from reward_waiting where waiting_id = any (ids)));
  done := 0;
  for one in select * from reward_waiting where waiting_id = any (ids) and status = 'Waiting' order by waiting_id for update loop
    if one.since < today - 30 or is_given(one) then
      update reward_waiting set status = 'Closed', updated_at = (source->>'At')::timestamptz where waiting_id = one.waiting_id;
    elsif try_waiting(one, source) then
      done := done + 1;
    end if;
  end loop;
  first_key := ids[1]::text;
  last_key := ids[cardinality(ids)]::text;
  return next;
end $$;

-- Head office does not wait for the night. Refuses what waits no more.
create or replace function give_waiting_now(id bigint, source jsonb) returns jsonb language plpgsql as $$
declare
  one reward_waiting := lock_waiting(id);
begin
  if is_given(one) then
    update reward_waiting set status = 'Closed', updated_at = (source->>'At')::timestamptz where waiting_id = id;
    return jsonb_build_object('GivenYN', 'N');
  end if;
  perform try_waiting(one, source);
  return (select jsonb_build_object('GivenYN', case when status = 'Given' then 'Y' else 'N' end, 'ReferenceCode', reference_code) from reward_waiting where waiting_id = id);
end $$;

-- Locks what waits, behind the lock of its member.
create or replace function lock_waiting(id bigint) returns reward_waiting language plpgsql as $$
declare
  one reward_waiting;
begin
  select * into one from reward_waiting where waiting_id = id;
  if not found then perform refuse_reward('recordNotFound'); end if;
  perform lock_balance(surviving_membership(one.membership_no));
  select * into one from reward_waiting where waiting_id = id for update;
  if one.status <> 'Waiting' then perform refuse_reward('waitsNoMore'); end if;
  return one;
end $$;

create or replace function give_up_waiting(id bigint, why text, source jsonb) returns jsonb language plpgsql as $$
begin
  perform lock_waiting(id);
  update reward_waiting set status = 'Closed', closed_because = why, updated_at = (source->>'At')::timestamptz where waiting_id = id;
  return jsonb_build_object('WaitingId', id);
end $$;

-- The membership by which a person is given something: the one that is Active, premium before others, of several the oldest.
create or replace function membership_of_person(person bigint) returns membership language sql stable as $$
  select m.* from membership m where m.customer_id = person and m.status = 'Active'
  order by m.member_type = 'Premium Member' desc, m.join_date, m.membership_no limit 1
$$;

-- THE NIGHT of birthdays, one chunk of customers in the order of their numbers: on the first of the month of the birthday, and on each
-- night after it for those who were missed or whose date of birth is known for long enough by then. Once for a calendar year.
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
  numbers := array(select own.membership_no from unnest(persons) person cross join lateral membership_of_person(person) own
    where own.membership_no is not null and birth_date_is_known(person, (source->>'At')::timestamptz)
      and exists (select from rewards_due('Birthday', own, year, today))
    order by own.membership_no);
  done := 0;
  perform lock_balances(numbers);
  foreach number in array numbers loop
    done := done + cardinality(give_by_system('Birthday', number, year, source));
  end loop;
  first_key := persons[1]::text;
  last_key := persons[cardinality(persons)]::text;
  return next;
end $$;
