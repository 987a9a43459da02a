-- Files that staff attached to records, and the way into the audit books by person.

create table media (
  media_id bigint generated always as identity primary key,
  -- Null until a form that was filled with it is saved.
  object_type text,
  object_id text,
  type text not null check (type in ('Photo', 'Video', 'Document')),
  -- What the storage calls it. Random: nobody guesses an address.
  stored_name text not null unique,
  thumbnail_name text unique,
  mime_type text not null,
  bytes bigint not null check (bytes >= 0),
  width integer,
  height integer,
  file_name text not null,
  file_extension text not null,
  title text,
  description text,
  alt_text text,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint not null references user_account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((object_type is null) = (object_id is null))
);
create index media_by_object on media (object_type, object_id, created_at desc) where status = 'Active';
create index media_unattached on media (created_at) where object_type is null;
create index media_deleted on media (updated_at) where status = 'Deleted';

create index audit_log_staff on audit_log (updated_by_id, logged_at desc);
