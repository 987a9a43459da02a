-- TASKS: what staff have promised to do for a customer, or the company asks them to, with what was done about it.

create table task_group (
  code text primary key check (code = upper(code) and length(code) between 1 and 10),
  name text check (length(name) between 1 and 100),
  description text not null check (length(description) between 1 and 500),
  remarks text check (length(remarks) between 1 and 1000),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table task (
  task_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) between 1 and 1000),
  group_code text references task_group,
  priority text not null default 'Normal' check (priority in ('High', 'Normal', 'Low')),
  status text not null default 'To Do' check (status in ('To Do', 'In Progress', 'Completed', 'Deleted')),
  customer_id bigint references customer,
  -- The outlet that does it; HQ for head office itself.
  building_id bigint not null references building,
  -- Who of its staff does it; null: whoever has time.
  owner_staff_id bigint references staff,
  due_date timestamptz not null,
  -- Not shown among what is due before this day.
  snoozed_until date,
  -- The day on which the latest log says somebody gets back to it; it is kept by what writes logs.
  follow_up_date date,
  source text not null default 'Manual' check (source in ('Manual', 'Occasion', 'Campaign', 'Feedback', 'System')),
  -- What it is about: the kind of record and its key.
  related_type text,
  related_id text,
  -- A task that the program makes is made once for its cause.
  once_key text unique,
  -- Why the program made it: a word and its values, told in the language of the reader.
  because jsonb,
  custom_values jsonb not null default '{}',
  completed_at timestamptz,
  completed_by_id bigint references user_account,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((related_type is null) = (related_id is null)),
  check ((status = 'Completed') = (completed_at is not null))
);
create index task_open on task (building_id, due_date) where status in ('To Do', 'In Progress');
create index task_of_customer on task (customer_id, due_date) where customer_id is not null;
create index task_of_owner on task (owner_staff_id) where owner_staff_id is not null and status in ('To Do', 'In Progress');
create index task_of_group on task (group_code) where group_code is not null;
create index task_related on task (related_type, related_id) where related_type is not null;

create table task_progress_log (
  progress_log_id bigint generated always as identity primary key,
  task_id bigint not null references task,
  name text check (length(name) between 1 and 100),
  contact_type text not null default 'Email' check (contact_type in ('Email', 'SMS', 'WhatsApp', 'Call', 'Mail', 'N/A')),
  description text not null check (length(description) between 1 and 300),
  follow_up_date date not null,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Completed', 'Deleted')),
  -- Written by contacting the customer from the task: the message in the contact log.
  message_id uuid,
  staff_id bigint references staff,
  outlet_code text,
  created_by_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_by_id bigint references user_account,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index task_progress_log_of_task on task_progress_log (task_id, progress_log_id desc);
create index task_progress_log_of_staff on task_progress_log (staff_id, created_at) where staff_id is not null;
