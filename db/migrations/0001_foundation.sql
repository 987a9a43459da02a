-- What every area leans on: the application's role, settings, repeated calls, outgoing messages and the two audit books.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

do $$
begin
  -- Roles belong to the cluster, not to this database: another database may have made it already.
  create role carat_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant carat_app to current_user;
grant usage on schema public to carat_app;
alter default privileges in schema public grant select, insert, update, delete on tables to carat_app;
alter default privileges in schema public grant usage, select on sequences to carat_app;

create table setting (
  name text primary key,
  value jsonb not null,
  description text not null default '',
  updated_by_id bigint,
  updated_at timestamptz not null default now()
);

create table idempotency_key (
  owner text not null,
  key text not null,
  path text not null,
  body_hash text not null,
  status smallint,
  reply json, -- json, not jsonb: a repeated call gets its answer letter for letter
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

create table outbox_message (
  message_id uuid primary key,
  channel text not null check (channel in ('Email', 'SMS')),
  recipient text not null,
  subject text not null,
  body text not null,
  status text not null default 'Queued' check (status in ('Queued', 'Sent', 'Failed')),
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_message_due on outbox_message (next_try_at) where status = 'Queued';
create index outbox_message_newest on outbox_message (created_at desc);

-- Field-level audit: written by triggers only, see db/functions/audit.sql. Partitioned by month, so that old months
-- can be moved away without touching the table that is written to.
create table audit_record (
  audit_record_id bigint generated always as identity,
  audited_at timestamptz not null,
  table_name text not null,
  object_type text not null,
  object_id text not null,
  action_type text not null check (action_type in ('Add', 'Update', 'Delete', 'Import')),
  updated_field_name text,
  previous_info text,
  updated_info text,
  updated_by_id bigint,
  updated_by text,
  outlet_code text,
  session_id text,
  source_ip text,
  request_id text,
  primary key (audited_at, audit_record_id)
) partition by range (audited_at);
create table audit_record_rest partition of audit_record default;
create index audit_record_object on audit_record (object_type, object_id, audited_at desc);
create index audit_record_staff on audit_record (updated_by_id, audited_at desc);

-- The specification's text log: one sentence for every action.
create table audit_log (
  audit_log_id bigint generated always as identity,
  logged_at timestamptz not null,
  action_type text not null,
  object_type text not null,
  object_id text not null,
  log_text text not null,
  updated_by_id bigint,
  updated_by text,
  outlet_code text,
  session_id text,
  source_ip text,
  request_id text,
  primary key (logged_at, audit_log_id)
) partition by range (logged_at);
create table audit_log_rest partition of audit_log default;
create index audit_log_object on audit_log (object_type, object_id, logged_at desc);

revoke insert, update, delete, truncate on audit_record, audit_record_rest from carat_app;
revoke update, delete, truncate on audit_log, audit_log_rest from carat_app;
