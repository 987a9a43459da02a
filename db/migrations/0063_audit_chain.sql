-- THE CHAIN OF THE AUDIT LOGS. Entries are sealed some moments after they were written, many at a time, so that nobody who writes
-- one waits for another (decision 134). A seal holds of each entry a salt and the beginning of its digest, and of all of them one digest;
-- its hash follows from the hash of the seal before.
create table audit_seal (
  seal_no bigint primary key check (seal_no > 0),
  log text not null check (log in ('audit_record', 'audit_log')),
  sealed_at timestamptz not null,
  -- The entries in the order in which they were sealed, and between which moments they were written.
  ids bigint[] not null check (cardinality(ids) > 0),
  first_id bigint not null,
  last_id bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Of each entry 16 bytes; zeros where its value was erased.
  salts bytea not null,
  -- Of each entry the first 8 bytes of its digest: by them an entry that was changed is named.
  marks bytea not null,
  -- Of the whole digests, one after the other.
  digest bytea not null,
  hash bytea not null,
  check (length(salts) = 16 * cardinality(ids) and length(marks) = 8 * cardinality(ids))
);
-- Random bytes don't become shorter; as they are, a part of them is read without the rest.
alter table audit_seal alter column salts set storage external, alter column marks set storage external;
create index audit_seal_entries on audit_seal (log, last_id);

-- How far each log is sealed. All entries up to sealed_to are; up to settled_to nobody can write one any more.
create table audit_seal_mark (
  log text primary key,
  sealed_to bigint not null default 0,
  settled_to bigint not null default 0,
  reached bigint not null default 0,
  pending_to bigint,
  pending_at timestamptz
);
insert into audit_seal_mark (log) values ('audit_record'), ('audit_log');

-- The last hash of each day. It is also written to the log of the server, so that somebody else has it.
create table audit_head (
  day date primary key,
  seal_no bigint not null,
  hash bytea not null,
  noted_at timestamptz not null default clock_timestamp()
);

-- What was erased: how many entries lost their values, in whose name, and a digest of which. The same stands in an entry of its own.
create table audit_erasure (
  erasure_id bigint generated always as identity primary key,
  object_type text not null,
  object_id text not null,
  erased_at timestamptz not null default clock_timestamp(),
  entries bigint not null,
  digest bytea not null
);

-- Of each sealed entry that lost its value the salted digest of that value, by which its seal still follows.
create table audit_erased_value (
  log text not null check (log in ('audit_record', 'audit_log')),
  entry_id bigint not null,
  seal_no bigint not null,
  digest bytea not null,
  erasure_id bigint not null references audit_erasure,
  primary key (log, entry_id)
);
create index audit_erased_value_seal on audit_erased_value (seal_no);
create index audit_erased_value_erasure on audit_erased_value (erasure_id);

-- Months that were taken out of the logs, to be kept elsewhere.
create table audit_detached (
  log text not null,
  month text not null check (month ~ '^\d{4}_\d{2}$'),
  detached_at timestamptz not null default clock_timestamp(),
  primary key (log, month)
);

-- Entries are found by their number too. They are written in its order, so that a few bytes for each range of pages say where.
create index audit_record_number on audit_record using brin (audit_record_id) with (pages_per_range = 32, autosummarize = on);
create index audit_log_number on audit_log using brin (audit_log_id) with (pages_per_range = 32, autosummarize = on);

alter table audit_record drop constraint audit_record_action_type_check;
alter table audit_record add constraint audit_record_action_type_check check (action_type in ('Add', 'Update', 'Delete', 'Import', 'Erase'));

revoke insert on audit_seal, audit_seal_mark, audit_head, audit_erasure, audit_erased_value, audit_detached from carat_app;
