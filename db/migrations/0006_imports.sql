-- Bulk imports: which file, how it was read, and what became of each of its rows.

create table import_job (
  import_id uuid primary key default uuidv7(),
  kind text not null check (kind in ('customers', 'sales', 'postcodes')),
  file_name text not null,
  file_bytes bigint not null default 0,
  status text not null default 'Uploaded' check (status in ('Uploaded', 'Running', 'Completed', 'Failed', 'Cancelled')),
  -- What it is doing right now, and how far it has come, for whoever waits.
  step text not null default '',
  message text,
  rows_total bigint,
  rows_read bigint not null default 0,
  rows_created bigint not null default 0,
  rows_skipped bigint not null default 0,
  rows_failed bigint not null default 0,
  -- The file's first row and some of those below it, so that its columns can be mapped.
  columns jsonb not null default '[]',
  sample jsonb not null default '[]',
  mapping jsonb,
  -- Totals to compare with the file's own: amounts, invoices, customers, unmatched cancellations.
  figures jsonb,
  created_by_id bigint,
  created_by text,
  outlet_code text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index import_job_newest on import_job (created_at desc);

-- Every row of the file is in exactly one of these: a run of rows with the same result is one record, so that half a
-- million good rows cost one. A failed row stands alone and keeps its values, so that it can be mended and sent again.
create table import_row_result (
  import_id uuid not null references import_job,
  first_row bigint not null check (first_row >= 1),
  last_row bigint not null,
  result text not null check (result in ('Created', 'Skipped', 'Failed')),
  reason text,
  -- What the reason's sentence names: the field and its value.
  field text,
  value text,
  content jsonb,
  primary key (import_id, first_row),
  check (last_row >= first_row),
  check ((result = 'Created') = (reason is null)),
  check (result <> 'Failed' or last_row = first_row)
);
create index import_row_result_kind on import_row_result (import_id, result, first_row);

create index transaction_summary_import on transaction_summary (import_id) where import_id is not null;

-- A cancellation from a file names no original sale; its lines may be found in several. Each line then names its own.
alter table transaction_detail add column original_transaction_id bigint references transaction_summary;
create index transaction_detail_original on transaction_detail (original_transaction_id, old_sequence_no)
  where original_transaction_id is not null;
