-- A till's sale is also accepted with a clock that is ahead and with an unknown membership number. It waits in Sales to check with what the till sent.
create table sale_head_check (
  transaction_id bigint not null references transaction_summary,
  reason text not null check (reason in ('Clock', 'Member')),
  sent_performed_at timestamptz,
  sent_membership_no text,
  status text not null default 'Waiting' check (status in ('Waiting', 'Assigned', 'Confirmed')),
  remark text,
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  primary key (transaction_id, reason),
  check ((reason = 'Clock') = (sent_performed_at is not null)),
  check ((reason = 'Member') = (sent_membership_no is not null)),
  check (status <> 'Assigned' or reason = 'Member'),
  check (status <> 'Confirmed' or remark is not null),
  check ((status = 'Waiting') = (decided_at is null))
);
create index sale_head_check_waiting on sale_head_check (transaction_id) where status = 'Waiting';
