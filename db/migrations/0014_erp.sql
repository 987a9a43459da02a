-- HOW IT STANDS WITH THE ERP, and what its tills told that somebody has to look at.

-- What it tells is fetched and confirmed by its own numbers, and followed at once; whatever it is, it is kept.
drop index erp_inbox_due;
alter table erp_inbox drop column position, drop column attempts, drop column next_try_at,
  drop constraint erp_inbox_kind_check, drop constraint erp_inbox_status_check,
  alter column kind drop not null, alter column voucher_no drop not null,
  -- Review: what it tells cannot be, and waits until somebody has looked at it; Reviewed: they have.
  add check (status in ('Received', 'Applied', 'Review', 'Reviewed')),
  add column review_remark text,
  add column reviewed_by_id bigint,
  add column reviewed_by text;
create index erp_inbox_open on erp_inbox (received_at) where status in ('Received', 'Review');
create index erp_inbox_received on erp_inbox (received_at, message_id);

-- Errors that the ERP answered since a message was last asked to be sent: attempts count all, also those of which nobody knows.
alter table erp_outbox add column faults smallint not null default 0;
create index erp_outbox_failed on erp_outbox (created_at) where status = 'Failed';
create index erp_outbox_created on erp_outbox (created_at, message_id);

-- One row: since when the ERP has not answered, and when it is asked again.
create table erp_link (
  only_one boolean primary key default true check (only_one),
  answered_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  error text,
  retry_at timestamptz
);
