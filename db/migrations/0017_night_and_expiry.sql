-- What the night did, what the proof found, and the books of points at each month's end.

create table night_run (
  night_run_id bigint generated always as identity primary key,
  -- The business date that the run brought the books to.
  business_date date not null,
  started_at timestamptz not null,
  -- The last sign of life; a run that gives none any more was ended from outside.
  seen_at timestamptz not null,
  ended_at timestamptz,
  status text not null default 'Running' check (status in ('Running', 'Done', 'Broken off')),
  check ((status in ('Running', 'Broken off')) = (ended_at is null))
);
create index night_run_latest on night_run (started_at desc, night_run_id desc);

-- One row for each step of a run: how many it did, and from whom to whom it came.
create table night_step (
  night_run_id bigint not null references night_run,
  step text not null,
  place integer not null,
  done bigint not null default 0 check (done >= 0),
  points bigint not null default 0,
  portions integer not null default 0,
  from_key text,
  to_key text,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (night_run_id, step)
);

-- The lots of which something expired, by the month in which they did.
create index point_history_expired on point_history (expiry_date) where point_expired > 0;

create table proof_run (
  proof_run_id bigint generated always as identity primary key,
  proved_at timestamptz not null,
  milliseconds integer not null,
  members bigint not null,
  ledger_rows bigint not null,
  lots bigint not null,
  -- How many differences there are; the first thousand are kept.
  differences bigint not null check (differences >= 0)
);

create table proof_difference (
  proof_run_id bigint not null references proof_run,
  place integer not null,
  check_name text not null,
  membership_no text not null,
  -- The ledger row, where the difference is one of a row.
  history_id bigint,
  expected bigint not null,
  found bigint not null,
  primary key (proof_run_id, place)
);

-- A month's end is written once.
create table liability_month (
  month date primary key check (extract(day from month) = 1),
  taken_at timestamptz not null,
  cost_per_point numeric(10,4) not null check (cost_per_point >= 0),
  members bigint not null,
  lots bigint not null,
  outstanding bigint not null,
  arrears bigint not null,
  earned bigint not null,
  redeemed bigint not null,
  expired bigint not null,
  reversed bigint not null,
  adjusted bigint not null,
  -- What was outstanding by age and by the month in which it would expire.
  ageing jsonb not null,
  projection jsonb not null
);

create function refuse_change_of_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'A closed month never changes' using errcode = '23001';
end $$;
create trigger liability_month_closed before update or delete on liability_month
  for each row execute function refuse_change_of_closed_month();
create trigger liability_month_no_truncate before truncate on liability_month
  for each statement execute function refuse_change_of_closed_month();
revoke update, delete, truncate on liability_month from carat_app;
