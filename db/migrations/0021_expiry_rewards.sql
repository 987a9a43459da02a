-- Rewards offered against points that will end, what was said to the members they belong to, and why a night failed.

create sequence reward_reference_seq;

create table point_expiry_reward (
  reference_code text primary key check (reference_code ~ '^RW[0-9]{11,}$'),
  membership_no text not null references membership,
  expiry_year integer not null check (expiry_year between 2000 and 2199),
  expiry_month integer not null check (expiry_month between 1 and 12),
  -- What would end in the month, and what the member had, when the reward was created.
  point_expiry bigint not null check (point_expiry > 0),
  point_balance bigint not null,
  -- The last day of the last of these points.
  expiry_date date not null,
  -- What the claim takes, and what it gives.
  points bigint not null check (points between 1 and 1000000000),
  voucher_type text not null default 'G',
  voucher_value numeric(14,2) not null check (voucher_value > 0),
  validity_from date not null,
  validity_to date not null,
  status text not null default 'Active' check (status in ('Active', 'Claimed', 'Cancelled', 'Expired')),
  remarks text,
  outlet_code text,
  created_by_id bigint,
  created_at timestamptz not null,
  -- How often it was claimed; each claim has a key of its own in the ledger.
  claims integer not null default 0 check (claims >= 0),
  claim_history_id bigint references point_history,
  voucher_no text,
  claimed_by_id bigint,
  claimed_outlet_code text,
  claimed_date timestamptz,
  cancelled_by_id bigint,
  cancelled_outlet_code text,
  cancelled_date timestamptz,
  check (validity_to between validity_from and expiry_date),
  check ((status = 'Claimed') = (claim_history_id is not null)),
  check ((status = 'Claimed') = (claimed_date is not null)),
  check ((status = 'Cancelled') = (cancelled_date is not null)),
  check (voucher_no is null or status = 'Claimed')
);
-- One for a member and a month; one that was cancelled makes room for another.
create unique index point_expiry_reward_month on point_expiry_reward (membership_no, expiry_year, expiry_month) where status <> 'Cancelled';
create unique index point_expiry_reward_voucher on point_expiry_reward (voucher_no) where voucher_no is not null;
create index point_expiry_reward_due on point_expiry_reward (reference_code) where status = 'Active';
create index point_expiry_reward_by_date on point_expiry_reward (expiry_date);
revoke delete, truncate on point_expiry_reward from carat_app;

create table expiry_contact (
  contact_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  contact_type text not null check (contact_type in ('Call', 'WhatsApp', 'SMS', 'Email', 'Mail', 'In person')),
  outcome text not null check (outcome in ('Will come', 'Reached', 'No answer', 'Not interested')),
  note text,
  outlet_code text,
  contacted_by_id bigint,
  contacted_at timestamptz not null
);
create index expiry_contact_member on expiry_contact (membership_no, contacted_at desc, contact_id desc);
revoke delete, truncate on expiry_contact from carat_app;

-- A night that failed says why; one that was ended from outside can't.
alter table night_run add column failure text;
alter table night_run drop constraint night_run_status_check, drop constraint night_run_check;
alter table night_run
  add constraint night_run_status_check check (status in ('Running', 'Done', 'Broken off', 'Failed')),
  add constraint night_run_ended check ((status in ('Running', 'Broken off')) = (ended_at is null)),
  add constraint night_run_failure check ((status = 'Failed') = (failure is not null));
