-- THE STATES OF WHAT A MEMBER HOLDS. Whatever a program may believe: no other change of state is written.
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

-- Locks what a member holds, behind the lock of the member, in the order in which points are moved. Refuses with `missing`.
create or replace function lock_customer_reward(reference text, missing text) returns customer_reward language plpgsql as $$
declare
  held customer_reward;
begin
  select * into held from customer_reward where reference_code = reference;
  if not found then perform refuse_reward(missing); end if;
  -- A number that was merged since starts the whole again.
  perform lock_balance(surviving_membership(held.membership_no));
  select * into held from customer_reward where reference_code = reference for update;
  return held;
end $$;

-- Whether what was typed names the customer of what is held. A number that was merged names its survivor.
create or replace function is_identified(held customer_reward, person customer, kind text, identifier text) returns boolean language sql stable as $$
  select coalesce(case kind
    when 'MembershipNo' then surviving_membership(identifier) = surviving_membership(held.membership_no)
    when 'IdNo' then person.id_no = identifier
    when 'ContactNo' then identifier in (person.contact_no, person.alternate_contact_no)
    when 'Email' then lower(person.email) = lower(identifier) end, false)
$$;

-- What a member holds of a reward that is named by the reward's own code: what ends first, and what is still to be done first.
create or replace function held_of_code(reward_code text, kind text, identifier text, done text) returns text language sql stable as $$
  select held.reference_code from customer_reward held join reward using (reward_id) join customer using (customer_id)
  where reward.code = reward_code and reward.status <> 'Deleted' and is_identified(held, customer, kind, identifier)
    and held.status in ('Active', done)
  order by held.status = 'Active' desc, held.validity_to, held.reference_code limit 1
$$;

-- Whether a reward may be handed out at an outlet. Head office is no outlet: it acts for all.
create or replace function refuse_elsewhere(of_reward reward, outlet text) returns void language plpgsql as $$
begin
  if outlet is not null and outlet <> 'HQ' and exists (select from reward_object where reward_id = of_reward.reward_id and object_type = 'Building' and status = 'Active')
    and not exists (select from reward_object where reward_id = of_reward.reward_id and object_type = 'Building' and status = 'Active' and object_value = outlet) then
    perform refuse_reward('notHere', jsonb_build_object('Code', of_reward.code, 'OutletCode', outlet));
  end if;
end $$;

-- A date of birth counts for what is given for it once it was on file for 30 days.
create or replace function birth_date_is_known(person bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (select from customer where customer_id = person and date_of_birth is not null and created_at <= at - interval '30 days')
    and not exists (
      select from audit_record where object_type = 'Customer' and object_id = person::text and updated_field_name = 'DateOfBirth'
        and audited_at > at - interval '30 days')
$$;

create or replace function is_birthday_month(person bigint, day date) returns boolean language sql stable as $$
  select coalesce(extract(month from date_of_birth) = extract(month from day), false) from customer where customer_id = person
$$;

-- Where a period of a limit that holds a day begins.
create or replace function limit_from(period text, day date) returns date language sql immutable as $$
  select case period when 'Day' then day when 'Month' then date_trunc('month', day)::date when 'Year' then date_trunc('year', day)::date else '-infinity'::date end
$$;

-- How many of a reward a member was given since a day, business time.
create or replace function given_to_member(member text, of_reward bigint, since date) returns bigint language sql stable as $$
  select count(*) from customer_reward where membership_no = member and reward_id = of_reward
    and status in ('Active', 'Claimed', 'Collected') and validity_from >= since
$$;

-- What a row of the ledger says that its points were for: the reward as it is called that day, and what was said beside it.
create or replace function paid_for(of_reward reward, said text) returns text language sql immutable as $$
  select left(concat_ws(': ', of_reward.name, nullif(said, '')), 300)
$$;

-- What a call tells of who makes it, as the ledger's rows and the movements of stock know it.
create or replace function moved_by(source jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('OutletCode', source->>'OutletCode', 'UserId', source->>'CreatedById', 'UserName', source->>'UserName', 'At', source->>'At')
$$;
