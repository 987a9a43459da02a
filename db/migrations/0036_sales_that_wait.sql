-- WHAT WAITS BEFORE IT COUNTS: large sales that people enter by hand, until a second person approves them, and lines of tills
-- that do not agree with what the house knows, until somebody has looked at them.

alter table transaction_summary
  -- Null: needed no approval.
  add column approval_status text check (approval_status in ('Pending', 'Approved', 'Rejected', 'Withdrawn')),
  -- The member for whom it was entered. Until it is approved the sale itself belongs to nobody, so that no rule can count it
  -- for anything: neither one of today nor one that is written later.
  add column claimed_membership_no text references membership,
  -- What it will earn by the rules of its day, as they stood when it was entered.
  add column claimed_points bigint not null default 0 check (claimed_points >= 0),
  -- Who gave it to its member afterwards.
  add column assigned_by_id bigint,
  -- Whether the total was said, or follows from the lines.
  add column total_stated_yn text not null default 'Y' check (total_stated_yn in ('Y', 'N')),
  add constraint transaction_summary_claim check (
    (claimed_membership_no is not null) = (approval_status is not null and approval_status <> 'Approved')
    and (claimed_membership_no is null or (membership_no is null and source = 'Manual')));
create index transaction_summary_claimed on transaction_summary (claimed_membership_no) where claimed_membership_no is not null;

-- A cancellation may name its sale by the sales order.
create index transaction_summary_sales_order on transaction_summary (sales_order) where sales_order is not null;

-- A line of a till that does not agree. While it waits the line does not earn (its eligible_yn is N); what the till said of it
-- is kept here.
create table sale_check (
  -- Its line is there for ever, as all lines are.
  transaction_id bigint not null references transaction_summary,
  sequence_no integer not null,
  reasons text[] not null check (reasons <@ array['Brand', 'ProductGroup', 'Amount', 'Total']),
  brand text not null,
  product_group text,
  eligible_yn text not null check (eligible_yn in ('Y', 'N')),
  -- What quantity, price and discount come to.
  expected_amount numeric(14,2) not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Mapped', 'Confirmed')),
  remark text,
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  primary key (transaction_id, sequence_no),
  check ((status = 'Waiting') = (decided_at is null)),
  check (status <> 'Confirmed' or remark is not null)
);
create index sale_check_waiting on sale_check (transaction_id, sequence_no) where status = 'Waiting';
revoke delete, truncate on sale_check from carat_app;

-- Nobody enters, returns or approves a sale of their own: who of the customers a member of staff is.
alter table staff add column own_customer_id bigint references customer;
