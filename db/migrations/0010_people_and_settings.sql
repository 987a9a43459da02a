-- What /settings changes: versions for forms, secrets of system accounts, labels and translations of lists.

alter table setting add column version integer not null default 1;

alter table building
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

alter table department
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();

alter table user_account
  -- What a system account is for; people are called by the name of the staff behind the account.
  add column display_name text,
  -- Calls a minute of a system account; none unless one is set.
  add column calls_per_minute integer check (calls_per_minute between 1 and 100000),
  -- While a secret is exchanged at the till, the one before it works too.
  add column previous_password_hash text,
  add column previous_valid_until timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add check ((previous_password_hash is null) = (previous_valid_until is null)),
  add check (kind = 'System' or (calls_per_minute is null and previous_password_hash is null));

-- The value is what records hold and never changes; the label is what people read.
alter table list_item
  add column label text,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

create table field_translation (
  translation_id bigint generated always as identity primary key,
  object_type text not null,
  object_id text not null,
  field_name text not null,
  language_code text not null check (language_code in ('en', 'zh', 'fr', 'ja', 'ms')),
  value text not null,
  updated_at timestamptz not null default now(),
  unique (object_type, object_id, field_name, language_code)
);
