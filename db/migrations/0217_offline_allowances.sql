-- Points that a till may redeem without a connection are reserved by an allowance. See areas/points/sql/allowances.sql.
create table offline_allowance (
  allowance_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  -- The system account that received the allowance, and its register if several share the account.
  account_id bigint not null references user_account,
  till_no text not null default '',
  outlet_code text,
  points bigint not null check (points > 0),
  used bigint not null default 0 check (used between 0 and points),
  -- A redemption must take place before valid_until. Until the end of the business day settle_until the till can report it.
  valid_until timestamptz not null,
  settle_until date not null,
  status text not null default 'Open' check (status in ('Open', 'Used', 'Ended')),
  business_date date not null,
  created_at timestamptz not null,
  check (status <> 'Used' or used = points),
  check (status <> 'Open' or used < points)
);
create index offline_allowance_open on offline_allowance (membership_no) where status = 'Open';
create index offline_allowance_of_day on offline_allowance (membership_no, business_date);

-- A redemption that took place at a till without a connection.
create table offline_redemption (
  history_id bigint primary key references point_history,
  membership_no text not null references membership,
  allowance_id bigint references offline_allowance,
  performed_at timestamptz not null,
  business_date date not null,
  -- Points that the allowance covered, points redeemed without an allowance, and the part of these that no lot covered.
  covered bigint not null check (covered >= 0),
  uncovered bigint not null check (uncovered >= 0),
  owed bigint not null check (owed >= 0),
  created_at timestamptz not null,
  check (covered = 0 or allowance_id is not null)
);
create index offline_redemption_of_day on offline_redemption (membership_no, business_date);
create index offline_redemption_owed on offline_redemption (created_at) where owed > 0;
create index offline_redemption_of_allowance on offline_redemption (allowance_id) where allowance_id is not null;

alter table point_balance
  -- Unused points of open allowances, kept by a trigger.
  add column reserved bigint not null default 0,
  add constraint point_balance_reserved_check check (reserved >= 0) not valid,
  drop constraint point_balance_frozen,
  add constraint point_balance_frozen check (frozen_yn = 'N' or (lots_remaining = 0 and arrears = 0 and reserved = 0)) not valid;

-- Loyalty watch reports redemptions that no lot covered.
alter table watch_finding drop constraint watch_finding_pattern_check,
  add constraint watch_finding_pattern_check check (pattern in ('Own number', 'Adjustments', 'Manual sales', 'Cancellations', 'Cancelled collections',
    'Two outlets', 'Shared contact', 'Look-ups', 'Look-up limit', 'Exports', 'Same person', 'Offline redemptions')) not valid;
alter table watch_act drop constraint watch_act_kind_check,
  add constraint watch_act_kind_check check (kind in ('Sale', 'Cancellation', 'Adjustment', 'Reward', 'Referral', 'Look-up', 'Refusal', 'Approval', 'Export',
    'Redemption')) not valid;
