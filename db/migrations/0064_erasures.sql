-- PERSONAL DATA THAT WAS ERASED. Two people agree to it; a job does it, in one transaction; a restored backup does it again
-- (decision 135).
create table customer_erasure (
  erasure_id bigint generated always as identity primary key,
  customer_id bigint not null unique references customer,
  approval_id bigint not null references approval,
  requested_by text not null,
  approved_by text not null,
  approved_at timestamptz not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Done')),
  done_at timestamptz,
  -- How many rows of each table were emptied or removed.
  figures jsonb,
  check ((status = 'Done') = (done_at is not null))
);
create index customer_erasure_waiting on customer_erasure (erasure_id) where status = 'Waiting';

alter table customer add column erased_at timestamptz;
