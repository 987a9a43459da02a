-- MESSAGES TO CUSTOMERS. All mail of the house leaves by one outbox; what it needs for theirs is optional there.

alter table outbox_message
  add html text,
  -- Where one click ends such messages; an e-mail says it in its head.
  add unsubscribe_url text,
  -- Marketing is sent between these hours of the business zone only (HH:MM), whenever its turn comes.
  add send_from text check (send_from ~ '^\d\d:\d\d$'),
  add send_until text check (send_until ~ '^\d\d:\d\d$'),
  -- What the provider calls it: its delivery reports name it so.
  add provider_id text,
  drop constraint outbox_message_status_check,
  add constraint outbox_message_status_check check (status in ('Queued', 'Sent', 'Failed', 'Cancelled')),
  add check ((send_from is null) = (send_until is null));

-- What happened and is to be written about: noted in the transaction in which it happened, where a template is active for it, and
-- written to the customer by a job.
create table message_occasion (
  occasion_id uuid default uuidv7() primary key,
  event text not null,
  customer_id bigint not null references customer,
  membership_no text,
  -- The reward that the member holds, and which reward it is.
  reference_code text,
  reward_id bigint,
  -- Something is written about once under the same key: a reminder of a date.
  once_key text unique,
  outlet_code text,
  staff_id bigint,
  status text not null default 'Waiting' check (status in ('Waiting', 'Written', 'Failed')),
  attempts smallint not null default 0,
  error text,
  created_at timestamptz not null,
  next_try_at timestamptz not null
);
create index message_occasion_due on message_occasion (next_try_at) where status = 'Waiting';
create index message_occasion_customer on message_occasion (customer_id);

-- What was written to whom and what became of it. Partitioned by month, as the other logs.
create table contact_log (
  message_id uuid not null,
  created_at timestamptz not null,
  customer_id bigint not null references customer,
  membership_no text,
  contact_type text not null check (contact_type in ('Email', 'SMS')),
  purpose text not null check (purpose in ('Service', 'Marketing')),
  recipient text,
  template_id bigint not null references contact_template,
  template_version integer not null,
  event text,
  reference_code text,
  language text not null,
  -- As it was written.
  subject text,
  html text,
  text text,
  result text not null check (result in ('Queued', 'Sent', 'Delivered', 'Failed', 'Bounced', 'Opted out')),
  reason text,
  sent_at timestamptz,
  result_at timestamptz,
  provider_id text,
  created_by_id bigint,
  outlet_code text,
  primary key (created_at, message_id)
) partition by range (created_at);
create table contact_log_rest partition of contact_log default;
create index contact_log_customer on contact_log (customer_id, created_at desc);
create index contact_log_message on contact_log (message_id);
create index contact_log_newest on contact_log (created_at desc, message_id);

-- What providers told, each of their messages once, however often it comes.
create table message_report (
  report_id text primary key check (length(report_id) between 1 and 200),
  message_id uuid not null,
  kind text not null,
  detail text,
  received_at timestamptz not null
);
