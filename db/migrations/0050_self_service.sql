-- SELF-SERVICE: what customers do by themselves, with a passcode of staff or signed in by a code.

-- Somebody who registers has a session before they are a customer. Customers' sessions have their own limit of silence.
alter table session drop constraint session_check,
  add constraint session_customer check (audience = 'customer' or customer_id is null),
  add column idle_seconds integer check (idle_seconds > 0);
create index session_by_customer on session (customer_id) where ended_at is null and customer_id is not null;

-- What opens the public pages: a code to type, and a token in the QR code. Neither is kept, only what each hashes to.
create table passcode (
  passcode_id bigint generated always as identity primary key,
  code_hash bytea not null unique,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('New Customer', 'Update')),
  object_type text not null check (object_type in ('Outlet', 'Customer', 'Campaign')),
  -- The outlet or campaign; of a customer, customer_id says which.
  object_id text,
  customer_id bigint references customer,
  outlet_code text not null references building (code),
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  staff_id bigint references staff,
  name text check (length(name) between 1 and 60),
  -- Null: as many as come, until it ends.
  uses_most integer check (uses_most > 0),
  uses integer not null default 0,
  registered integer not null default 0,
  status text not null default 'Active' check (status in ('Active', 'Completed', 'Revoked')),
  created_by_id bigint not null references user_account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  revoked_at timestamptz,
  revoked_by_id bigint references user_account,
  check ((purpose = 'Update') = (customer_id is not null)),
  check ((object_type = 'Customer') = (customer_id is not null)),
  check ((object_id is null) = (customer_id is not null)),
  -- Whoever may change a profile is let in once.
  check (purpose = 'New Customer' or uses_most = 1),
  check (uses_most is null or uses <= uses_most),
  check (expires_at <= created_at + interval '90 days')
);
create index passcode_newest on passcode (created_at desc, passcode_id desc);
create index passcode_of_customer on passcode (customer_id) where customer_id is not null;

-- What a self-service session was opened for, and what it has done so far.
create table self_service_visit (
  session_id bigint primary key references session on delete cascade,
  purpose text not null check (purpose in ('New Customer', 'Update', 'Sign-in')),
  passcode_id bigint references passcode,
  outlet_code text references building (code),
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  opened_at timestamptz not null,
  -- The e-mail address that a code proved to be the visitor's.
  verified_email text,
  -- Who registered in it, with what: sent once more, it is answered once more and nothing is done twice.
  customer_id bigint references customer,
  registered_with bytea,
  check ((customer_id is null) = (registered_with is null))
);
create index self_service_visit_of_passcode on self_service_visit (passcode_id) where passcode_id is not null;
create index self_service_visit_of_customer on self_service_visit (customer_id) where customer_id is not null;

-- One-time codes to customers. A try is counted before the code is compared, so that parallel guesses can't outrun the limit.
create table customer_code (
  challenge_id text primary key,
  purpose text not null check (purpose in ('Sign-in', 'E-mail')),
  -- Null where nobody is known by what was typed (the code opens nothing then), and for who only registers.
  customer_id bigint references customer,
  -- The visit that asked; it alone may use a code that proves an address.
  session_id bigint,
  email text,
  code_hash bytea not null,
  attempts smallint not null default 0,
  attempts_most smallint not null default 5 check (attempts_most between 1 and 10),
  source_ip text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (purpose = 'Sign-in' or email is not null)
);
create index customer_code_expiry on customer_code (expires_at);
create index customer_code_of_customer on customer_code (customer_id) where customer_id is not null;

-- Where a customer is reached was changed by self-service: points are not spent for a day, unless staff saw the person.
create table contact_change (
  change_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  fields text[] not null check (cardinality(fields) > 0),
  changed_at timestamptz not null,
  held_until timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by_id bigint references user_account,
  outlet_code text,
  check ((confirmed_at is null) = (confirmed_by_id is null))
);
create index contact_change_held on contact_change (customer_id, held_until);

-- Customers change more than who they are; what needs nobody's review is kept beside it.
alter table profile_updated_history drop constraint profile_updated_history_action_type_check,
  add constraint profile_updated_history_action_type_check check (action_type in (
    'Create', 'Update', 'Address Added', 'Address Updated', 'Address Deleted', 'E-mail Verified', 'Consent')),
  add column review_yn text not null default 'Y' check (review_yn in ('Y', 'N'));
alter table profile_updated_field drop constraint profile_updated_field_field_name_check,
  add constraint profile_updated_field_field_name_check check (length(field_name) between 1 and 60);
drop index profile_updated_waiting;
create index profile_updated_waiting on profile_updated_history (updated_at, history_id) where reviewed_date is null and review_yn = 'Y';
