-- FIELDS THAT THE COMPANY ADDS to customers, tasks and rewards, and what their lists offer. What a record holds of them stands in its
-- `custom_values`, by code.
create table custom_field (
  custom_field_id bigint generated always as identity primary key,
  object_type text not null check (object_type in ('Customer', 'Task', 'Rewards')),
  custom_field_code text not null check (custom_field_code ~ '^[A-Z0-9_]{1,20}$'),
  custom_field_name text not null check (length(custom_field_name) between 1 and 50),
  field_type text not null check (field_type in ('Text', 'Selection', 'Multiple Selection', 'Multiline Text', 'Email', 'Number', 'Date', 'Datetime')),
  is_mandatory_yn text not null default 'Y' check (is_mandatory_yn in ('Y', 'N')),
  sequence_no integer not null check (sequence_no between 0 and 99999),
  field_list_id text check (length(field_list_id) between 1 and 30),
  auto_sync_yn text not null default 'Y' check (auto_sync_yn in ('Y', 'N')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint custom_field_has_list check ((field_type in ('Selection', 'Multiple Selection')) = (field_list_id is not null))
);
create unique index custom_field_custom_field_code on custom_field (object_type, custom_field_code) where status <> 'Deleted';
create index custom_field_of_list on custom_field (field_list_id) where field_list_id is not null;

-- A value is what records hold and never changes; the labels are what people read, by language. One that was used is retired, not removed.
create table custom_field_item (
  custom_field_item_id bigint generated always as identity primary key,
  field_list_id text not null check (length(field_list_id) between 1 and 30),
  value text not null check (length(value) between 1 and 100),
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  sequence_no integer not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  unique (field_list_id, value)
);

alter table customer add column custom_values jsonb not null default '{}' check (jsonb_typeof(custom_values) = 'object');
alter table reward add column custom_values jsonb not null default '{}' check (jsonb_typeof(custom_values) = 'object');
alter table task add constraint task_custom_values check (jsonb_typeof(custom_values) = 'object');

-- Who holds a field, and who holds which value of it. Records without any cost nothing.
create index customer_custom_values on customer using gin (custom_values) where custom_values <> '{}';
create index task_custom_values on task using gin (custom_values) where custom_values <> '{}';
create index reward_custom_values on reward using gin (custom_values) where custom_values <> '{}';
