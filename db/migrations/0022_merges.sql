-- TWO RECORDS OF ONE PERSON BECOME ONE, and, within thirty days, two again.

create table member_merge (
  merge_id bigint generated always as identity primary key,
  survivor_customer_id bigint not null references customer,
  merged_customer_id bigint not null references customer,
  -- The numbers that stood for the two, as people know them.
  survivor_membership_no text not null references membership,
  merged_membership_no text not null references membership,
  reason text not null check (length(reason) between 1 and 300),
  requested_by_id bigint references user_account,
  requested_by text not null,
  merged_by_id bigint references user_account,
  merged_by text not null,
  merged_at timestamptz not null,
  outlet_code text,
  status text not null default 'Merged' check (status in ('Merged', 'Unmerged')),
  unmerged_by_id bigint references user_account,
  unmerged_by text,
  unmerged_at timestamptz,
  unmerge_reason text check (length(unmerge_reason) between 1 and 300),
  -- The last row of the ledger when it happened: what came later happened to the survivor.
  last_history_id bigint not null default 0,
  check (survivor_customer_id <> merged_customer_id),
  check ((status = 'Unmerged') = (unmerged_at is not null)),
  check ((status = 'Unmerged') = (unmerge_reason is not null))
);
create unique index member_merge_of_customer on member_merge (merged_customer_id) where status = 'Merged';
create index member_merge_survivor on member_merge (survivor_customer_id);
create index member_merge_latest on member_merge (merged_at desc, merge_id desc);

-- What it takes to make two of them again.
create table member_merge_snapshot (
  merge_id bigint primary key references member_merge,
  -- Customers and memberships before and after.
  people jsonb not null,
  -- Which rows of which table went over.
  moved jsonb not null
);
revoke delete, truncate on member_merge, member_merge_snapshot from carat_app;

alter table customer add column merged_into_customer_id bigint references customer;
create index customer_merged_into on customer (merged_into_customer_id) where merged_into_customer_id is not null;
create index membership_merged_into on membership (merged_into_membership_no) where merged_into_membership_no is not null;
create index customer_recommended_by on customer (recommend_membership_no) where recommend_membership_no is not null;

-- The account of a merged number is closed: whoever still believes in it finds nothing to move.
alter table point_balance
  add column frozen_yn text not null default 'N' check (frozen_yn in ('Y', 'N')),
  add constraint point_balance_frozen check (frozen_yn = 'N' or (lots_remaining = 0 and arrears = 0));
