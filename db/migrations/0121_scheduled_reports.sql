-- A file that goes along with a message: what it is called and is, and its name on the shelf of exports.
alter table outbox_message add column attachment_name text;
alter table outbox_message add column attachment_type text;
alter table outbox_message add column attachment_key text;
alter table outbox_message add check (num_nulls(attachment_name, attachment_type, attachment_key) in (0, 3));

-- REPORTS THAT ARE SENT BY THEMSELVES: what is exported, over which days, when, to whom.
create table export_schedule (
  schedule_id bigint generated always as identity primary key,
  title text not null,
  path text not null,
  input jsonb not null,
  columns jsonb not null,
  totals jsonb not null default '[]',
  filters jsonb not null default '[]',
  format text not null check (format in ('XLSX', 'CSV', 'PDF')),
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  -- The filters that begin and end its days; they are set again with each run.
  first_day_field text,
  last_day_field text,
  period text check (period in ('Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month', 'This Year', 'Last 12 Months')),
  -- In the business zone.
  cron text not null,
  recipient_ids bigint[] not null check (cardinality(recipient_ids) between 1 and 50),
  status text not null default 'Active' check (status in ('Active', 'Paused', 'Deleted')),
  -- Stays while it is deleted, so that a delete can be taken back; and why, where the program paused it.
  paused_yn boolean not null default false,
  message text,
  message_code text,
  next_run_at timestamptz,
  last_run_at timestamptz,
  created_by_id bigint not null references user_account,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (num_nulls(first_day_field, last_day_field, period) in (0, 3)),
  check ((status = 'Active') = (next_run_at is not null)),
  check (status = 'Deleted' or (status = 'Paused') = paused_yn)
);
create index export_schedule_owner on export_schedule (created_by_id, schedule_id) where status <> 'Deleted';
create index export_schedule_due on export_schedule (next_run_at) where status = 'Active';

-- What became of each run for each person. One run is one row for a person, however often its work begins again.
create table export_schedule_send (
  send_id bigint generated always as identity primary key,
  schedule_id bigint not null references export_schedule,
  due_at timestamptz not null,
  user_id bigint not null references user_account,
  name text not null,
  -- What was found out before a file was made; afterwards the export and the message tell.
  outcome text not null check (outcome in ('Preparing', 'Mailed', 'No Access', 'No Address', 'Failed')),
  message text,
  message_code text,
  export_id uuid references export_job,
  message_id uuid,
  unique (schedule_id, due_at, user_id),
  check (outcome not in ('Preparing', 'Mailed') or export_id is not null)
);
create index export_schedule_send_export on export_schedule_send (export_id);
