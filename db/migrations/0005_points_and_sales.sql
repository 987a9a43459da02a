-- Sales, the rules by which they earn, and the ledger of points.

create table transaction_summary (
  transaction_id bigint generated always as identity primary key,
  sales_order text,
  transaction_type text not null check (transaction_type in ('N', 'C')),
  invoice_no text not null check (length(invoice_no) between 1 and 40),
  -- For a cancellation: the sale it takes back; null where an imported cancellation finds none.
  original_invoice_no text,
  original_transaction_id bigint references transaction_summary,
  membership_no text references membership,
  customer_id bigint references customer,
  outlet_code text not null references building (code),
  sales_person_code text,
  department_code text,
  total_amount numeric(14,2) not null,
  discount numeric(14,2) not null default 0,
  tax numeric(14,2) not null default 0,
  trade_in numeric(14,2) not null default 0,
  voucher_amount numeric(14,2) not null default 0,
  net_amount numeric(14,2) not null,
  performed_at timestamptz not null,
  business_date date not null,
  source text not null check (source in ('POS', 'Manual', 'Import')),
  earned_points bigint not null default 0 check (earned_points >= 0),
  reversed_points bigint not null default 0 check (reversed_points >= 0),
  remarks text,
  import_id uuid,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  constraint transaction_summary_invoice unique (invoice_no, transaction_type),
  check ((membership_no is null) or (customer_id is not null)),
  check (transaction_type = 'C' or original_transaction_id is null)
);
create index transaction_summary_member on transaction_summary (membership_no, performed_at desc, transaction_id desc) where membership_no is not null;
create index transaction_summary_customer on transaction_summary (customer_id, performed_at desc) where customer_id is not null;
create index transaction_summary_date on transaction_summary (business_date, outlet_code);
create index transaction_summary_performed on transaction_summary (performed_at desc, invoice_no);
create index transaction_summary_original on transaction_summary (original_transaction_id) where original_transaction_id is not null;

create table transaction_detail (
  transaction_id bigint not null references transaction_summary,
  sequence_no integer not null check (sequence_no >= 1),
  -- For a cancellation: the line of the original sale.
  old_sequence_no integer,
  item_code text,
  description text,
  brand text not null,
  product_type text,
  product_group text,
  stock_group text,
  quantity numeric(14,3) not null,
  weight numeric(12,3),
  unit_price numeric(14,4) not null,
  discount numeric(14,2) not null default 0,
  tax numeric(14,2) not null default 0,
  net_amount numeric(14,2) not null,
  serial_no text,
  certificate_no text,
  eligible_yn text not null default 'Y' check (eligible_yn in ('Y', 'N')),
  -- How much of a sale's line was taken back so far, and with how many points.
  cancelled_quantity numeric(14,3) not null default 0,
  points_earned bigint not null default 0 check (points_earned >= 0),
  points_reversed bigint not null default 0 check (points_reversed >= 0),
  -- The rule versions that gave the points.
  rate_detail_id bigint,
  structure_detail_id bigint,
  card_level_id bigint,
  primary key (transaction_id, sequence_no),
  check (points_reversed <= points_earned),
  check (abs(cancelled_quantity) <= abs(quantity))
);

create table point_structure (
  structure_id bigint generated always as identity primary key,
  code text not null check (code = upper(code) and length(code) <= 20),
  name text not null,
  description text,
  balance_type text not null default 'Jewel Club Points' check (balance_type = 'Jewel Club Points'),
  -- Null means: for all.
  card_group_id bigint references card_group,
  card_category_code text,
  member_type text check (member_type in ('Premium Member', 'Non-Premium Member')),
  -- Null means: the points never expire.
  validity_months integer check (validity_months between 1 and 600),
  expiry_rounding text not null default 'End of month' check (expiry_rounding in ('End of month', 'None')),
  pending_days integer not null default 0 check (pending_days between 0 and 365),
  minimum_spend numeric(14,2) not null default 0 check (minimum_spend >= 0),
  max_points_per_invoice bigint check (max_points_per_invoice between 1 and 1000000000),
  rounding text not null default 'Floor' check (rounding in ('Floor', 'Half up')),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index point_structure_code on point_structure (code) where status <> 'Deleted';

-- A dated window of a structure. Not started, running or ended follows from the dates, so it is not stored.
create table point_structure_detail (
  structure_detail_id bigint generated always as identity primary key,
  structure_id bigint not null references point_structure,
  effective_from date not null,
  effective_to date,
  multiplier numeric(6,2) not null default 1 check (multiplier between 0 and 100),
  remark text,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (effective_to >= effective_from),
  constraint point_structure_detail_no_overlap exclude using gist
    (structure_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active')
);

-- Brand 'All' is the template: it counts where a brand has no rate of its own.
create table point_rate (
  rate_id bigint generated always as identity primary key,
  brand text not null,
  object_type text not null default 'All' check (object_type in ('All', 'ProductType', 'ProductGroup', 'CardCategory')),
  object_value text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((object_type = 'All') = (object_value is null))
);
create unique index point_rate_object on point_rate (upper(brand), object_type, coalesce(upper(object_value), '')) where status <> 'Deleted';

-- A version of a rate: `point_rate` points for every `amount` spent, proportionally.
create table point_rate_detail (
  rate_detail_id bigint generated always as identity primary key,
  rate_id bigint not null references point_rate,
  amount numeric(12,2) not null check (amount > 0),
  point_rate numeric(12,2) not null check (point_rate >= 0),
  effective_from date not null,
  effective_to date,
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (effective_to >= effective_from),
  constraint point_rate_detail_one_at_a_time exclude using gist
    (rate_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active')
);

-- What a member has. The row is locked by whoever moves points: it is the member's lock.
create table point_balance (
  membership_no text not null references membership,
  balance_type text not null default 'Jewel Club Points',
  -- Sum of what remains in the lots, waiting ones included.
  lots_remaining bigint not null default 0 check (lots_remaining >= 0),
  -- Points owed after a return of points that were spent; recovered from the next earning.
  arrears bigint not null default 0 check (arrears >= 0),
  points bigint not null generated always as (lots_remaining - arrears) stored,
  total_points_earned bigint not null default 0,
  total_points_redeemed bigint not null default 0,
  total_points_expired bigint not null default 0,
  total_points_reversed bigint not null default 0,
  total_points_adjusted bigint not null default 0,
  last_sequence_no integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (membership_no, balance_type)
);
create index point_balance_points on point_balance (points desc, membership_no);

-- The ledger: every movement of points, appended only. A credit is also a lot, of which later rows take.
create table point_history (
  history_id bigint generated always as identity primary key,
  membership_no text not null references membership,
  balance_type text not null default 'Jewel Club Points',
  sequence_no integer not null,
  transaction_type text not null check (transaction_type in (
    'Earn', 'Bonus', 'Referral', 'Adjust In', 'Adjust Out', 'Redeem', 'Redeem Refund', 'Reversal', 'Expire',
    'Reinstate', 'Merge In', 'Merge Out', 'Arrears Recovery', 'Opening Balance')),
  points bigint not null check (abs(points) <= 1000000000),
  point_amount bigint not null default 0,
  point_reversed bigint not null default 0 check (point_reversed >= 0),
  point_utilized bigint not null default 0 check (point_utilized >= 0),
  point_expired bigint not null default 0 check (point_expired >= 0),
  -- For a debit: the part that no lot could cover and that is still owed.
  point_owed bigint not null default 0,
  business_date date not null,
  earned_at timestamptz,
  available_from date,
  expiry_date date,
  invoice_no text,
  transaction_id bigint references transaction_summary,
  reference_code text,
  object_type text not null,
  object_value text not null,
  reason_code text,
  remark text,
  outlet_code text,
  staff_id bigint,
  -- What happened, once: a repeated message finds its row by this key.
  source_key text not null,
  reversal_of bigint references point_history,
  rule_refs jsonb,
  request_id text,
  status text not null default 'Active' check (status in ('Active', 'Pending approval', 'Reversed', 'Deleted')),
  created_by_id bigint,
  created_at timestamptz not null default now(),
  constraint point_history_sequence unique (membership_no, balance_type, sequence_no),
  constraint point_history_source unique (source_key),
  -- A credit is a lot of its size, anything else is none.
  check (point_amount = greatest(points, 0)),
  check (point_reversed + point_utilized + point_expired <= point_amount),
  check (point_owed between 0 and greatest(-points, 0)),
  check ((points > 0) = (earned_at is not null)),
  check ((points > 0) = (available_from is not null)),
  check (points > 0 or expiry_date is null)
);
-- The lots with something left, in the order in which they are spent.
create index point_history_open_lots on point_history (membership_no, balance_type, expiry_date, earned_at, history_id)
  where point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount;
create index point_history_owed on point_history (membership_no, balance_type, history_id) where point_owed > 0;
create index point_history_transaction on point_history (transaction_id) where transaction_id is not null;
create index point_history_expiry on point_history (expiry_date)
  where point_amount > 0 and point_reversed + point_utilized + point_expired < point_amount;
create index point_history_object on point_history (object_type, object_value);

-- Which debit took how much of which lot, and why.
create table point_allocation (
  allocation_id bigint generated always as identity primary key,
  debit_history_id bigint not null references point_history,
  credit_history_id bigint not null references point_history,
  points bigint not null check (points > 0),
  kind text not null check (kind in ('Redeem', 'Adjust', 'Reverse', 'Expire', 'Recovery', 'Waiver', 'Refund', 'Merge')),
  created_at timestamptz not null default now()
);
create index point_allocation_debit on point_allocation (debit_history_id);
create index point_allocation_credit on point_allocation (credit_history_id);

revoke delete, truncate on point_history, point_allocation from carat_app;
revoke update on point_allocation from carat_app;

-- Amount, member, dates and source of a ledger row never change, whoever tries.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'The ledger is append-only' using errcode = '23001';
  end if;
  if (old.history_id, old.membership_no, old.balance_type, old.sequence_no, old.transaction_type, old.points, old.business_date,
      old.earned_at, old.source_key, old.object_type, old.object_value, old.created_at)
     is distinct from
     (new.history_id, new.membership_no, new.balance_type, new.sequence_no, new.transaction_type, new.points, new.business_date,
      new.earned_at, new.source_key, new.object_type, new.object_value, new.created_at)
     or old.reversal_of is distinct from new.reversal_of then
    raise exception 'The ledger is append-only' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger point_history_append_only before update or delete on point_history
  for each row execute function refuse_ledger_change();
create trigger point_history_no_truncate before truncate on point_history
  for each statement execute function refuse_ledger_change();
create trigger point_allocation_append_only before delete or truncate on point_allocation
  for each statement execute function refuse_ledger_change();
