-- The four-eyes rule: an action that needs a second person refuses every account of the first person.
-- Accounts belong to the same person if they share the staff record, e-mail or phone.
-- Accounts also belong to the same person if one created the other or changed its rights within 30 days.

-- The last digits of a phone number, which are equal with and without country code and separators.
create or replace function phone_key(number text) returns text language sql immutable parallel safe as $$
  select nullif(right(regexp_replace(number, '\D', '', 'g'), 8), '')
$$;

-- Finds active staff with this e-mail or phone.
create or replace function staff_with_contact(email text, phone text) returns setof staff language sql stable parallel safe as $$
  select * from staff s where s.status = 'Active'
    and (lower(s.email) = lower(staff_with_contact.email) or phone_key(s.contact_no) = phone_key(staff_with_contact.phone))
$$;

-- Finds accounts that this account created or whose rights it changed, and vice versa, in the 30 days before `at`.
create or replace function accounts_tied_by_rights(account bigint, at timestamptz) returns setof bigint language sql stable parallel safe as $$
  select case when l.updated_by_id = account then l.object_id::bigint else l.updated_by_id end
  from audit_log l
  where l.object_type = 'User' and l.logged_at > at - interval '30 days' and (l.updated_by_id = account or l.object_id = account::text)
    and l.action_type in ('Create User', 'Give Role', 'Give Privilege', 'Take Role', 'Take Privilege')
$$;

-- Finds all accounts of the person behind an account, including the account itself.
create or replace function accounts_of_person(account bigint, at timestamptz) returns setof bigint language sql stable parallel safe as $$
  select account where account is not null
  union
  select same_account.user_id
  from user_account own_account
  join staff own using (staff_id)
  join staff same on same.staff_id = own.staff_id or lower(same.email) = lower(own.email) or phone_key(same.contact_no) = phone_key(own.contact_no)
  join user_account same_account on same_account.staff_id = same.staff_id
  where own_account.user_id = account
  union
  select tied from accounts_tied_by_rights(account, at) tied where tied is not null
$$;
