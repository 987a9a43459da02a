-- REWARDS: what members can be given, where it is valid, how much of it lies in which outlet, and what each member holds.

create table reward (
  reward_id bigint generated always as identity primary key,
  code text not null check (code = upper(code) and length(code) between 1 and 20),
  name text not null check (length(name) between 1 and 100),
  description text,
  terms text,
  type text not null check (type in ('Free Gift', 'Premium Gift', 'Contest', 'New Member', 'Birthday', 'Top Spender', 'Point Expiry', 'Referral', 'Campaign')),
  status text not null default 'Draft' check (status in ('Draft', 'Active', 'Inactive', 'Expired', 'Deleted')),
  point_deduct bigint not null default 0 check (point_deduct between 0 and 1000000000),
  -- In the month of the member's birthday; null: the same as otherwise.
  birthday_point_deduct bigint check (birthday_point_deduct between 0 and 1000000000),
  cash_top_up numeric(14,2) not null default 0 check (cash_top_up >= 0),
  voucher_type text,
  voucher_value numeric(14,2) check (voucher_value > 0),
  minimum_spend numeric(14,2) check (minimum_spend >= 0),
  deduct_point_in_claim_yn text not null default 'N' check (deduct_point_in_claim_yn in ('Y', 'N')),
  validity_mode text not null default 'Days after issue' check (validity_mode in ('Fixed dates', 'Days after issue', 'End of birthday month')),
  validity_days integer check (validity_days between 1 and 3650),
  -- The days on which it may be redeemed or issued; with fixed dates also those of what a member holds.
  valid_from date,
  valid_to date,
  per_member_limit integer check (per_member_limit between 1 and 1000000),
  per_member_period text not null default 'Ever' check (per_member_period in ('Ever', 'Year', 'Month', 'Day')),
  total_limit integer check (total_limit between 1 and 1000000000),
  -- Of whom it is; none named means all.
  card_categories text[] not null default '{}',
  member_type text check (member_type in ('Premium Member', 'Non-Premium Member')),
  collect_within_days integer not null default 60 check (collect_within_days between 1 and 3650),
  requires_invoice_yn text not null default 'N' check (requires_invoice_yn in ('Y', 'N')),
  -- What one of it costs the company.
  unit_cost numeric(14,2) check (unit_cost >= 0),
  -- Whether what members held when it was deactivated may still be collected.
  honour_outstanding_yn text not null default 'N' check (honour_outstanding_yn in ('Y', 'N')),
  deactivated_at timestamptz,
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_to >= valid_from),
  check (validity_mode <> 'Fixed dates' or valid_to is not null),
  check (validity_mode <> 'Days after issue' or validity_days is not null or type = 'Premium Gift'),
  check ((voucher_type is null) = (voucher_value is null))
);
-- A code is free again when its reward is deleted.
create unique index reward_code on reward (code) where status <> 'Deleted';

-- How many of a reward members hold or were given: what TotalLimit limits. Apart from the reward, so that whoever redeems does not
-- wait for whoever edits.
create table reward_given (
  reward_id bigint primary key references reward,
  given bigint not null default 0 constraint reward_given_never_below_zero check (given >= 0)
);

-- Where a reward may be redeemed, claimed and collected, and on which goods it may be used. None of a kind: everywhere, on all.
create table reward_object (
  reward_object_id bigint generated always as identity primary key,
  reward_id bigint not null references reward,
  object_type text not null check (object_type in ('ProntoStockGroup', 'Building')),
  object_value text not null check (length(object_value) between 1 and 40),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index reward_object_once on reward_object (reward_id, object_type, object_value) where status = 'Active';

-- How much of a reward lies where; without an outlet it is head office's pool. The counters follow from the movements.
create table reward_inventory (
  inventory_id bigint generated always as identity primary key,
  reward_id bigint not null references reward,
  building_id bigint references building,
  qty_on_hand integer not null default 0 constraint reward_inventory_on_hand check (qty_on_hand >= 0),
  qty_reserved integer not null default 0,
  qty_issued integer not null default 0 constraint reward_inventory_issued check (qty_issued >= 0),
  reorder_level integer not null default 0 check (reorder_level between 0 and 1000000),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reward_inventory_reserved check (qty_reserved between 0 and qty_on_hand)
) with (fillfactor = 80);
create unique index reward_inventory_place on reward_inventory (reward_id, building_id) nulls not distinct where status = 'Active';
create index reward_inventory_of_building on reward_inventory (building_id);
-- What runs low is found without reading what does not.
create index reward_inventory_low on reward_inventory (reward_id) where status = 'Active' and qty_on_hand - qty_reserved <= reorder_level;

-- WHAT A MEMBER HOLDS. reward_reference_seq numbers them.

create table customer_reward (
  reference_code text primary key check (reference_code ~ '^RW[0-9]{11,}$'),
  reward_id bigint not null references reward,
  membership_no text not null references membership,
  customer_id bigint not null references customer,
  type text not null check (type in ('Free Gift', 'Premium Gift', 'Contest', 'New Member', 'Birthday', 'Top Spender', 'Point Expiry', 'Referral', 'Campaign')),
  status text not null default 'Active' check (status in ('Active', 'Claimed', 'Collected', 'Cancelled', 'Expired', 'Deleted')),
  -- What it was given for, where it is given once for that: a year, a month, an invoice.
  period text check (length(period) between 1 and 40),
  -- The terms of the day on which it was given.
  points bigint not null default 0 check (points between 0 and 1000000000),
  is_birthday_point_deduct text not null default 'N' check (is_birthday_point_deduct in ('Y', 'N')),
  deduct_point_in_claim_yn text not null default 'N' check (deduct_point_in_claim_yn in ('Y', 'N')),
  cash_top_up numeric(14,2) not null default 0 check (cash_top_up >= 0),
  voucher_type text,
  voucher_value numeric(14,2) check (voucher_value > 0),
  minimum_spend numeric(14,2) check (minimum_spend >= 0),
  validity_from date not null,
  validity_to date not null,
  remarks text,
  outlet_code text,
  -- The stock that one of it is reserved in, or was issued from.
  inventory_id bigint references reward_inventory,
  -- The redemption in the ledger that paid for it; null where none did, or it was given back.
  debit_history_id bigint references point_history,
  -- How often points were taken for it: each time has a key of its own in the ledger.
  debits integer not null default 0 check (debits >= 0),
  invoice_no text check (length(invoice_no) between 1 and 40),
  voucher_no text check (length(voucher_no) between 1 and 40),
  redeemed_by_id bigint,
  redeemed_outlet_code text,
  redeemed_date timestamptz not null,
  claimed_by_id bigint,
  claimed_outlet_code text,
  claimed_date timestamptz,
  collected_by_id bigint,
  -- Until it is collected: where the member wants to collect it.
  collected_outlet_code text,
  collected_date timestamptz,
  cancelled_by_id bigint,
  cancelled_outlet_code text,
  cancelled_date timestamptz,
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (validity_to >= validity_from),
  check ((status = 'Claimed') = (claimed_date is not null)),
  check ((status = 'Collected') = (collected_date is not null)),
  check ((status in ('Cancelled', 'Deleted')) = (cancelled_date is not null)),
  check (voucher_no is null or status in ('Claimed', 'Collected')),
  check (invoice_no is null or status in ('Claimed', 'Collected')),
  -- Nothing is paid for what is over.
  check (debit_history_id is null or status in ('Active', 'Claimed', 'Collected'))
) with (fillfactor = 80);
-- One voucher is in one hand.
create unique index customer_reward_voucher on customer_reward (voucher_no) where voucher_no is not null;
-- Given once for a year, a month, an invoice; what was withdrawn does not count.
create unique index customer_reward_once on customer_reward (membership_no, reward_id, period)
  where period is not null and status not in ('Cancelled', 'Deleted');
create index customer_reward_of_member on customer_reward (membership_no, created_at desc);
create index customer_reward_of_customer on customer_reward (customer_id);
create index customer_reward_of_reward on customer_reward (reward_id, created_at desc);
create index customer_reward_outstanding on customer_reward (reward_id) where status = 'Active';
create index customer_reward_due on customer_reward (reference_code, validity_to) where status = 'Active';
create index customer_reward_invoice on customer_reward (invoice_no) where invoice_no is not null;
create index customer_reward_debit on customer_reward (debit_history_id) where debit_history_id is not null;
create index customer_reward_inventory on customer_reward (inventory_id) where inventory_id is not null;

-- Every movement of stock; the counters of its place follow from it (areas/rewards/sql/stock.sql).
create table reward_movement (
  movement_id bigint generated always as identity primary key,
  inventory_id bigint not null references reward_inventory,
  movement_type text not null check (movement_type in ('Receive', 'Reserve', 'Release', 'Issue', 'Return', 'Transfer', 'Count adjust')),
  on_hand integer not null default 0,
  reserved integer not null default 0,
  issued integer not null default 0,
  -- The other place of a transfer.
  other_inventory_id bigint references reward_inventory,
  reference_code text,
  reason text check (length(reason) between 1 and 300),
  outlet_code text,
  moved_by_id bigint,
  moved_by text not null,
  moved_at timestamptz not null,
  check (case movement_type
    when 'Receive' then on_hand > 0 and reserved = 0 and issued = 0
    when 'Reserve' then on_hand = 0 and reserved > 0 and issued = 0
    when 'Release' then on_hand = 0 and reserved < 0 and issued = 0
    -- What is issued was reserved before, or is not.
    when 'Issue' then on_hand < 0 and reserved in (0, on_hand) and issued = -on_hand
    when 'Return' then on_hand > 0 and reserved = 0 and issued = -on_hand
    when 'Transfer' then on_hand <> 0 and reserved = 0 and issued = 0
    else on_hand <> 0 and reserved = 0 and issued = 0 end),
  check ((movement_type = 'Transfer') = (other_inventory_id is not null)),
  check (movement_type not in ('Reserve', 'Release', 'Issue', 'Return') or reference_code is not null)
);
create index reward_movement_of_inventory on reward_movement (inventory_id, movement_id desc);
create index reward_movement_of_reference on reward_movement (reference_code) where reference_code is not null;
