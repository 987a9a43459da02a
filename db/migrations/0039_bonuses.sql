-- WHAT A SALE IS GIVEN BESIDE WHAT ITS LINES EARN, as a campaign awards it; it goes back with them.
create table sale_bonus (
  transaction_id bigint not null references transaction_summary,
  -- The campaign that awards it.
  cause text not null check (length(cause) between 1 and 40),
  -- As the ledger says it to the member.
  name text not null check (length(name) between 1 and 100),
  -- The lines that count.
  lines integer[] not null,
  -- So many points as long as what counts comes to the minimum, or so many for each point of these lines.
  fixed bigint check (fixed between 1 and 1000000000),
  rate numeric(6,2) check (rate > 0),
  minimum numeric(14,2) not null default 0 check (minimum >= 0),
  -- What it comes to by now.
  points bigint not null default 0 check (points between 0 and 1000000000),
  -- What of it the ledger gave in all, each time in a row of its own, and what it took back.
  given bigint not null default 0 check (given >= points),
  times integer not null default 0,
  returned bigint not null default 0 check (returned between 0 and given - points),
  primary key (transaction_id, cause),
  constraint sale_bonus_award check (num_nonnulls(fixed, rate) = 1)
);
-- What a campaign awarded in all.
create index sale_bonus_cause on sale_bonus (cause, transaction_id) include (points);

-- Kept where a campaign has a budget only; the tills wait for each other there and nowhere else. What is awarded is never more.
alter table campaign_spent add column most bigint;
delete from campaign_spent where campaign_code in (select campaign_code from campaign where budget_points is null);
update campaign_spent set most = budget_points from campaign where campaign.campaign_code = campaign_spent.campaign_code;
alter table campaign_spent alter column most set not null, add constraint campaign_budget check (points <= most);

-- Y: its last day ended it, and nobody before. What was sold in its days may be entered a little later.
alter table campaign add column ran_out_yn text not null default 'N' check (ran_out_yn in ('Y', 'N'));
-- What may award something for a sale of a day.
create index campaign_awarding on campaign (start_date, end_date) where status in ('Active', 'Ended') and award_point_yn = 'Y';
