-- REWARDS TO REVIEW: what was handed over for a purchase or a friend that does not stand any more. No program takes it back: head
-- office decides. And why head office gave up a reward that waited to be given.
create table reward_review (
  review_id bigint generated always as identity primary key,
  reference_code text not null references customer_reward,
  cause text not null check (cause in ('Sale cancelled', 'Sale unassigned', 'Referral voided')),
  -- Of the purchase that it was handed over for.
  invoice_no text,
  -- Kept: the member keeps it. Undone: its claim or its collection was cancelled.
  status text not null default 'Open' check (status in ('Open', 'Kept', 'Undone')),
  reason text check (length(reason) between 1 and 300),
  decided_by_id bigint references user_account,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  check ((status = 'Open') = (decided_at is null))
);
create unique index reward_review_open on reward_review (reference_code) where status = 'Open';
create index reward_review_of_reward on reward_review (reference_code);
create index reward_review_created on reward_review (created_at desc, review_id desc);

alter table reward_waiting add column closed_because text check (length(closed_because) between 1 and 300);
