-- Files made of lists: what was asked for, how far it is, and where the file lies until it is thrown away.

create table export_job (
  export_id uuid primary key default uuidv7(),
  -- The call whose rows are written, and its body.
  path text not null,
  title text not null,
  input jsonb not null,
  -- Labels and words are those of the screen the export was asked for on.
  columns jsonb not null,
  filters jsonb not null default '[]',
  format text not null check (format in ('XLSX', 'CSV')),
  scope text not null check (scope in ('Page', 'Selected', 'All')),
  page integer,
  page_rows integer,
  key_field text,
  keys jsonb,
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  reason text,
  status text not null check (status in ('Queued', 'Running', 'Completed', 'Failed', 'Cancelled', 'Expired')),
  attempts integer not null default 0,
  rows_expected bigint not null,
  rows_done bigint not null default 0,
  -- Rows that showed an identity number in full.
  identity_rows bigint not null default 0,
  message text,
  message_code text,
  file_name text not null,
  file_bytes bigint,
  -- The name under which the file lies; nobody can guess it and nobody is told.
  file_key text,
  created_by_id bigint not null references user_account,
  created_by text not null,
  outlet_code text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check ((status = 'Completed') = (file_key is not null)),
  check (scope <> 'Selected' or (key_field is not null and keys is not null)),
  check (scope <> 'Page' or (page is not null and page_rows is not null))
);
create index export_job_owner on export_job (created_by_id, created_at desc);
create index export_job_open on export_job (created_at) where status in ('Queued', 'Running');
