-- A walk-in sale may be given to its member afterwards, and be taken from that member again while nothing of it was used.
alter table transaction_summary
  add column assigned_at timestamptz,
  -- How often it was taken from a member again: the next one's points get a key of their own.
  add column unassigned_times smallint not null default 0;

-- The few sales of which something was taken back are found without reading all lines.
create index transaction_detail_cancelled on transaction_detail (transaction_id) where cancelled_quantity <> 0;
