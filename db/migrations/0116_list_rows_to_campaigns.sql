-- ROWS OF ANY LIST OR REPORT ON THEIR WAY TO A TARGET LIST: what was asked for, how far it is, and what came of it.
create table target_addition (
  addition_id bigint generated always as identity primary key,
  campaign_code text not null references campaign,
  -- The call that the rows come from, what it is called on the screen, and what it was asked: forgotten once the rows were read.
  path text not null,
  title text not null,
  input jsonb not null,
  key_field text,
  keys jsonb,
  exclude_yn text not null check (exclude_yn in ('Y', 'N')),
  status text not null default 'Queued' check (status in ('Queued', 'Running', 'Completed', 'Failed', 'Cancelled')),
  -- Begun again after its server died, and given up at last.
  attempts integer not null default 0,
  rows_expected integer not null,
  rows_done integer not null default 0,
  -- Customers: put there, there before, excluded, and of another outlet or no longer one.
  added integer,
  already integer,
  excluded integer,
  others integer,
  message text,
  message_code text,
  created_by_id bigint not null references user_account,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status in ('Queued', 'Running')) = (ended_at is null)),
  check ((status = 'Completed') = (added is not null))
);
create unique index target_addition_open on target_addition (created_by_id) where status in ('Queued', 'Running');
create index target_addition_campaign on target_addition (campaign_code);
