-- FRIEND GETS FRIEND. A referral is one customer who named, when joining, the member that recommended the house.

create table referral (
  referral_id bigint generated always as identity primary key,
  -- The friend: who was recommended.
  customer_id bigint not null references customer,
  referrer_membership_no text not null references membership,
  status text not null default 'Pending' check (status in ('Pending', 'Qualified', 'Approved', 'Rejected', 'Voided')),
  -- What the two have in common. Such a referral is never approved by the night.
  flags text[] not null default '{}' check (flags <@ array['IdNo', 'ContactNo', 'Email', 'Address']),
  named_at timestamptz not null,
  named_by_id bigint references user_account,
  -- What was promised when the friend was named: settings that change later count for later referrals.
  minimum_amount numeric(14,2) not null check (minimum_amount >= 0),
  qualify_until date not null,
  return_days integer not null check (return_days between 0 and 365),
  referrer_points bigint not null check (referrer_points between 0 and 1000000000),
  friend_points bigint not null check (friend_points between 0 and 1000000000),
  -- The friend's purchase that counts, and the day from which the night may approve.
  transaction_id bigint references transaction_summary,
  qualified_at timestamptz,
  approve_from date,
  decided_at timestamptz,
  decided_by_id bigint references user_account,
  decided_by text,
  decision_remark text,
  -- What was given; null until the referral was approved.
  referrer_awarded bigint check (referrer_awarded >= 0),
  friend_awarded bigint check (friend_awarded >= 0),
  voided_at timestamptz,
  void_reason text check (void_reason in ('Sale cancelled', 'Referrer has no purchase')),
  check (status not in ('Qualified', 'Approved') or (transaction_id is not null and qualified_at is not null and approve_from is not null)),
  check ((status in ('Approved', 'Rejected') or referrer_awarded is not null) = (decided_at is not null)),
  check ((referrer_awarded is null) = (friend_awarded is null)),
  check (status <> 'Approved' or referrer_awarded is not null),
  check (status <> 'Rejected' or decision_remark is not null),
  check ((status = 'Voided') = (voided_at is not null)),
  check ((voided_at is null) = (void_reason is null))
);
-- One referrer for each customer; only a rejection lets another one be named.
create unique index referral_one_referrer on referral (customer_id) where status <> 'Rejected';
create index referral_customer on referral (customer_id);
create index referral_referrer on referral (referrer_membership_no, named_at desc);
create index referral_transaction on referral (transaction_id) where transaction_id is not null;
create index referral_named on referral (named_at desc, referral_id desc);
create index referral_status on referral (status, referral_id);
revoke delete, truncate on referral from carat_app;
