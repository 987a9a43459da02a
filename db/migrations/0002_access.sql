-- Who works here, who may come in, and what they did at the door.

create table building (
  building_id bigint generated always as identity primary key,
  code text not null unique check (code = upper(code)),
  name text not null,
  building_type_id smallint not null check (building_type_id between 1 and 9),
  phone text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_at timestamptz not null default now()
);

create table department (
  department_id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted'))
);

create table staff (
  staff_id bigint generated always as identity primary key,
  full_name text not null,
  preferred_name text not null,
  job_title text,
  image text,
  email text,
  contact_no text,
  staff_type text not null check (staff_type in ('HQ', 'Outlet Staff', 'Outlet Manager')),
  sales_person_code text unique,
  building_id bigint not null references building,
  department_id bigint references department,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_account (
  user_id bigint generated always as identity primary key,
  kind text not null check (kind in ('Staff', 'System')),
  username text not null check (username = lower(username)),
  staff_id bigint unique references staff,
  password_hash text,
  password_changed_at timestamptz,
  scopes text[] not null default '{}',
  status text not null default 'Active' check (status in ('Active', 'Disabled', 'Deleted')),
  last_sign_in_at timestamptz,
  -- Grows whenever what this account may do changes; see db/functions/access.sql.
  access_version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((kind = 'Staff') = (staff_id is not null))
);
create unique index user_account_username on user_account (username) where status <> 'Deleted';

create table user_role (
  user_id bigint not null references user_account,
  role text not null,
  primary key (user_id, role)
);

create table user_privilege (
  user_id bigint not null references user_account,
  privilege text not null,
  primary key (user_id, privilege)
);

-- A session is a row; ending it works at once. Only the hash of its token is kept.
create table session (
  session_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  audience text not null check (audience in ('staff', 'system', 'customer')),
  user_id bigint references user_account,
  customer_id bigint,
  label text not null unique,
  source_ip text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ended_by_id bigint,
  check ((audience = 'customer') = (customer_id is not null)),
  check ((audience = 'customer') = (user_id is null))
);
create index session_by_user on session (user_id) where ended_at is null;

-- One-time codes. A try is counted before the code is compared, so that parallel guesses can't outrun the limit.
create table sign_in_challenge (
  challenge_id text primary key,
  user_id bigint references user_account,
  code_hash bytea not null,
  sent_to text not null,
  sends smallint not null default 1,
  sent_at timestamptz not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  source_ip text,
  created_at timestamptz not null
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);

create table login_activity (
  login_activity_id bigint generated always as identity,
  activity_date_time timestamptz not null,
  session_id text,
  source_ip text,
  object_type text not null,
  object_id text not null,
  activity_description text not null,
  primary key (activity_date_time, login_activity_id)
) partition by range (activity_date_time);
create table login_activity_rest partition of login_activity default;
create index login_activity_session on login_activity (session_id, activity_date_time desc);
create index login_activity_object on login_activity (object_type, object_id, activity_date_time desc);
revoke update, delete, truncate on login_activity, login_activity_rest from carat_app;

-- Counters of the limits at the door, kept here so that a restart or a second process does not reset them.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
