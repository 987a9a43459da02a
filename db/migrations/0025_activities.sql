-- WHAT STAFF DID WITH CUSTOMERS: kinds of activities, and each of them as it was written down.
create table activity_type (
  activity_code text primary key check (activity_code ~ '^[A-Z0-9_]{1,20}$'),
  description text not null check (length(description) between 1 and 200),
  auto_sync_yn text not null default 'N' check (auto_sync_yn in ('Y', 'N')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table customer_activity (
  activity_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  activity_code text not null references activity_type,
  activity_log text not null check (length(activity_log) between 1 and 1000),
  -- Where it happened.
  building_id bigint not null references building,
  staff_id bigint references staff,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint references user_account,
  created_at timestamptz not null,
  updated_by_id bigint references user_account,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index customer_activity_of_customer on customer_activity (customer_id, created_at desc, activity_id desc);
create index customer_activity_of_type on customer_activity (activity_code) where status = 'Active';
create index customer_activity_of_building on customer_activity (building_id, created_at desc);
