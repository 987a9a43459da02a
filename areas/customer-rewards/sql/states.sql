-- The allowed changes of a customer reward's status. The trigger rejects every other change.
create or replace function refuse_reward_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('Active', 'Claimed'), ('Active', 'Collected'), ('Active', 'Cancelled'), ('Active', 'Expired'),
      ('Active', 'Deleted'), ('Claimed', 'Active'), ('Collected', 'Active')) then
    raise exception 'A reward that is % cannot become %', old.status, new.status using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger customer_reward_moves before update of status on customer_reward
  for each row when (old.status is distinct from new.status) execute function refuse_reward_move();

create or replace function refuse_reward(reason text, params jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'CA001', detail = params::text;
end $$;

-- Locks a customer reward after its member's balance, in the lock order of the ledger.
-- Refuses with the error named `missing` if the customer reward does not exist.
create or replace function lock_customer_reward(reference text, missing text) returns customer_reward language plpgsql as $$
declare
  held_reward customer_reward;
begin
  select * into held_reward from customer_reward where reference_code = reference;
  if not found then perform refuse_reward(missing); end if;
  -- If the membership was merged in the meantime, the balance of the survivor is locked.
  perform lock_balance(surviving_membership(held_reward.membership_no));
  select * into held_reward from customer_reward where reference_code = reference for update;
  return held_reward;
end $$;

-- True if the identifier belongs to the customer of the reward. A merged number identifies its survivor.
create or replace function is_identified(held_reward customer_reward, person customer, kind text, identifier text) returns boolean language sql stable as $$
  select coalesce(case kind
    when 'MembershipNo' then surviving_membership(identifier) = surviving_membership(held_reward.membership_no)
    when 'IdNo' then person.id_no = identifier
    when 'ContactNo' then identifier in (person.contact_no, person.alternate_contact_no)
    when 'Email' then lower(person.email) = lower(identifier) end, false)
$$;

-- Returns the reference code of the customer reward that a member has of a reward.
-- An Active customer reward comes before one with the status `done`, and an earlier last day before a later one.
create or replace function held_of_code(reward_code text, kind text, identifier text, done text) returns text language sql stable as $$
  select customer_reward.reference_code from customer_reward join reward using (reward_id) join customer using (customer_id)
  where reward.code = reward_code and reward.status <> 'Deleted' and is_identified(customer_reward, customer, kind, identifier)
    and customer_reward.status in ('Active', done)
  order by customer_reward.status = 'Active' desc, customer_reward.validity_to, customer_reward.reference_code limit 1
$$;

-- Refuses an outlet for which the reward is not valid. Head office acts for all outlets.
create or replace function refuse_elsewhere(of_reward reward, outlet text) returns void language plpgsql as $$
begin
  if outlet is not null and outlet <> 'HQ' and exists (select from reward_object where reward_id = of_reward.reward_id and object_type = 'Building' and status = 'Active')
    and not exists (select from reward_object where reward_id = of_reward.reward_id and object_type = 'Building' and status = 'Active' and object_value = outlet) then
    perform refuse_reward('notHere', jsonb_build_object('Code', of_reward.code, 'OutletCode', outlet));
  end if;
end $$;

-- A date of birth is valid for birthday rewards once it has been stored without a change for 30 days.
create or replace function birth_date_is_known(person bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (select from customer where customer_id = person and date_of_birth is not null and created_at <= at - interval '30 days')
    and not exists (
      select from audit_record where object_type = 'Customer' and object_id = person::text and updated_field_name = 'DateOfBirth'
        and audited_at > at - interval '30 days')
$$;

create or replace function is_birthday_month(person bigint, day date) returns boolean language sql stable as $$
  select coalesce(extract(month from date_of_birth) = extract(month from day), false) from customer where customer_id = person
$$;

-- Returns the first day of the period (such as a year) of a limit per member that contains the given day.
create or replace function limit_from(period text, day date) returns date language sql immutable as $$
  select case period when 'Day' then day when 'Month' then date_trunc('month', day)::date when 'Year' then date_trunc('year', day)::date else '-infinity'::date end
$$;

-- Returns how often a member has received a reward since a business day.
create or replace function given_to_member(member text, of_reward bigint, since date) returns bigint language sql stable as $$
  select count(*) from customer_reward where membership_no = member and reward_id = of_reward
    and status in ('Active', 'Claimed', 'Collected') and validity_from >= since
$$;

-- The remark of a ledger entry about a reward: the reward's name and the user's remark, at most 300 characters.
create or replace function paid_for(of_reward reward, remark text) returns text language sql immutable as $$
  select left(concat_ws(': ', of_reward.name, nullif(remark, '')), 300)
$$;

-- Returns the values of `source` that stock movements record: outlet, user and time.
create or replace function moved_by(source jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('OutletCode', source->>'OutletCode', 'UserId', source->>'CreatedById', 'UserName', source->>'UserName', 'At', source->>'At')
$$;
