-- LOYALTY WATCH: acts that a rule of the settings counts, what head office has to look at because of them, and what it decided.

-- What is looked at: several acts of one kind, of one member of staff or about one member.
create table watch_finding (
  finding_id bigint generated always as identity primary key,
  pattern text not null check (pattern in ('Own number', 'Adjustments', 'Manual sales', 'Cancellations', 'Cancelled collections', 'Two outlets',
    'Shared contact', 'Look-ups', 'Look-up limit')),
  staff_id bigint references staff,
  customer_id bigint references customer,
  outlet_code text,
  severity text not null check (severity in ('Low', 'Medium', 'High')),
  -- The rule as it was when this was found: so many acts within so many days.
  at_least integer not null check (at_least >= 1),
  days integer not null check (days >= 1),
  -- Sums of its acts.
  first_day date not null,
  last_day date not null,
  acts integer not null check (acts >= 1),
  points bigint not null default 0,
  amount numeric(16,2) not null default 0,
  found_at timestamptz not null,
  -- When an act was last added.
  renewed_at timestamptz not null,
  status text not null default 'Open' check (status in ('Open', 'Watching', 'Harmless', 'Confirmed')),
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  version integer not null default 1,
  check ((staff_id is null) <> (customer_id is null)),
  check (last_day >= first_day),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null)),
  check (status = 'Open' or decided_at is not null)
);
-- One is open of each pattern and person: what is new joins it.
create unique index watch_finding_open on watch_finding (pattern, staff_id, customer_id) nulls not distinct where status = 'Open';
create index watch_finding_of_staff on watch_finding (staff_id) where staff_id is not null;
create index watch_finding_of_customer on watch_finding (customer_id) where customer_id is not null;
create index watch_finding_found on watch_finding (renewed_at desc, finding_id desc);

-- One act that a pattern counts, with what it was worth. Until enough of them come together it belongs to no finding.
create table watch_act (
  act_id bigint generated always as identity primary key,
  pattern text not null,
  staff_id bigint references staff,
  customer_id bigint references customer,
  kind text not null check (kind in ('Sale', 'Cancellation', 'Adjustment', 'Reward', 'Referral', 'Look-up', 'Refusal')),
  key text not null,
  day date not null,
  happened_at timestamptz not null,
  outlet_code text,
  -- The member it is about, and the account that did it.
  member_id bigint references customer,
  membership_no text,
  by_id bigint references user_account,
  points bigint,
  amount numeric(14,2),
  -- What is in common with the member of staff or the referrer.
  marks text[] not null default '{}' check (marks <@ array['Own', 'IdNo', 'ContactNo', 'Email', 'Address']),
  -- The other outlet and how far apart the two visits were.
  other_outlet_code text,
  minutes integer check (minutes >= 0),
  -- How often, where one row stands for several.
  times integer check (times >= 1),
  finding_id bigint references watch_finding,
  check ((staff_id is null) <> (customer_id is null)),
  constraint watch_act_once unique nulls not distinct (pattern, staff_id, customer_id, kind, key)
);
create index watch_act_of_finding on watch_act (finding_id, happened_at desc) where finding_id is not null;
create index watch_act_free on watch_act (pattern, day) where finding_id is null;
create index watch_act_of_staff on watch_act (staff_id) where staff_id is not null;
create index watch_act_of_customer on watch_act (customer_id) where customer_id is not null;
create index watch_act_of_member on watch_act (member_id) where member_id is not null;

-- Every decision on a finding, the second look included.
create table watch_decision (
  decision_id bigint generated always as identity primary key,
  finding_id bigint not null references watch_finding,
  decision text not null check (decision in ('Watching', 'Harmless', 'Confirmed')),
  reason text not null check (length(reason) between 1 and 300),
  -- How many acts it rests on.
  acts integer not null,
  decided_by_id bigint references user_account,
  decided_by text not null,
  decided_at timestamptz not null
);
create index watch_decision_of_finding on watch_decision (finding_id, decided_at desc);

-- Up to when everything has been looked at.
create table watch_mark (
  one boolean primary key default true check (one),
  seen_until timestamptz not null
);

-- What is new since then is found without reading what is old.
create index transaction_summary_created on transaction_summary using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index transaction_summary_assigned on transaction_summary (assigned_at) where assigned_at is not null;
create index point_history_adjusted on point_history (business_date) where transaction_type in ('Adjust In', 'Adjust Out');
create index customer_access_opened on customer_access (opened_at);
